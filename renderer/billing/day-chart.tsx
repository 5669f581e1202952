import { Table2, ChartColumn } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useTextScale } from '../ui/use-text-scale.ts';
import { useTokenColors } from '../ui/use-token-colors.ts';
import { chartColorTokens, createDayChart, type ChartDay, type DayChartHandle as Drawn } from './create-day-chart.ts';
import { DaysTable } from './days-table.tsx';
import { formatUtcDay, formatDayMinutes } from './format-utc-day.ts';

type DayChartProps = { readonly days: BillingOverview['days'] };

/** The minutes of each day of the cycle, as bars or as a table. */
export function DayChart({ days }: DayChartProps) {
  const [isTable, setTable] = useState(false);
  const [day, setDay] = useState<number | null>(null);
  const told = day === null ? undefined : days[day];
  return (
    <section aria-label="Minutes per day">
      <div className="flex h-7 items-center justify-between">
        <p className="text-small text-muted">
          {told
            ? formatDayMinutes(told)
            : `Minutes per day, in UTC${hasDaysBeforeCreation(days) ? '; the shaded days are before this workspace' : ''}`}
        </p>
        <IconButton
          label={isTable ? 'Show the days as bars' : 'Show the days as a table'}
          aria-pressed={isTable}
          icon={isTable ? <ChartColumn aria-hidden size={15} /> : <Table2 aria-hidden size={15} />}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {isTable ? <DaysTable days={days} /> : <BarChart days={days} onDay={setDay} />}
    </section>
  );
}

function BarChart({ days, onDay }: DayChartProps & { readonly onDay: (day: number | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const colors = useTokenColors(chartColorTokens);
  const scale = useTextScale();
  const shown = useMemo(() => toChartDays(days), [days]);
  useEffect(() => {
    if (!host.current) return;
    const element = host.current;
    const drawn: Drawn = createDayChart(element, shown, colors, onDay, scale);
    const watch = new ResizeObserver(() => drawn.resize(element.clientWidth));
    watch.observe(element);
    return () => {
      watch.disconnect();
      drawn.destroy();
    };
  }, [shown, colors, onDay, scale]);
  return <div ref={host} role="img" aria-label={describeChart(days)} className="h-28 overflow-hidden" />;
}

function toChartDays(days: DayChartProps['days']): readonly ChartDay[] {
  const firstKnown = days.findIndex(({ minutes }) => minutes !== null);
  return days.map(({ start, minutes }, day) => ({
    label: String(new Date(start).getUTCDate()),
    minutes,
    isBeforeCreation: minutes === null && day < firstKnown,
  }));
}

/** Whether the cycle began before anything was counted. */
function hasDaysBeforeCreation(days: DayChartProps['days']): boolean {
  return days[0]?.minutes === null;
}

function describeChart(days: DayChartProps['days']): string {
  const known = days.filter(({ minutes }) => minutes !== null);
  const busiest = known.toSorted((a, b) => (b.minutes ?? 0) - (a.minutes ?? 0))[0];
  if (!busiest?.minutes) return `Minutes per day: none in ${formatCount(known.length, 'day')} so far`;
  const most = `the most on ${formatUtcDay(busiest.start)} with ${formatCount(busiest.minutes, 'minute')}`;
  return `Minutes per day over ${formatCount(known.length, 'day')} so far, ${most}`;
}
