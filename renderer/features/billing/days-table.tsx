import type { BillingOverview } from '../../../shared/billing/billing.ts';
import { formatUtcDay, formatMinutes } from './format-utc-day.ts';

/** The chart’s data as a table. */
export function DaysTable({ days }: { readonly days: BillingOverview['days'] }) {
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
