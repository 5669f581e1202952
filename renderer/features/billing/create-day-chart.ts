import UPlot from 'uplot';
import { formatCompactNumber } from '../../format/format-number.ts';
import 'uplot/dist/uPlot.min.css';

export const chartColorTokens = {
  bar: 'var(--accent)',
  unknown: 'var(--well)',
  text: 'var(--muted)',
  grid: 'var(--line)',
  zeroBar: 'var(--edge)',
} as const;

export type ChartColors = Readonly<Record<keyof typeof chartColorTokens, string>>;

export type ChartDay = {
  /** Day of the month, in UTC. */
  readonly label: string;
  /** The same with the name of the month. */
  readonly labelWithMonth: string;
  /** Null for days without data. */
  readonly minutes: number | null;
  /** Whether it is shaded. A future day without data is not. */
  readonly isUnknown: boolean;
};

const chartHeightPx = 112;

/** 1, 2, 5, 10, 20, 50, … up to 500 million minutes. */
const axisSteps = Array.from({ length: 9 }, (_, zeros) => [1, 2, 5].map((digit) => digit * 10 ** zeros)).flat();

/** The height of a day without calls, in CSS pixels, and of one whose minutes are not known. */
const [zeroBarHeightPx, unknownHeightPx] = [1.5, 6];

/** At least as wide as a digit of the axis, in CSS pixels at the standard text size. */
const digitWidthPx = 7.2;

const axisGapPx = 4;

/** Returns the width of an axis that shows the whole of its longest label: `2K`, `1.5K` or `1,500`, depending on the locale. */
export function measureAxisWidth(labels: readonly string[]): number {
  return Math.max(...labels.map((label) => label.length), 1) * digitWidthPx + axisGapPx;
}

export type DayChartHandle = { readonly resize: (width: number) => void; readonly destroy: () => void };

/** Draws one bar per day. Days whose minutes are not known are shaded at the axis; future days are empty. */
export function createDayChart(
  host: HTMLElement,
  days: readonly ChartDay[],
  colors: ChartColors,
  onHover: (dayIndex: number | null) => void,
  /** Text size relative to the standard size. */
  scale: number,
): DayChartHandle {
  const height = chartHeightPx * scale;
  const maxMinutes = Math.max(...days.map(({ minutes }) => minutes ?? 0)) || 10;
  const drawDayMarks = (plot: UPlot) => {
    const { ctx, bbox } = plot;
    const dayWidth = bbox.width / days.length;
    for (const [day, { isUnknown, minutes }] of days.entries()) {
      if (!isUnknown && minutes !== 0) continue;
      ctx.fillStyle = isUnknown ? colors.unknown : colors.zeroBar;
      const [margin, heightPx] = isUnknown ? [0, unknownHeightPx] : [0.2, zeroBarHeightPx];
      // Whole pixels, so that there is no line between two shaded days.
      const toPixel = (position: number) => Math.round(bbox.left + position * dayWidth);
      const [left, right] = [toPixel(day + margin), toPixel(day + 1 - margin)];
      const barHeight = heightPx * devicePixelRatio;
      ctx.fillRect(left, bbox.top + bbox.height - barHeight, right - left, barHeight);
    }
  };
  const axis = {
    stroke: colors.text,
    font: `${11 * scale}px 'Inter Variable', system-ui`,
    ticks: { show: false },
    gap: axisGapPx,
  };
  const bars = UPlot.paths.bars?.({ size: [0.6, 40], radius: 0.12 });
  const plot = new UPlot(
    {
      width: host.clientWidth,
      height,
      padding: [8, 0, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false, range: [-0.5, days.length - 0.5] }, y: { range: [0, maxMinutes * 1.08] } },
      axes: [
        {
          ...axis,
          size: 20 * scale,
          grid: { show: false },
          splits: () => days.flatMap((_, day) => (day % 5 === 0 ? [day] : [])),
          values: (_, splits) => labelTicks(splits.flatMap((day) => days[day] ?? [])),
        },
        {
          ...axis,
          size: (_, labels: readonly string[] | null) => measureAxisWidth(labels ?? []) * scale,
          grid: { stroke: colors.grid, width: 1 },
          space: 36 * scale,
          values: (_, splits) => splits.map(formatCompactNumber),
          incrs: axisSteps,
        },
      ],
      series: [{}, { fill: colors.bar, width: 0, points: { show: false }, ...(bars && { paths: bars }) }],
      hooks: {
        drawAxes: [drawDayMarks],
        setCursor: [({ cursor: { left, idx } }) => onHover(left !== undefined && left >= 0 ? (idx ?? null) : null)],
      },
    },
    [days.map((_, day) => day), days.map(({ minutes }) => minutes)],
    host,
  );
  return {
    resize: (width) => plot.setSize({ width, height }),
    destroy: () => plot.destroy(),
  };
}

/** Returns the labels of the days on the axis: the first one of each month has its name. */
export function labelTicks(days: readonly Pick<ChartDay, 'label' | 'labelWithMonth'>[]): string[] {
  return days.map(({ label, labelWithMonth }, index) => {
    const previous = days[index - 1];
    return previous && Number(previous.label) < Number(label) ? label : labelWithMonth;
  });
}
