import { use, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { OutboxAction, OutboxItem } from '../../../shared/workspaces/sync.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import type { RowAction } from '../../ui/tables/row-action.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { resetSyncPanel } from '../../data/sync-panel-store.ts';
import { describeLoss, describeRepeat, formatOutboxTitle } from './describe-outbox-item.ts';
import { MarkDoneDialog } from './mark-done-dialog.tsx';
import { cancelOutboxItem, checkOutboxItem, sendOutboxItem } from './outbox-actions.ts';
import { OutboxEditorContext } from './outbox-editor-context.ts';

type OpenDialog = { readonly action: 'send' | 'mark_done' | 'cancel'; readonly item: OutboxItem };

/** Returns the actions of a change that waits, and the dialog that asks before one of them. */
export function useOutboxActions() {
  const disabledReason = useMissingPermission(
    appRoutes.sendOutboxItem,
    appRoutes.checkOutboxItem,
    appRoutes.completeOutboxItem,
    appRoutes.cancelOutboxItem,
  );
  const edit = useEditOutboxItem();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const run = async (item: OutboxItem, task: () => Promise<unknown>) => {
    if (busyId !== null) return;
    setBusyId(item.item_id);
    await task();
    setBusyId(null);
  };
  const bind = (label: string, start: () => void): RowAction => ({ label, disabledReason, run: start });
  const createAction = (item: OutboxItem, action: OutboxAction): RowAction => {
    switch (action) {
      case 'send': {
        const isRepeat = item.state === 'unknown' || item.state === 'rejected';
        return bind(isRepeat ? 'Send again' : 'Send now', () => {
          if (describeRepeat(item) === null) void run(item, () => sendOutboxItem(item));
          else setOpen({ action, item });
        });
      }
      case 'check':
        return bind('Check', () => void run(item, () => checkOutboxItem(item)));
      case 'edit':
        return bind('Edit', () => void run(item, () => edit(item)));
      case 'mark_done':
        return bind('Mark as done…', () => setOpen({ action, item }));
      case 'cancel':
        return bind('Cancel…', () => setOpen({ action, item }));
    }
  };
  const close = () => setOpen(null);
  const title = open && <strong className="font-medium text-ink">{formatOutboxTitle(open.item)}</strong>;
  const dialog =
    open === null ? null : open.action === 'mark_done' ? (
      <MarkDoneDialog item={open.item} onClose={close} />
    ) : open.action === 'send' ? (
      <ConfirmDialog title="Send again" onConfirm={async () => void (await sendOutboxItem(open.item))} onClose={close}>
        <p>{title}</p>
        <p>{describeRepeat(open.item)}</p>
      </ConfirmDialog>
    ) : (
      <ConfirmDialog
        title="Cancel change"
        cancelLabel="Keep change"
        onConfirm={() => cancelAndConfirm(open.item)}
        onClose={close}
      >
        <p>{title}</p>
        <p>{describeLoss(open.item)} You can’t undo this.</p>
      </ConfirmDialog>
    );
  return {
    listActions: (item: OutboxItem) => item.actions.map((action) => createAction(item, action)),
    dialog,
    busyId,
  };
}

async function cancelAndConfirm(item: OutboxItem): Promise<void> {
  if (await cancelOutboxItem(item)) showToast(`${formatOutboxTitle(item)}: canceled`);
}

/** Returns a function that takes a change out of the outbox and opens the form with its content. */
function useEditOutboxItem(): (item: OutboxItem) => Promise<void> {
  const navigate = useNavigate();
  const editors = use(OutboxEditorContext);
  return async (item) => {
    const takeOut = async () => {
      const isCanceled = await cancelOutboxItem(item);
      if (isCanceled) resetSyncPanel(); // it would cover the form
      return isCanceled;
    };
    try {
      const load = editors[item.kind];
      if (!load) throw new Error(`No feature has a form for ${item.kind}.`);
      const edit = await retryWhenReachable(load);
      await edit(item, takeOut, navigate);
    } catch (error) {
      showRequestError(`${formatOutboxTitle(item)}: could not be opened`, error);
    }
  };
}
