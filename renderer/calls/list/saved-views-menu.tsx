import { useQuery } from '@tanstack/react-query';
import type { SavedItem } from '../../../shared/saved-items.ts';
import { savedItemsQuery } from '../calls-query.ts';
import { fromSavedView, isSameSearch, toSavedView, type CallsSearch } from '../calls-search.ts';
import { selectSavedView, useCallsStore } from '../calls-store.ts';
import { filterSavedItems, saveNamedItem } from '../saved-items.ts';
import { SavedItemsMenu } from '../saved-items-menu.tsx';

type SavedViewsMenuProps = { readonly search: CallsSearch; readonly onApply: (search: CallsSearch) => void };

/** The filters and orders that were kept by a name. */
export function SavedViewsMenu({ search, onApply }: SavedViewsMenuProps) {
  const chosenId = useCallsStore((state) => state.savedViewId);
  const views = useQuery({ ...savedItemsQuery, select: filterSavedViews }).data ?? [];
  const current = views.find(({ saved_id }) => saved_id === chosenId) ?? null;
  return (
    <SavedItemsMenu
      noun="view"
      label="Views"
      items={views}
      current={current}
      isModified={current !== null && !isSameSearch(fromSavedView(current.value), search)}
      deleteConsequence="The calls that it shows stay."
      onApply={(savedId) => {
        const view = views.find(({ saved_id }) => saved_id === savedId);
        if (!view) return;
        selectSavedView(savedId);
        onApply(fromSavedView(view.value));
      }}
      onSave={async (name) => {
        const savedId = await saveNamedItem({ kind: 'call_view', name, value: toSavedView(search, new Date()) });
        // Whoever shows something else by now has not chosen it.
        if (isSameSearch(useCallsStore.getState().search, search)) selectSavedView(savedId);
      }}
    />
  );
}

function filterSavedViews(items: readonly SavedItem[]) {
  return filterSavedItems(items, 'call_view');
}
