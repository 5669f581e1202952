import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import { refreshSavedItems } from '../../calls/calls-query.ts';
import { saveNamedItem } from '../../calls/saved-items.ts';
import { app } from '../../service-clients.ts';
import type { RequestDraft } from './request-draft.ts';

/** Keeps a draft under its key; gives the id that it is deleted by. */
export function saveDraft(key: string, brief: RequestDraft): Promise<string> {
  return saveNamedItem({ kind: 'request_draft', name: key, value: { ...brief, saved_at: new Date().toISOString() } });
}

/** One that is already gone counts as deleted. */
export async function deleteDraft(savedId: string): Promise<void> {
  try {
    await app(appRoutes.deleteSavedItem, { params: { saved_id: savedId } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'saved_item_not_found')) throw error;
  }
  refreshSavedItems();
}
