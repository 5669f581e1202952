import { useNavigate } from '@tanstack/react-router';
import { use } from 'react';
import type { OutboxItem } from '../../../shared/workspaces/sync.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { resetSyncPanel } from '../../data/sync-panel-store.ts';
import { formatOutboxTitle } from './describe-outbox-item.ts';
import { cancelOutboxItem } from './outbox-actions.ts';
import { OutboxEditorContext } from './outbox-editor-context.ts';

/** Returns a function that takes a change out of the outbox and opens the form with its content. */
export function useEditOutboxItem(): (item: OutboxItem) => Promise<void> {
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
