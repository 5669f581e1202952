import { useNavigate } from '@tanstack/react-router';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { OutboxItem } from '../../../shared/workspaces/sync.ts';
import { deleteDraft, saveDraft } from '../agent-requests/request-form/draft-actions.ts';
import type { RequestDraft } from '../agent-requests/request-form/request-draft.ts';
import { useCallsStore } from '../calls/calls-store.ts';
import { openPrefilledPanel } from '../calls/place-call/open-prefilled-panel.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { formatOutboxTitle } from './describe-outbox-item.ts';
import { cancelOutboxItem } from './outbox-actions.ts';
import { resetSyncPanel } from '../../data/sync-panel-store.ts';

/** Returns a function that takes a change out of the outbox and opens the form with its content. */
export function useEditOutboxItem(): (item: OutboxItem) => Promise<void> {
  const navigate = useNavigate();
  const editCall = async (item: OutboxItem) => {
    const call = await app(appRoutes.getCallDetails, { params: { call_id: item.subject_id } });
    if (!(await cancelOutboxItem(item))) return;
    resetSyncPanel(); // it would cover the form
    openPrefilledPanel(call);
    await navigate({ to: '/calls', search: useCallsStore.getState().search });
  };
  const editRequest = async (item: OutboxItem) => {
    const draft = await fetchRequestDraft(item.subject_id);
    const key = crypto.randomUUID();
    // Saved first, so that the text is never lost.
    const savedId = await saveDraft(key, draft);
    if (!(await cancelOutboxItem(item))) return deleteDraft(savedId);
    resetSyncPanel();
    await navigate({ to: '/agents/new', search: { draft: key } });
  };
  return async (item) => {
    try {
      await (item.kind === 'place_call' ? editCall(item) : editRequest(item));
    } catch (error) {
      showRequestError(`${formatOutboxTitle(item)}: could not be opened`, error);
    }
  };
}

async function fetchRequestDraft(requestId: string): Promise<RequestDraft> {
  const { data } = await app(appRoutes.listAgentRequestRecords, {});
  const request = data.find(({ request_id }) => request_id === requestId);
  if (!request) throw new TypeError(`The build request ${requestId} is missing.`);
  const { name, objective, target_audience, required_integrations } = request;
  return { name, objective, target_audience, required_integrations: [...required_integrations] };
}
