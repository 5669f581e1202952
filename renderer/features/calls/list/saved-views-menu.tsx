import { useQuery } from '@tanstack/react-query';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import { fromSavedView, isSameSearch, toSavedView, type CallsSearch } from '../calls-search.ts';
import { selectSavedView, useCallsStore } from '../calls-store.ts';
import { saveNamedItem, filterSavedItems, savedItemsQuery, SavedItemsMenu } from '../../saved-items/public.ts';

type SavedViewsMenuProps = { readonly search: CallsSearch; readonly onApply: (search: CallsSearch) => void };

export function SavedViewsMenu({ search, onApply }: SavedViewsMenuProps) {
  const selectedId = useCallsStore((state) => state.savedViewId);
  const views = useQuery({ ...savedItemsQuery, select: filterSavedViews }).data ?? [];
  const current = views.find(({ saved_id }) => saved_id === selectedId) ?? null;
  return (
    <SavedItemsMenu
      noun="view"
      label="Views"
      items={views}
      current={current}
      isModified={current !== null && !isSameSearch(fromSavedView(current.value), search)}
      deleteConsequence="No calls are deleted."
      onApply={(savedId) => {
        const view = views.find(({ saved_id }) => saved_id === savedId);
        if (!view) return;
        selectSavedView(savedId);
        onApply(fromSavedView(view.value));
      }}
      onSave={async (name) => {
        const savedId = await saveNamedItem({ kind: 'call_view', name, value: toSavedView(search, new Date()) });
        // The view is selected only if the user has not changed the filters meanwhile.
        if (isSameSearch(useCallsStore.getState().search, search)) selectSavedView(savedId);
      }}
    />
  );
}

function filterSavedViews(items: readonly SavedItem[]) {
  return filterSavedItems(items, 'call_view');
}
