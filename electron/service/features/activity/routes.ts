import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { getOperationSummary, toActivityRow } from './activity-row.ts';
import { exportActivity } from './export-activity.ts';
import * as activity from './queries.ts';
import { verifyActivity } from './verify-activity.ts';

/** How often it is told how far a verification has come. */
const progressIntervalMs = 250;

export function addActivityRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.listActivity, ({ db, query: { limit, cursor, ...filter } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = activity.listActivityBefore(db, filter, { before, limit: limit + 1 });
    return { body: toPage(rows, limit, toActivityRow, ({ number }) => number) };
  });

  bindRoute(tree, v1Routes.exportActivity, ({ request, db, query: { format, ...filter } }) => {
    const answer = exportActivity(db, filter, format);
    // Nobody would read, or cancel, the stream of a HEAD.
    return request.method === 'HEAD' ? new Response(null, { headers: answer.headers }) : answer;
  });

  bindRoute(tree, v1Routes.verifyActivity, async ({ db, context, events }) => {
    let toldAt = context.now();
    const body = await verifyActivity(db, (done, total) => {
      if (Math.abs(context.now() - toldAt) < progressIntervalMs) return;
      toldAt = context.now();
      events.publish({ type: 'activity.verification_progress', done, total }, null);
    });
    return { body };
  });
}

export function addActivityAppRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listActivityEntries, ({ db, query: { offset, limit, ...filter } }) => {
    const rows = activity.listActivityPage(db, filter, { offset, limit });
    return { body: { data: rows.map(toActivityRow), total: activity.countActivity(db, filter) } };
  });

  bindRoute(tree, appRoutes.listActivityFacets, ({ db }) => {
    const operations = activity
      .listOperations(db)
      .map((operation) => ({ operation, summary: getOperationSummary(operation) }));
    return { body: { actors: [...activity.listActors(db)], operations } };
  });
}
