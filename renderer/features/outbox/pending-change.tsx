import type { OpenOutboxItem } from '../../../shared/workspaces/sync.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { useOutboxActions } from './use-outbox-actions.tsx';

type PendingChangeProps = {
  readonly item: OpenOutboxItem;
  /** What it means for the document or build request, as a sentence. */
  readonly explanation: string;
  readonly className?: string;
};

/** Explains a change that waits for the remote in the panel of its document or build request, with its reason and actions. */
export function PendingChange({ item, explanation, className }: PendingChangeProps) {
  const { listActions, dialog, busyId } = useOutboxActions();
  const { item_id, state, reason } = item;
  const actions = listActions(item);
  return (
    <div
      role="note"
      aria-label="Change that waits for the remote"
      className={classNames(
        'flex flex-col gap-2 rounded-control p-3',
        state === 'rejected' ? 'bg-bad-soft' : 'border border-line bg-chrome',
        className,
      )}
    >
      <p className="break-words select-text">{explanation}</p>
      {reason !== null && <p className="break-words select-text">{reason}</p>}
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} size="small" aria-busy={busyId === item_id} />
          ))}
        </div>
      )}
      {dialog}
    </div>
  );
}
