import type { BillingOverview, CycleUsage } from '../../../shared/billing/billing.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';

type ReconciliationProps = {
  readonly reconciliation: NonNullable<BillingOverview['reconciliation']>;
  readonly usage: CycleUsage;
  readonly remote: BillingOverview['remote'];
};

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
export function describeReconciliation(props: ReconciliationProps): string {
  const { calls_without_date: count } = props.reconciliation;
  const known = describeKnownCalls(props);
  return count === 0 ? known : `${known} · ${formatCount(count, 'call')} without a date`;
}

function describeKnownCalls({ reconciliation, usage, remote }: ReconciliationProps): string {
  const { calls, call_minutes, unmatched_minutes: unmatched } = reconciliation;
  if (remote && unmatched !== 0) return describeRemoteReconciliation(reconciliation, usage);
  if (calls === 0 && unmatched === 0) return 'No completed calls in this cycle yet';
  const billed = formatCount(usage.minutes_used, 'billed minute');
  const callCount = formatCount(calls, 'call');
  if (unmatched === 0)
    return usage.minutes_used === 1 ? `${billed} matches ${callCount}` : `All ${billed} match ${callCount}`;
  const difference = `${formatCount(Math.abs(unmatched), 'minute')} ${unmatched > 0 ? 'without a matching call' : 'not billed'}`;
  return `${billed}, but ${callCount} with ${formatCount(call_minutes, 'minute')}: ${difference}`;
}

/** Calls that were placed elsewhere may not be known here, so the remote's minutes can be more. */
function describeRemoteReconciliation(
  { calls, call_minutes, unmatched_minutes: unmatched }: ReconciliationProps['reconciliation'],
  usage: CycleUsage,
): string {
  const known = `${formatCount(calls, 'call')} in this workspace`;
  if (unmatched < 0)
    return `${known} with ${formatCount(call_minutes, 'minute')}, but the remote billed ${formatNumber(usage.minutes_used)}`;
  const billed = formatCount(usage.minutes_used, 'billed minute');
  if (calls === 0) return `No call with a known date matches the ${billed}`;
  return `${known} match${calls === 1 ? 'es' : ''} ${formatNumber(call_minutes)} of ${billed} · The other ${formatNumber(unmatched)} may be calls placed elsewhere`;
}
