import { appRoutes } from '../../../../shared/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { SavedItem, SavedItemKind } from '../../../../shared/saved-items.ts';
import { checkMetadata } from '../../platform/http/check-metadata.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import {
  countSavedItems,
  deleteSavedItem,
  findSavedItem,
  listSavedItems,
  upsertSavedItem,
} from './saved-item-queries.ts';

/** Kinds that change only what the window shows, so that the audit log leaves them out. */
const unauditedKinds: ReadonlySet<SavedItemKind> = new Set(['hidden_item', 'dismissed_contradiction']);

export function addSavedItemRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listSavedItems, ({ db, orgId }) => ({
    body: { data: [...listSavedItems(db, orgId)] },
  }));

  bindRoute(
    tree,
    appRoutes.saveItem,
    ({ db, orgId, context, events, json, commitOnce, skipAudit, setAuditSubject }) => {
      setAuditSubject({ label: getSavedItemLabel(json) });
      if (json.kind === 'metadata_template') checkMetadata(json.value.metadata);
      return commitOnce(JSON.stringify(json), () => {
        const replaced = findSavedItem(db, orgId, json.kind, json.name);
        if (!replaced && countSavedItems(db, orgId) >= limits.savedItems) {
          throw new Problem(
            'too_many_saved_items',
            `You can save at most ${limits.savedItems} items. Delete one and save again.`,
          );
        }
        if ((replaced && json.kind === 'request_draft') || unauditedKinds.has(json.kind)) skipAudit();
        const item = { ...json, saved_id: replaced?.saved_id ?? context.newId('sav') };
        upsertSavedItem(db, orgId, item);
        events.publish({ type: 'saved_items.changed' }, orgId);
        return { body: item };
      });
    },
  );

  bindRoute(
    tree,
    appRoutes.deleteSavedItem,
    ({ db, orgId, events, params: { saved_id }, commit, skipAudit, setAuditSubject }) =>
      commit(() => {
        const deleted = deleteSavedItem(db, orgId, saved_id);
        if (!deleted)
          throw new Problem('saved_item_not_found', `There is no saved item with the ID ${JSON.stringify(saved_id)}.`);
        if (unauditedKinds.has(deleted.kind)) skipAudit();
        setAuditSubject({ label: getSavedItemLabel(deleted) });
        events.publish({ type: 'saved_items.changed' }, orgId);
        return { body: { saved_id } };
      }),
  );
}

/** The form generates the name of a draft, so the label is the name of the requested agent. */
function getSavedItemLabel(item: Pick<SavedItem, 'kind' | 'name' | 'value'>): string {
  if (item.kind !== 'request_draft') return item.name;
  const { value } = item;
  return 'objective' in value && value.name.trim() !== '' ? value.name.trim() : 'Untitled draft';
}
