import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { PendingChange } from '../outbox/public.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { explainPendingRequest } from './describe-pending-request.ts';

/** What is known from the remote about a build request, and the actions of one that it has not confirmed. */
export function PendingRequest({ request: { pending, remote } }: { readonly request: AgentRequestRecord }) {
  return (
    <>
      {pending && <PendingChange item={pending} explanation={explainPendingRequest(pending.state)} />}
      {remote?.status && <p className="break-words select-text">Status on the remote: {remote.status}</p>}
      {remote?.error && <p className="break-words text-bad select-text">{remote.error}</p>}
      {remote?.id && (
        <p className="flex min-w-0 items-center gap-1 text-small text-muted">
          ID <span className="truncate font-mono select-text">{remote.id}</span>
          <CopyButton text={remote.id} label="Copy the remote’s request ID" />
        </p>
      )}
    </>
  );
}
