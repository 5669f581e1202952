import { appRoutes } from '../../../shared/contract/contract.ts';
import type { OutboxItem } from '../../../shared/workspaces/sync.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { showToast, showWarningToast } from '../../ui/feedback/toasts.ts';
import { formatOutboxTitle } from './describe-outbox-item.ts';
import { refetchSync } from './sync-query.ts';

export function sendOutboxItem(item: OutboxItem): Promise<boolean> {
  return change('could not be sent', item, () => app(appRoutes.sendOutboxItem, { params: toParams(item) }));
}

export function cancelOutboxItem(item: OutboxItem): Promise<boolean> {
  return change('was not canceled', item, () => app(appRoutes.cancelOutboxItem, { params: toParams(item) }));
}

/** Asks the remote, and shows its answer. */
export async function checkOutboxItem(item: OutboxItem): Promise<void> {
  await change('could not be checked', item, async () => {
    const { state, reason } = await app(appRoutes.checkOutboxItem, { params: toParams(item) });
    if (state === 'done') showToast(`${formatOutboxTitle(item)}: the remote made this change`);
    else
      showWarningToast(reason ?? `${formatOutboxTitle(item)}: the remote does not report whether it made this change`);
  });
}

/** Throws the error of the request, which the dialog shows. */
export async function completeOutboxItem(item: OutboxItem, remoteId: string): Promise<void> {
  await app(appRoutes.completeOutboxItem, { params: toParams(item), json: { remote_id: remoteId } });
  await refetchSync();
}

const toParams = ({ item_id }: OutboxItem) => ({ item_id });

/** Returns whether the request succeeded. Shows its error otherwise. */
async function change(failure: string, item: OutboxItem, request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    showRequestError(`${formatOutboxTitle(item)}: ${failure}`, error);
    return false;
  } finally {
    await refetchSync();
  }
}
