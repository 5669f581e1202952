import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { SavedItem, SavedItemKind } from '../../../shared/organization/saved-items.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';
import { showRequestError } from '../../data/show-request-error.ts';

export const savedItemsQuery = queryOptions({
  queryKey: ['saved'],
  queryFn: async ({ signal }) => (await v1(v1Routes.listSavedItems, { signal })).data,
});

export const refreshSavedItems = createRefresher(() => invalidate(savedItemsQuery.queryKey));

export type SavedItemByKind<Kind extends SavedItemKind> = Extract<SavedItem, { readonly kind: Kind }>;

export function filterSavedItems<Kind extends SavedItemKind>(
  items: readonly SavedItem[],
  kind: Kind,
): readonly SavedItemByKind<Kind>[] {
  return items.filter((item): item is SavedItemByKind<Kind> => item.kind === kind);
}

/** Saves an item, replaces an existing item of the same name, and returns its id. */
export async function saveNamedItem(item: z.input<typeof v1Routes.saveItem.json>): Promise<string> {
  const { saved_id } = await v1(v1Routes.saveItem, { json: item });
  refreshSavedItems();
  return saved_id;
}

/** Renames an item. Throws a Problem if another one has the name. */
export async function renameSavedItem(saved_id: string, name: string): Promise<void> {
  await v1(v1Routes.renameSavedItem, { params: { saved_id }, json: { name } });
  refreshSavedItems();
}

/** Deletes an item. An item that no longer exists counts as deleted. */
export async function deleteSavedItem({ saved_id, name }: Pick<SavedItem, 'saved_id' | 'name'>): Promise<void> {
  try {
    await v1(v1Routes.deleteSavedItem, { params: { saved_id } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'saved_item_not_found')) {
      showRequestError(`“${name}” was not deleted`, error);
    }
  }
  refreshSavedItems();
}
