import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';

type ReconciliationProps = Pick<BillingOverview, 'reconciliation' | 'usage'>;

/** Compares the billed minutes with the minutes of the completed calls. */
export function Reconciliation(props: ReconciliationProps) {
  return <p className="text-small text-muted">{describeReconciliation(props)}</p>;
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
