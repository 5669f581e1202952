import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import type { EventHub } from '../events/event-hub.ts';
import { readCursor, toPage } from '../http/paging.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { summaryOf, toActivityRow } from './activity-row.ts';
import { exportActivity } from './export-activity.ts';
import * as activity from './queries.ts';
import { verifyActivity } from './verify-activity.ts';

/** How often it is told how far a verification has come. */
const progressEveryMs = 250;

export function addActivityRoutes(tree: RouteTree, hub: EventHub): void {
  bindRoute(tree, v1Routes.listActivity, ({ workspace, query: { limit, cursor, ...filter } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = activity.listActivityBefore(workspace.db, filter, { before, limit: limit + 1 });
    return { body: toPage(rows, limit, toActivityRow, ({ number }) => number) };
  });

  bindRoute(tree, v1Routes.exportActivity, ({ request, workspace, query: { format, ...filter } }) => {
    const answer = exportActivity(workspace.db, filter, format);
    // Nobody would read, or cancel, the stream of a HEAD.
    return request.method === 'HEAD' ? new Response(null, { headers: answer.headers }) : answer;
  });

  bindRoute(tree, v1Routes.verifyActivity, async ({ workspace: { db, context } }) => {
    let toldAt = context.now();
    const body = await verifyActivity(db, (done, total) => {
      if (Math.abs(context.now() - toldAt) < progressEveryMs) return;
      toldAt = context.now();
      hub.publish({ type: 'activity.verifying', done, total }, null);
    });
    return { body };
  });
}

export function addActivityWindowRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listActivityRows, ({ workspace: { db }, query: { offset, limit, ...filter } }) => {
    const rows = activity.listActivityStretch(db, filter, { offset, limit });
    return { body: { data: rows.map(toActivityRow), total: activity.countActivity(db, filter) } };
  });

  bindRoute(tree, appRoutes.listActivityFacets, ({ workspace: { db } }) => {
    const operations = activity.listOperations(db).map((operation) => ({ operation, summary: summaryOf(operation) }));
    return { body: { actors: [...activity.listActors(db)], operations } };
  });
}
