import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { OutboxEditor } from '../../../data/feature.ts';
import { app } from '../../../data/service-clients.ts';
import { deleteDraft, saveDraft } from './draft-actions.ts';
import type { RequestDraft } from './request-draft.ts';

/** Opens the form with the content of a build request that was not sent. */
export const editOutboxRequest: OutboxEditor = async ({ subject_id }, takeOut, navigate) => {
  const draft = await fetchRequestDraft(subject_id);
  const key = crypto.randomUUID();
  // Saved first, so that the text is never lost.
  const savedId = await saveDraft(key, draft);
  if (!(await takeOut())) return deleteDraft(savedId);
  await navigate({ to: '/agents/new', search: { draft: key } });
};

async function fetchRequestDraft(requestId: string): Promise<RequestDraft> {
  const { data } = await app(appRoutes.listAgentRequestRecords, {});
  const request = data.find(({ request_id }) => request_id === requestId);
  if (!request) throw new TypeError(`The build request ${requestId} is missing.`);
  const { name, objective, target_audience, required_integrations } = request;
  return { name, objective, target_audience, required_integrations: [...required_integrations] };
}
