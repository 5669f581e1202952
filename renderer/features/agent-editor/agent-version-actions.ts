import { v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { queryClient } from '../../data/query-client.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { v1 } from '../../data/service-clients.ts';
import { showActionToast, showToast } from '../../ui/feedback/toasts.ts';
import { agentDetailsQuery, loadAgent } from '../agents/public.ts';
import { changeDefinition, replaceEdit, saveDefinition, useAgentEdits } from './agent-edits.ts';

/** Publishes the draft as it is in the form. Throws the error of the service. */
export async function publishDraft(agentId: string, note: string, key: string): Promise<void> {
  const etag = await requireSaved(agentId);
  const loaded = await loadAgent((readHeaders) =>
    v1(v1Routes.publishAgentVersion, {
      params: { agent_id: agentId },
      json: { note },
      headers: { 'Idempotency-Key': key, 'If-Match': etag },
      readHeaders,
    }),
  );
  replaceEdit(agentId, loaded);
  showToast(`Version ${loaded.details.published_version} of “${loaded.details.name}” is published`);
}

/** Discards the draft. It can be restored with the message that says so. */
export async function discardDraft(agentId: string): Promise<void> {
  const before = useAgentEdits.getState()[agentId]?.definition;
  try {
    await deleteDraft(agentId, await requireSaved(agentId));
    showActionToast('Draft discarded', 'Undo', () => before && changeDefinition(agentId, before));
  } catch (error) {
    showDiscardError(error);
  }
}

/** Makes a published version the draft. The draft before can be restored with the message that says so. */
export async function restoreVersion(agentId: string, version: number): Promise<void> {
  try {
    const etag = await requireSaved(agentId);
    const before = useAgentEdits.getState()[agentId]?.definition;
    // What was typed just before is a draft now.
    const hadDraft = queryClient.getQueryData(agentDetailsQuery(agentId).queryKey)?.details.draft !== null;
    const loaded = await loadAgent((readHeaders) =>
      v1(v1Routes.restoreAgentVersion, {
        params: { agent_id: agentId, version },
        headers: { 'If-Match': etag },
        readHeaders,
      }),
    );
    replaceEdit(agentId, loaded);
    showActionToast(`Version ${version} is the draft now`, 'Undo', () => {
      if (!hadDraft) deleteDraft(agentId, loaded.etag).catch(showDiscardError);
      else if (before) changeDefinition(agentId, before);
    });
  } catch (error) {
    showRequestError(`Version ${version} was not restored`, error);
  }
}

async function deleteDraft(agentId: string, etag: string): Promise<void> {
  const loaded = await loadAgent((readHeaders) =>
    v1(v1Routes.deleteAgentDraft, { params: { agent_id: agentId }, headers: { 'If-Match': etag }, readHeaders }),
  );
  replaceEdit(agentId, loaded);
}

function showDiscardError(error: unknown): void {
  showRequestError('The draft was not discarded', error);
}

/** Saves the form and returns the ETag of the agent then. */
async function requireSaved(agentId: string): Promise<string> {
  const isSaved = await saveDefinition(agentId);
  const edit = useAgentEdits.getState()[agentId];
  if (!isSaved || !edit)
    throw new Problem('precondition_failed', 'The draft is not saved yet. Your text is kept. Try again in a moment.');
  return edit.etag;
}
