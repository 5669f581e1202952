import { appRoutes } from '../../../shared/contract.ts';
import { limits } from '../../../shared/limits.ts';
import { Problem } from '../../../shared/problems.ts';
import type { EventHub } from '../events/event-hub.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { countSavedItems, deleteSavedItem, findSavedItem, listSavedItems, upsertSavedItem } from './queries.ts';

export function addSavedRoutes(tree: RouteTree, hub: EventHub): void {
  bindRoute(tree, appRoutes.listSavedItems, ({ workspace, principal }) => ({
    body: { data: [...listSavedItems(workspace.db, principal.orgId)] },
  }));

  bindRoute(tree, appRoutes.saveItem, ({ workspace, principal: { orgId }, json, commitOnce, goOn }) => {
    const { db, context } = workspace;
    const answer = commitOnce(JSON.stringify(json), () => {
      const replaced = findSavedItem(db, orgId, json.kind, json.name);
      if (!replaced && countSavedItems(db, orgId) >= limits.savedItems) {
        throw new Problem(
          'too_many_saved',
          `At most ${limits.savedItems} things are kept by a name. Delete one first.`,
        );
      }
      if (replaced && json.kind === 'request_draft') goOn();
      const item = { ...json, saved_id: replaced?.saved_id ?? context.newId('sav') };
      upsertSavedItem(db, orgId, item);
      return { body: item };
    });
    hub.publish({ type: 'saved.changed' }, orgId);
    return answer;
  });

  bindRoute(tree, appRoutes.deleteSavedItem, ({ workspace: { db }, principal: { orgId }, params, commit }) => {
    const { saved_id } = params;
    const answer = commit(() => {
      if (deleteSavedItem(db, orgId, saved_id)) return { body: { saved_id } };
      throw new Problem('saved_not_found', `Nothing is saved under the id ${JSON.stringify(saved_id)}.`);
    });
    hub.publish({ type: 'saved.changed' }, orgId);
    return answer;
  });
}
