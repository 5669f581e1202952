import type { BillingOverview } from '../../shared/billing.ts';
import { formatCount } from '../format/format-number.ts';

type ReconciliationProps = Pick<BillingOverview, 'reconciliation' | 'usage'>;

/** The minutes that are billed against those of the calls that are known. */
export function Reconciliation({ reconciliation, usage }: ReconciliationProps) {
  const { calls, call_minutes, unmatched_minutes: rest } = reconciliation;
  if (calls === 0 && rest === 0) return <p className="text-small text-muted">No completed calls in this cycle yet.</p>;
  const known = `${formatCount(calls, 'completed call')} of this cycle ${calls === 1 ? 'makes' : 'make'} ${formatCount(call_minutes, 'minute')}`;
  const counted = formatCount(usage.minutes_used, 'minute');
  return (
    <p className="text-small text-muted">
      {rest === 0
        ? `${known}: all ${counted} are explained.`
        : `${known}, but ${counted} are counted: ${formatCount(Math.abs(rest), 'minute')} ${rest > 0 ? 'without a known call' : 'not counted'}.`}
    </p>
  );
}
