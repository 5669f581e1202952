import { useQuery } from '@tanstack/react-query';
import type { SavedItem } from '../../../shared/saved-items.ts';
import { savedQuery } from '../calls-cache.ts';
import { fromSavedView, sameView, toSavedView, type CallsSearch } from '../calls-search.ts';
import { chooseSaved, useCallsStore } from '../calls-store.ts';
import { listSavedOf, saveByName } from '../saved-items.ts';
import { SavedMenu } from '../saved-menu.tsx';

type ViewsMenuProps = { readonly search: CallsSearch; readonly onApply: (search: CallsSearch) => void };

/** The filters and orders that were kept by a name. */
export function ViewsMenu({ search, onApply }: ViewsMenuProps) {
  const chosenId = useCallsStore((state) => state.savedId);
  const views = useQuery({ ...savedQuery, select: listViews }).data ?? [];
  const current = views.find(({ saved_id }) => saved_id === chosenId) ?? null;
  return (
    <SavedMenu
      noun="view"
      label="Views"
      items={views}
      current={current}
      isChanged={current !== null && !sameView(fromSavedView(current.value), search)}
      whatStays="The calls that it shows stay."
      onApply={(savedId) => {
        const view = views.find(({ saved_id }) => saved_id === savedId);
        if (!view) return;
        chooseSaved(savedId);
        onApply(fromSavedView(view.value));
      }}
      onSave={async (name) => {
        const savedId = await saveByName({ kind: 'call_view', name, value: toSavedView(search, new Date()) });
        // Whoever shows something else by now has not chosen it.
        if (sameView(useCallsStore.getState().search, search)) chooseSaved(savedId);
      }}
    />
  );
}

function listViews(items: readonly SavedItem[]) {
  return listSavedOf(items, 'call_view');
}
