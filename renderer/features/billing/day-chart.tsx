import { ChartColumn, Table2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BillingOverview } from '../../../shared/billing/billing.ts';
import { formatCount } from '../../format/format-number.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useTextScale } from '../../ui/page/use-text-scale.ts';
import { useTokenColors } from '../../ui/page/use-token-colors.ts';
import { chartColorTokens, createDayChart, type ChartDay } from './create-day-chart.ts';
import { formatUtcDay } from '../../format/format-day.ts';
import { formatDayMinutes, formatMinutes, formatUtcMonthDay } from './format-utc-day.ts';

type DayChartProps = {
  readonly days: BillingOverview['days'];
  /** The numbers of a remote have gaps; this workspace's begin when it was created. */
  readonly remote: BillingOverview['remote'];
};

/** The minutes of each day of the cycle, as a chart or a table. */
export function DayChart({ days, remote }: DayChartProps) {
  const [isTable, setTable] = useState(false);
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null);
  const hoveredDay = hoveredIndex === null ? undefined : days[hoveredIndex];
  return (
    <section aria-label="Minutes per day">
      <div className="flex h-7 items-center justify-between">
        <p className="text-small text-muted">
          {hoveredDay
            ? formatDayMinutes(hoveredDay)
            : ['Minutes per day (UTC)', ...describeShading(days, remote)].join(' · ')}
        </p>
        <IconButton
          label={isTable ? 'Show as chart' : 'Show as table'}
          aria-pressed={isTable}
          icon={isTable ? <ChartColumn aria-hidden size={15} /> : <Table2 aria-hidden size={15} />}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {isTable ? <DaysTable days={days} /> : <BarChart days={days} remote={remote} onHover={setHoveredIndex} />}
    </section>
  );
}

function BarChart({ days, remote, onHover }: DayChartProps & { readonly onHover: (dayIndex: number | null) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const colors = useTokenColors(chartColorTokens);
  const scale = useTextScale();
  const chartDays = useMemo(() => toChartDays(days, remote), [days, remote]);
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
  return <div ref={host} role="img" aria-label={describeChart(days, remote)} className="h-28 overflow-hidden" />;
}

function toChartDays(days: DayChartProps['days'], remote: DayChartProps['remote']): readonly ChartDay[] {
  const isUnknown = createIsUnknown(days, remote);
  return days.map((day, index) => ({
    label: String(new Date(day.start).getUTCDate()),
    labelWithMonth: formatUtcMonthDay(day.start),
    minutes: day.minutes,
    isUnknown: isUnknown(day, index),
  }));
}

/** Returns whether a day is shaded, because its minutes are not known. Future days are not. */
function createIsUnknown(days: DayChartProps['days'], remote: DayChartProps['remote']) {
  const nowMs = Date.now();
  const firstKnown = days.findIndex(({ minutes }) => minutes !== null);
  return ({ start, minutes }: DayChartProps['days'][number], index: number) =>
    minutes === null && (remote ? Date.parse(start) <= nowMs : index < firstKnown);
}

/** Explains the shaded days, as a list; empty if there are none. */
function describeShading(days: DayChartProps['days'], remote: DayChartProps['remote']): readonly string[] {
  const count = days.filter(createIsUnknown(days, remote)).length;
  if (count === 0) return [];
  if (!remote) return ['Shaded days are before this workspace was created'];
  const { unassigned_minutes: unassigned } = remote;
  return [
    `No data for ${formatCount(count, 'shaded day')}, because nothing was synced then`,
    ...(unassigned > 0 ? [`${formatCount(unassigned, 'minute')} cannot be assigned to a day`] : []),
  ];
}

function describeChart(days: DayChartProps['days'], remote: DayChartProps['remote']): string {
  const known = days.filter(({ minutes }) => minutes !== null);
  const busiest = known.toSorted((a, b) => (b.minutes ?? 0) - (a.minutes ?? 0))[0];
  const gaps = remote ? describeShading(days, remote).map((text) => `. ${text}`) : [];
  if (!busiest?.minutes)
    return `Minutes per day: no minutes in ${formatCount(known.length, 'day')} so far${gaps.join('')}`;
  const peak = `${formatCount(busiest.minutes, 'minute')} on ${formatUtcDay(busiest.start)}`;
  return `Minutes per day over ${formatCount(known.length, 'day')} so far, at most ${peak}${gaps.join('')}`;
}

/** The chart’s data as a table. */
function DaysTable({ days }: { readonly days: BillingOverview['days'] }) {
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="h-28 overflow-y-auto" tabIndex={0} role="group" aria-label="Minutes per day, scrollable">
      <table aria-label="Minutes per day" className="w-full border-separate border-spacing-0">
        <thead className="sticky top-0 bg-surface text-small text-muted">
          <tr>
            <th scope="col" className="border-b border-line py-1 text-left font-normal">
              Day (UTC)
            </th>
            <th scope="col" className="border-b border-line py-1 text-right font-normal">
              Minutes
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.start}>
              <th scope="row" className="border-b border-line/60 py-1 text-left font-normal">
                {formatUtcDay(day.start)}
              </th>
              <td className="border-b border-line/60 py-1 text-right text-muted tabular-nums">{formatMinutes(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
