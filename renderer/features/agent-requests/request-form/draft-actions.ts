import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { saveNamedItem, refreshSavedItems } from '../../saved-items/public.ts';
import { v1 } from '../../../data/service-clients.ts';
import type { RequestDraft } from './request-draft.ts';

/** Saves a draft under its key and returns its saved item id. */
export function saveDraft(key: string, draft: RequestDraft): Promise<string> {
  return saveNamedItem({ kind: 'request_draft', name: key, value: { ...draft, saved_at: new Date().toISOString() } });
}

/** Deletes a draft. A draft that no longer exists counts as deleted. */
export async function deleteDraft(savedId: string): Promise<void> {
  try {
    await v1(v1Routes.deleteSavedItem, { params: { saved_id: savedId } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'saved_item_not_found')) throw error;
  }
  refreshSavedItems();
}
