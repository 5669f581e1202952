import { Table2, ChartColumn } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useTextScale } from '../ui/use-text-scale.ts';
import { useTokenColors } from '../ui/use-token-colors.ts';
import { chartColorTokens, createDayChart, type ChartDay } from './create-day-chart.ts';
import { DaysTable } from './days-table.tsx';
import { formatUtcDay, formatDayMinutes } from './format-utc-day.ts';

type DayChartProps = { readonly days: BillingOverview['days'] };

/** The minutes of each day of the cycle, as a chart or a table. */
export function DayChart({ days }: DayChartProps) {
  const [isTable, setTable] = useState(false);
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null);
  const hoveredDay = hoveredIndex === null ? undefined : days[hoveredIndex];
  return (
    <section aria-label="Minutes per day">
      <div className="flex h-7 items-center justify-between">
        <p className="text-small text-muted">
          {hoveredDay
            ? formatDayMinutes(hoveredDay)
            : `Minutes per day (UTC)${hasDaysBeforeCreation(days) ? ' · Shaded days are before this workspace was created' : ''}`}
        </p>
        <IconButton
          label={isTable ? 'Show as chart' : 'Show as table'}
          aria-pressed={isTable}
          icon={isTable ? <ChartColumn aria-hidden size={15} /> : <Table2 aria-hidden size={15} />}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {isTable ? <DaysTable days={days} /> : <BarChart days={days} onHover={setHoveredIndex} />}
    </section>
  );
}

function BarChart({ days, onHover }: DayChartProps & { readonly onHover: (dayIndex: number | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const colors = useTokenColors(chartColorTokens);
  const scale = useTextScale();
  const chartDays = useMemo(() => toChartDays(days), [days]);
  useEffect(() => {
    if (!host.current) return;
    const element = host.current;
    const chart = createDayChart(element, chartDays, colors, onHover, scale);
    const observer = new ResizeObserver(() => chart.resize(element.clientWidth));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [chartDays, colors, onHover, scale]);
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

function hasDaysBeforeCreation(days: DayChartProps['days']): boolean {
  return days[0]?.minutes === null;
}

function describeChart(days: DayChartProps['days']): string {
  const known = days.filter(({ minutes }) => minutes !== null);
  const busiest = known.toSorted((a, b) => (b.minutes ?? 0) - (a.minutes ?? 0))[0];
  if (!busiest?.minutes) return `Minutes per day: no minutes in ${formatCount(known.length, 'day')} so far`;
  const peak = `${formatCount(busiest.minutes, 'minute')} on ${formatUtcDay(busiest.start)}`;
  return `Minutes per day over ${formatCount(known.length, 'day')} so far, at most ${peak}`;
}
