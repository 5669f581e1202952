import { CloudOff } from 'lucide-react';
import type { RemoteBillingState, Usage } from '../../../shared/billing/billing.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { useNow } from '../../ui/page/use-now.ts';

type RemoteNoteProps = { readonly remote: RemoteBillingState; readonly period: Usage['billing_period'] };

/** When the remote sent the numbers of a billing period, and why they are not newer. */
export function RemoteNote({ remote, period }: RemoteNoteProps) {
  const hasEnded = Date.parse(period.end) <= useNow();
  return (
    <p className="text-muted">
      Data from the remote, <RelativeTime at={remote.fetched_at ?? period.start} />. {describeState(remote, hasEnded)}
    </p>
  );
}

function describeState({ is_linked, is_permitted }: RemoteBillingState, hasEnded: boolean): string {
  if (!is_linked) return 'This workspace is no longer linked, so newer data is not fetched.';
  if (!is_permitted)
    return 'The role of the API key is no longer allowed to read billing, so newer data is not fetched.';
  return hasEnded
    ? 'This billing period has ended, and the next one has not been fetched yet.'
    : 'It doesn’t include the plan.';
}

/** Explains why a remote has sent no usage. */
export function MissingUsage({ remote }: { readonly remote: RemoteBillingState }) {
  return (
    <div className="flex items-start gap-2">
      <CloudOff aria-hidden size={15} className="mt-0.5 shrink-0 text-muted" />
      <div>
        <h2 className="text-title">{remote.is_permitted ? 'No usage yet' : 'Usage is not available'}</h2>
        <p className="text-muted">{describeMissingUsage(remote)}</p>
      </div>
    </div>
  );
}

export function describeMissingUsage({ is_linked, is_permitted }: RemoteBillingState): string {
  if (!is_permitted)
    return 'The role of the API key is not allowed to read billing on the remote. Billing requires the Admin role.';
  return is_linked
    ? 'The usage of this billing period appears here when the remote has sent it.'
    : 'The remote sent no usage while this workspace was linked.';
}
