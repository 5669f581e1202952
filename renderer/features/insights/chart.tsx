import { Link, useNavigate } from '@tanstack/react-router';
import { ChartColumn, Ellipsis, Image, Sheet, Table2 } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { formatError } from '../../format/format-error.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useTextScale } from '../../ui/page/use-text-scale.ts';
import { formatChartValue, type ChartData, type ChartItem } from './chart-data.ts';
import { ColumnsDrawing, columnsHeightPx, measureRowsHeight, RowsDrawing } from './chart-drawing.tsx';
import { saveChartAsCsv, saveChartAsPng } from './save-chart.ts';

/** More rows are only in the table: a remote can have any number of outcomes and agents. */
const drawnRowsMax = 20;

/** A chart with its figures as a table, and a menu to save it. */
export function Chart({ chart }: { readonly chart: ChartData }) {
  const [isTable, setTable] = useState(false);
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const titleId = useId();
  const drawing = useRef<SVGSVGElement>(null);
  const active = activeIndex === null ? undefined : chart.items[activeIndex];
  const isEmpty = chart.items.every(({ values }) => values.every((value) => value === 0));
  const drawn = chart.shape === 'rows' ? { ...chart, items: chart.items.slice(0, drawnRowsMax) } : chart;
  const savePng = () => {
    if (!drawing.current) return;
    saveChartAsPng(chart, drawing.current).catch((error: unknown) =>
      showErrorToast('The image could not be saved', formatError(error)),
    );
  };
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="flex h-8 items-center gap-3">
        <h2 id={titleId} className="shrink-0 text-section">
          {chart.title}
        </h2>
        <p className="flex min-w-0 flex-1 justify-end gap-3 text-small text-muted">
          {active ? <ActiveItem chart={chart} item={active} /> : !isEmpty && <Legend chart={chart} />}
        </p>
        <Menu
          align="end"
          trigger={<IconButton label={`Actions: ${chart.title}`} icon={<Ellipsis aria-hidden size={15} />} />}
        >
          <MenuItem
            icon={isTable ? <ChartColumn aria-hidden size={14} /> : <Table2 aria-hidden size={14} />}
            onSelect={() => setTable(!isTable)}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Sheet aria-hidden size={14} />} onSelect={() => saveChartAsCsv(chart)}>
            Save as CSV
          </MenuItem>
          <MenuItem
            icon={<Image aria-hidden size={14} />}
            disabledReason={isEmpty ? 'There is nothing to draw.' : isTable ? 'Show the chart first.' : null}
            onSelect={savePng}
          >
            Save as PNG
          </MenuItem>
        </Menu>
      </div>
      {isTable ? (
        <ChartTable chart={chart} />
      ) : isEmpty ? (
        <p className="text-muted">No calls in this period</p>
      ) : (
        <>
          <Drawing chart={drawn} activeIndex={activeIndex} onActivate={setActiveIndex} drawing={drawing} />
          {drawn.items.length < chart.items.length && (
            <p className="mt-1 text-small text-muted">Showing the first {drawnRowsMax}. The table has more.</p>
          )}
        </>
      )}
    </section>
  );
}

type DrawingProps = {
  readonly chart: ChartData;
  readonly activeIndex: number | null;
  readonly onActivate: (index: number | null) => void;
  readonly drawing: React.RefObject<SVGSVGElement | null>;
};

/** The items are selected with the arrow keys, like the values of a slider. Enter shows the calls of an item. */
function Drawing({ chart, activeIndex, onActivate, drawing }: DrawingProps) {
  const { title, items, shape } = chart;
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const scale = useTextScale();
  const navigate = useNavigate();
  useEffect(() => {
    if (!host.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(host.current);
    return () => observer.disconnect();
  }, []);
  const current = items[activeIndex ?? 0];
  const leadsToCalls = activeIndex !== null && items[activeIndex]?.calls !== undefined;
  const openCalls = (index: number | null) => {
    const calls = index === null ? undefined : items[index]?.calls;
    if (calls) void navigate({ to: '/calls', search: calls });
  };
  const findIndex = (clientX: number, clientY: number) => {
    const groups = host.current?.querySelectorAll('[data-item]') ?? [];
    const found = [...groups].findIndex((group) => {
      const { left, right, top, bottom } = group.getBoundingClientRect();
      return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
    });
    return found === -1 ? null : found;
  };
  const moveTo = (index: number) => onActivate(Math.min(items.length - 1, Math.max(0, index)));
  const onKeyDown = (event: KeyboardEvent) => {
    const at = activeIndex ?? 0;
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown') moveTo(at + 1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'Home') moveTo(0);
    else if (event.key === 'End') moveTo(items.length - 1);
    else if (event.key === 'Enter') openCalls(at);
    else return;
    event.preventDefault();
  };
  const height = shape === 'columns' ? columnsHeightPx * scale : measureRowsHeight(items.length, scale);
  const Shape = shape === 'columns' ? ColumnsDrawing : RowsDrawing;
  return (
    <div
      ref={host}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={1}
      aria-valuemax={items.length}
      aria-valuenow={(activeIndex ?? 0) + 1}
      aria-valuetext={current && describeItem(chart, current)}
      aria-orientation={shape === 'columns' ? 'horizontal' : 'vertical'}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && onActivate(activeIndex ?? 0)}
      onBlur={() => onActivate(null)}
      onPointerMove={(event) => onActivate(findIndex(event.clientX, event.clientY))}
      onPointerLeave={() => onActivate(null)}
      onClick={(event) => openCalls(findIndex(event.clientX, event.clientY))}
      // A chart that receives the focus is scrolled into view with its heading.
      className={classNames('scroll-mt-10 rounded-control', leadsToCalls && 'cursor-pointer')}
      style={{ height: `${height}px` }}
    >
      <svg
        ref={drawing}
        aria-hidden="true"
        width="100%"
        height={height}
        className="block overflow-visible tabular-nums"
      >
        {width > 0 && <Shape chart={chart} width={width} activeIndex={activeIndex} scale={scale} />}
      </svg>
    </div>
  );
}

/** The names of the series; of a single one, what its shares are of. */
function Legend({ chart: { series, layout, whole } }: { readonly chart: ChartData }) {
  if (series.length < 2) return whole && <span className="truncate">Share of {whole.name}</span>;
  const colors = layout === 'overlaid' ? ['bg-accent/30', 'bg-accent'] : ['bg-accent', 'bg-recipient'];
  return series.map((name, index) => (
    <span key={index} className="inline-flex min-w-0 items-center gap-1.5">
      <span aria-hidden className={`size-2 shrink-0 rounded-mark forced-color-adjust-none ${colors[index]}`} />
      <bdi className="truncate">{name}</bdi>
    </span>
  ));
}

/** A long name is cut, and its figures stay in sight. A name that is written from right to left does not move them. */
function ActiveItem({ chart, item }: { readonly chart: ChartData; readonly item: ChartItem }) {
  return (
    <>
      <bdi className="truncate">{item.name}</bdi>
      <span className="max-w-3/4 shrink-0 truncate">{describeValues(chart, item)}</span>
    </>
  );
}

/** `Tue, 12 May: 30 placed, 21 answered` */
const describeItem = (chart: ChartData, item: ChartItem) => `${item.name}: ${describeValues(chart, item)}`;

/** `30 placed, 21 answered` or `30 calls (75%)`; if series are compared, with their names: `30 (75%) for Renewals, 41 (80%) for All agents`. */
function describeValues(chart: ChartData, { values }: ChartItem): string {
  const { series, layout } = chart;
  const isComparison = layout === 'grouped' && series.length > 1;
  return values
    .map((value, index) => {
      const name = series[index] ?? '';
      return isComparison
        ? `${formatChartValue(chart, value, index)} for ${name}`
        : formatChartValue(chart, value, index, name.toLowerCase());
    })
    .join(', ');
}

const cellClass = 'border-b border-line/60 py-1 font-normal wrap-anywhere';

/** The figures of a chart as a table. */
function ChartTable({ chart }: { readonly chart: ChartData }) {
  const { title, category, series, items } = chart;
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="max-h-60 overflow-y-auto" tabIndex={0} role="group" aria-label={`${title}, scrollable`}>
      <table aria-label={title} className="w-full border-separate border-spacing-0">
        <thead className="sticky top-0 bg-surface text-small text-muted">
          <tr>
            <th scope="col" className={`${cellClass} text-left`}>
              {category}
            </th>
            {series.map((name, index) => (
              <th key={index} scope="col" className={`${cellClass} text-right`}>
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, values, calls }, row) => (
            <tr key={row}>
              <th scope="row" className={`${cellClass} text-left`}>
                {calls ? (
                  <Link to="/calls" search={calls} className="rounded-control hover:underline">
                    <bdi>{name}</bdi>
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
              </th>
              {values.map((value, index) => (
                <td key={index} className={`${cellClass} text-right text-muted tabular-nums`}>
                  {formatChartValue(chart, value, index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
