import { useId } from 'react';
import { formatNumber } from '../../format/format-number.ts';
import { formatChartValue, type ChartData } from './chart-data.ts';

export type DrawingProps = {
  readonly chart: ChartData;
  /** In CSS pixels. */
  readonly width: number;
  /** The item that is pointed at or selected by keyboard. */
  readonly activeIndex: number | null;
  readonly scale: number;
};

/** The colors of the first and the second series. */
const overlaidClasses = ['fill-accent/30', 'fill-accent'] as const;
const groupedClasses = ['fill-accent', 'fill-recipient'] as const;

const getClass = ({ layout }: ChartData, series: number) =>
  (layout === 'overlaid' ? overlaidClasses : groupedClasses)[series];

export const columnsHeightPx = 132;
const axisHeightPx = 18;
const labelWidthPx = 46;
/** At least as wide as a digit, in CSS pixels at the standard text size. */
const digitWidthPx = 7.2;

/** Returns the space that the longest of the texts needs, in CSS pixels at the standard text size. */
function measureWidth(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length), 0) * digitWidthPx;
}

/** Draws one column, or one group of columns, for each item. */
export function ColumnsDrawing({ chart, width, activeIndex, scale }: DrawingProps) {
  const { items, series, layout } = chart;
  const max = findAxisMaximum(items.flatMap(({ values }) => values));
  const valueWidthPx = Math.max(22, measureWidth([max / 2, max].map(formatNumber)) + 6);
  const [height, axis, left] = [columnsHeightPx * scale, axisHeightPx * scale, valueWidthPx * scale];
  const step = Math.max(0, width - left) / Math.max(1, items.length);
  const groupWidth = Math.min(step * 0.72, 40);
  const barWidth = layout === 'grouped' ? groupWidth / series.length : groupWidth;
  const toHeight = (value: number) => (value / max) * (height - axis - 10);
  const labelEvery = Math.max(1, Math.ceil((labelWidthPx * scale) / Math.max(1, step)));
  return (
    <>
      {[0, max / 2, max].map((value) => {
        const y = height - axis - toHeight(value);
        return (
          <g key={value}>
            <line x1={left} x2={width} y1={y} y2={y} className="stroke-line" />
            <text x={left - 6} y={y + 4} textAnchor="end" className="fill-muted text-caption">
              {formatNumber(value)}
            </text>
          </g>
        );
      })}
      {items.map(({ label, values }, index) => {
        const center = left + (index + 0.5) * step;
        const x = center - groupWidth / 2;
        return (
          <g key={index}>
            <rect
              data-item
              x={left + index * step}
              y={0}
              width={step}
              height={height - axis}
              className={activeIndex === index ? 'fill-highlight' : 'fill-transparent'}
            />
            {values.map((value, at) => (
              <rect
                key={at}
                data-series={at}
                x={layout === 'grouped' ? x + at * barWidth : x}
                y={height - axis - toHeight(value)}
                width={Math.max(1, barWidth - (layout === 'grouped' && series.length > 1 ? 1 : 0))}
                height={toHeight(value)}
                rx={Math.min(2, barWidth / 4)}
                className={getClass(chart, at)}
              />
            ))}
            {index % labelEvery === 0 && center + (labelWidthPx * scale) / 2 <= width && (
              <text x={center} y={height - 4} textAnchor="middle" className="fill-muted text-caption">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

const rowHeightPx = 28;
/** The mark behind an active row reaches beyond the texts, which are aligned with the heading. */
const rowOutsetPx = 4;

export const measureRowsHeight = (items: number, scale: number) => Math.max(1, items) * rowHeightPx * scale;

/** Draws one row for each item: its label, its bars and its values, with the share of a single one. */
export function RowsDrawing({ chart, width, activeIndex, scale }: DrawingProps) {
  const { items, series, layout } = chart;
  const max = Math.max(1, ...items.flatMap(({ values }) => values));
  const formatValues = (values: readonly number[]) =>
    values.length === 1
      ? values.map((value) => formatChartValue(chart, value, 0)).join('')
      : values.map(formatNumber).join(' · ');
  const [rowHeight, labelWidth, valueWidth] = [
    rowHeightPx * scale,
    Math.min(width * 0.38, 170 * scale),
    (measureWidth(items.map(({ values }) => formatValues(values))) + 8) * scale,
  ];
  const plotWidth = Math.max(0, width - labelWidth - valueWidth);
  const clipPrefix = useId();
  const barHeight = (rowHeight - 12) / (layout === 'grouped' ? series.length : 1);
  return items.map(({ label, values }, index) => {
    const y = index * rowHeight;
    const clipId = `${clipPrefix}-${index}`;
    return (
      <g key={index}>
        <rect
          data-item
          x={-rowOutsetPx}
          y={y}
          width={width + 2 * rowOutsetPx}
          height={rowHeight}
          rx={4}
          className={activeIndex === index ? 'fill-highlight' : 'fill-transparent'}
        />
        <clipPath id={clipId}>
          <rect x={0} y={y} width={labelWidth - 8} height={rowHeight} />
        </clipPath>
        <text x={0} y={y + rowHeight / 2 + 4} clipPath={`url(#${clipId})`} className="fill-ink text-small">
          {fitLabel(label, (labelWidth - 8) / (6 * scale))}
        </text>
        {values.map((value, at) => (
          <rect
            key={at}
            data-series={at}
            x={labelWidth}
            y={y + 6 + (layout === 'grouped' ? at * barHeight : 0)}
            width={(value / max) * plotWidth}
            height={Math.max(1, barHeight - (series.length > 1 && layout === 'grouped' ? 1 : 0))}
            rx={2}
            className={getClass(chart, at)}
          />
        ))}
        <text x={width} y={y + rowHeight / 2 + 4} textAnchor="end" className="fill-muted text-small">
          {formatValues(values)}
        </text>
      </g>
    );
  });
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a label between characters, and removes those that an image cannot contain. */
export function fitLabel(label: string, maxCharacters: number): string {
  const clean = label.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');
  if (clean.length <= maxCharacters) return clean;
  const characters = Array.from(graphemes.segment(clean), ({ segment }) => segment);
  if (characters.length <= maxCharacters) return clean;
  return `${characters.slice(0, Math.max(1, Math.floor(maxCharacters) - 1)).join('')}…`;
}

/** Returns an even round number that is not below any value: 2, 4, 10, 20, 40, 100 … */
export function findAxisMaximum(values: readonly number[]): number {
  const max = Math.max(2, ...values);
  const power = 10 ** Math.floor(Math.log10(max));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((value) => value >= max && value % 2 === 0) ?? max;
}
