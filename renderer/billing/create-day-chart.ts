import UPlot from 'uplot';
import { formatCompactNumber } from '../format/format-number.ts';
import 'uplot/dist/uPlot.min.css';

export const chartColorTokens = {
  bar: 'var(--accent)',
  unknown: 'var(--well)',
  text: 'var(--muted)',
  line: 'var(--line)',
  edge: 'var(--edge)',
} as const;

export type ChartColors = Readonly<Record<keyof typeof chartColorTokens, string>>;

export type ChartDay = {
  /** Of the month, in UTC. */
  readonly label: string;
  /** Null where nothing can be known of it. */
  readonly minutes: number | null;
  readonly isBeforeCreation: boolean;
};

/** Of the y axis, in CSS pixels at the standard size of text: what stands above the chart begins beside it. */
export const axisWidthPx = 36;

const chartHeightPx = 112;

/** 1, 2, 5, 10, 20, 50 and so on, up to 500 million minutes. */
const axisSteps = Array.from({ length: 9 }, (_, zeros) => [1, 2, 5].map((digit) => digit * 10 ** zeros)).flat();

/** A day without calls has a bar of this height, in CSS pixels; a day of which nothing is known has none. */
const zeroBarHeightPx = 1.5;

export type DayChartHandle = { readonly resize: (width: number) => void; readonly destroy: () => void };

/** Draws a bar a day. Days before the organization existed are shaded, days to come are left empty. */
export function createDayChart(
  host: HTMLElement,
  days: readonly ChartDay[],
  colors: ChartColors,
  onDay: (day: number | null) => void,
  /** How much larger than usual the text is. */
  scale: number,
): DayChartHandle {
  const height = chartHeightPx * scale;
  const most = Math.max(1, ...days.map(({ minutes }) => minutes ?? 0));
  const shade = (plot: UPlot) => {
    const { ctx, bbox } = plot;
    const dayWidth = bbox.width / days.length;
    for (const [day, { isBeforeCreation, minutes }] of days.entries()) {
      ctx.fillStyle = isBeforeCreation ? colors.unknown : colors.edge;
      const left = bbox.left + day * dayWidth;
      if (isBeforeCreation) ctx.fillRect(left, bbox.top, dayWidth, bbox.height);
      const stub = zeroBarHeightPx * devicePixelRatio;
      if (minutes === 0) ctx.fillRect(left + dayWidth * 0.2, bbox.top + bbox.height - stub, dayWidth * 0.6, stub);
    }
  };
  const axis = { stroke: colors.text, font: `${11 * scale}px system-ui`, ticks: { show: false }, gap: 4 };
  const bars = UPlot.paths.bars?.({ size: [0.6, 40], radius: 0.12 });
  const plot = new UPlot(
    {
      width: host.clientWidth,
      height,
      padding: [8, 0, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false, range: [-0.5, days.length - 0.5] }, y: { range: [0, most * 1.08] } },
      axes: [
        {
          ...axis,
          size: 20 * scale,
          grid: { show: false },
          splits: () => days.flatMap((_, day) => (day % 5 === 0 ? [day] : [])),
          values: (_, splits) => splits.map((day) => days[day]?.label ?? ''),
        },
        {
          ...axis,
          size: axisWidthPx * scale,
          grid: { stroke: colors.line, width: 1 },
          space: 36 * scale,
          values: (_, splits) => splits.map(formatCompactNumber),
          incrs: axisSteps,
        },
      ],
      series: [{}, { fill: colors.bar, width: 0, points: { show: false }, ...(bars && { paths: bars }) }],
      hooks: {
        drawAxes: [shade],
        setCursor: [({ cursor: { left, idx } }) => onDay(left !== undefined && left >= 0 ? (idx ?? null) : null)],
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
