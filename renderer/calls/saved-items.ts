import type * as z from 'zod';
import { appRoutes } from '../../shared/contract.ts';
import { Problem } from '../../shared/problems.ts';
import type { SavedItem, SavedKind } from '../../shared/saved-items.ts';
import { tellError } from '../format/tell-error.ts';
import { app } from '../service.ts';
import { tellFailure } from '../ui/toasts.tsx';
import { refreshSaved } from './calls-cache.ts';

export type SavedOf<Kind extends SavedKind> = Extract<SavedItem, { readonly kind: Kind }>;

export function listSavedOf<Kind extends SavedKind>(items: readonly SavedItem[], kind: Kind): readonly SavedOf<Kind>[] {
  return items.filter((item): item is SavedOf<Kind> => item.kind === kind);
}

/** Saves by a name, in place of what the name stood for. Gives its id. */
export async function saveByName(item: z.input<typeof appRoutes.saveItem.json>): Promise<string> {
  const { saved_id } = await app(appRoutes.saveItem, { json: item });
  refreshSaved();
  return saved_id;
}

/** One that is already gone counts as deleted. */
export async function deleteSaved({ saved_id, name }: Pick<SavedItem, 'saved_id' | 'name'>): Promise<void> {
  try {
    await app(appRoutes.deleteSavedItem, { params: { saved_id } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'saved_not_found')) {
      tellFailure(`“${name}” was not deleted`, tellError(error));
    }
  }
  refreshSaved();
}
