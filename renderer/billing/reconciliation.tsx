import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';

type ReconciliationProps = Pick<BillingOverview, 'reconciliation' | 'usage'>;

/** Compares the billed minutes with the minutes of the completed calls, and shows the practice calls, which are free. */
export function Reconciliation({ practice, ...props }: ReconciliationProps & Pick<BillingOverview, 'practice'>) {
  return (
    <p className="text-small text-muted">
      {[describeReconciliation(props), ...describePracticeCalls(practice)].join(' · ')}
    </p>
  );
}

/** `2 practice calls with 3 minutes are free`, as a list; empty if there are none. */
export function describePracticeCalls({ calls, minutes }: BillingOverview['practice']): readonly string[] {
  if (calls === 0) return [];
  return [
    `${formatCount(calls, 'practice call')} with ${formatCount(minutes, 'minute')} ${calls === 1 ? 'is' : 'are'} free`,
  ];
}

/** `All 13 billed minutes match 11 calls`. */
export function describeReconciliation({ reconciliation, usage }: ReconciliationProps): string {
  const { calls, call_minutes, unmatched_minutes: unmatched } = reconciliation;
  if (calls === 0 && unmatched === 0) return 'No completed calls in this cycle yet';
  const billed = formatCount(usage.minutes_used, 'billed minute');
  const callCount = formatCount(calls, 'call');
  if (unmatched === 0)
    return usage.minutes_used === 1 ? `${billed} matches ${callCount}` : `All ${billed} match ${callCount}`;
  const difference = `${formatCount(Math.abs(unmatched), 'minute')} ${unmatched > 0 ? 'without a matching call' : 'not billed'}`;
  return `${billed}, but ${callCount} with ${formatCount(call_minutes, 'minute')}: ${difference}`;
}
