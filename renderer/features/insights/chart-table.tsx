import { Link } from '@tanstack/react-router';
import { formatChartValue, type ChartData } from './chart-data.ts';

const cellClass = 'border-b border-line/60 py-1 font-normal wrap-anywhere';

/** The figures of a chart as a table. */
export function ChartTable({ chart }: { readonly chart: ChartData }) {
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
