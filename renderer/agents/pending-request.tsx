import type { AgentRequestRecord } from '../../shared/agent-requests.ts';
import { useOutboxActions } from '../sync/use-outbox-actions.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { explainPendingRequest } from './describe-pending-request.ts';

/** What is known from the remote about a build request, and the actions of one that it has not confirmed. */
export function PendingRequest({ request }: { readonly request: AgentRequestRecord }) {
  const { listActions, dialog, busyId } = useOutboxActions();
  const { pending, remote } = request;
  const explanation = explainPendingRequest(pending);
  return (
    <>
      {pending && explanation !== null && (
        <div
          role="note"
          aria-label="Change that waits for the remote"
          className={classNames(
            'flex flex-col gap-2 rounded-control p-3',
            pending.state === 'rejected' ? 'bg-bad-soft' : 'border border-line bg-chrome',
          )}
        >
          <p>{explanation}</p>
          {pending.reason !== null && <p className="break-words select-text">{pending.reason}</p>}
          <div className="flex flex-wrap gap-2">
            {listActions(pending).map((action) => (
              <ActionButton key={action.label} action={action} size="small" aria-busy={busyId === pending.item_id} />
            ))}
          </div>
        </div>
      )}
      {remote?.status && <p className="break-words select-text">Status at the remote: {remote.status}</p>}
      {remote?.error && <p className="break-words text-bad select-text">{remote.error}</p>}
      {remote?.id && (
        <p className="flex min-w-0 items-center gap-1 text-small text-muted">
          ID <span className="truncate font-mono select-text">{remote.id}</span>
          <CopyButton text={remote.id} label="Copy request ID of the remote" />
        </p>
      )}
      {dialog}
    </>
  );
}
