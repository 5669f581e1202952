import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { explainRoles } from '../../../../shared/contract/roles.ts';
import { canUseRoute, type Route } from '../../../../shared/contract/route.ts';
import { renamedKinds, type SavedItem, type SavedItemKind } from '../../../../shared/organization/saved-items.ts';
import type { Database } from '../../platform/db/database.ts';
import { checkMetadata } from '../calls/place-call.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import { queueSavedItem } from './saved-item-sender.ts';
import {
  countSavedItems,
  deleteSavedItem,
  findSavedItem,
  findSavedItemById,
  listSavedItems,
  renameSavedItem,
  upsertSavedItem,
} from './saved-item-queries.ts';

/** The form that an item of a kind fills: only who may send it changes what it starts with. */
const formRoutes: Partial<Record<SavedItemKind, Route>> = {
  metadata_template: v1Routes.placeCall,
  request_draft: v1Routes.submitAgentRequest,
};

/** Kinds that change only what the window shows, so that the audit log leaves them out. */
const unauditedKinds: ReadonlySet<SavedItemKind> = new Set(['hidden_item', 'dismissed_contradiction']);

export function addSavedItemRoutes({ v1: tree }: RouteTrees<WorkServices>): void {
  bindRoute(tree, v1Routes.listSavedItems, ({ db, orgId }) => ({
    body: { data: [...listSavedItems(db, orgId)] },
  }));

  bindRoute(tree, v1Routes.saveItem, (ctx) => {
    const { db, orgId, context, events, json, commitOnce, skipAudit, setAuditSubject } = ctx;
    setAuditSubject({ label: getSavedItemLabel(json) });
    requireFormRole(ctx, json);
    if (json.kind === 'metadata_template') checkMetadata(json.value.metadata);
    return commitOnce(json, () => {
      const { saved_id = context.newId('sav'), ...input } = json;
      const replaced = findSavedItem(db, orgId, json.kind, json.name) ?? findSavedItemById(db, orgId, saved_id);
      requireMatch(ctx.request, () => (replaced ? computeResourceEtag(replaced) : ''));
      if (replaced && replaced.kind !== json.kind)
        throw new Problem('saved_item_exists', `An item of another kind has the ID ${JSON.stringify(saved_id)}.`);
      if (!replaced && countSavedItems(db, orgId) >= limits.savedItems) {
        throw new Problem(
          'too_many_saved_items',
          `You can save at most ${limits.savedItems} items. Delete one and save again.`,
        );
      }
      if ((replaced && json.kind === 'request_draft') || unauditedKinds.has(json.kind)) skipAudit();
      const item = { ...input, saved_id: replaced?.saved_id ?? saved_id };
      if (replaced && replaced.name !== item.name) renameSavedItem(db, orgId, replaced, item.name);
      upsertSavedItem(db, orgId, item);
      queueSavedItem(ctx, item, { request: 'save', item });
      events.publish({ type: 'saved_items.changed' }, orgId);
      return respondWithEtag(findSavedItemById(db, orgId, item.saved_id) ?? item);
    });
  });

  bindRoute(
    tree,
    v1Routes.renameSavedItem,
    (ctx) =>
      ctx.commit(() => {
        const { db, orgId, events, found: item, setAuditSubject } = ctx;
        const { name } = ctx.json;
        requireFormRole(ctx, item);
        requireMatch(ctx.request, () => computeResourceEtag(item));
        setAuditSubject({ label: name });
        const other = findSavedItem(db, orgId, item.kind, name);
        if (other && other.saved_id !== item.saved_id)
          throw new Problem('saved_item_exists', `“${name}” is already in use. Choose another name.`);
        renameSavedItem(db, orgId, item, name);
        queueSavedItem(ctx, { ...item, name }, { request: 'rename', json: ctx.json });
        events.publish({ type: 'saved_items.changed' }, orgId);
        return respondWithEtag({ ...item, name });
      }),
    requireNamedItem,
  );

  bindRoute(tree, v1Routes.deleteSavedItem, (ctx) =>
    ctx.commit(() => {
      const { db, orgId, events, skipAudit, setAuditSubject } = ctx;
      const { saved_id } = ctx.params;
      const deleted = findSavedItemById(db, orgId, saved_id);
      if (!deleted) throw createNotFoundProblem(saved_id);
      requireFormRole(ctx, deleted);
      requireMatch(ctx.request, () => computeResourceEtag(deleted));
      deleteSavedItem(db, orgId, saved_id);
      if (unauditedKinds.has(deleted.kind)) skipAudit();
      setAuditSubject({ label: getSavedItemLabel(deleted) });
      queueSavedItem(ctx, deleted, { request: 'delete' });
      events.publish({ type: 'saved_items.changed' }, orgId);
      return { body: { saved_id } };
    }),
  );
}

/** Throws Problem `forbidden`. */
function requireFormRole(
  { principal: { role } }: Pick<RequestContext<Route>, 'principal'>,
  { kind }: Pick<SavedItem, 'kind'>,
): void {
  const route = formRoutes[kind];
  if (route && route.roles !== 'public' && !canUseRoute(route, role))
    throw new Problem('forbidden', explainRoles(route.roles));
}

type SavedItemContext = {
  readonly db: Database;
  readonly orgId: string;
  readonly params: { readonly saved_id: string };
};

/** Returns an item whose name the user chose. Throws Problem `saved_item_not_found`. */
function requireNamedItem({ db, orgId, params: { saved_id } }: SavedItemContext): SavedItem {
  const item = findSavedItemById(db, orgId, saved_id);
  if (!item || !renamedKinds.includes(item.kind)) throw createNotFoundProblem(saved_id);
  return item;
}

function createNotFoundProblem(savedId: string): Problem {
  return new Problem('saved_item_not_found', `There is no saved item with the ID ${JSON.stringify(savedId)}.`);
}

/** The form generates the name of a draft, so the label is the name of the requested agent. */
function getSavedItemLabel(item: Pick<SavedItem, 'kind' | 'name' | 'value'>): string {
  if (item.kind !== 'request_draft') return item.name;
  const { value } = item;
  return 'objective' in value && value.name.trim() !== '' ? value.name.trim() : 'Untitled draft';
}
