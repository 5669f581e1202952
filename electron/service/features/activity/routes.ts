import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import { toActivityEntry } from './activity-row.ts';
import { describeOperation, describeRepeatedActivity } from './describe-activity.ts';
import { exportActivity } from './export-activity.ts';
import * as activity from './activity-queries.ts';
import { verifyActivity } from './verify-activity.ts';

/** Interval between progress events of a verification. */
const progressIntervalMs = 250;

export function addActivityRoutes(trees: RouteTrees): void {
  addV1Routes(trees.v1);
  addAppRoutes(trees.app);
}

function addV1Routes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.listActivity, ({ db, query: { limit, cursor, ...filter } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = activity.listActivityBefore(db, filter, { before, limit: limit + 1 });
    return { body: toPage(rows, limit, toActivityEntry, ({ number }) => number) };
  });

  bindRoute(tree, v1Routes.exportActivity, ({ request, db, query: { format, ...filter } }) => {
    const response = exportActivity(db, filter, format);
    // A HEAD response must not have a stream, which would be neither read nor canceled.
    return request.method === 'HEAD' ? new Response(null, { headers: response.headers }) : response;
  });

  bindRoute(tree, v1Routes.verifyActivity, async ({ db, context, events }) => {
    let lastProgressAtMs = context.now();
    const body = await verifyActivity(db, (done, total) => {
      if (Math.abs(context.now() - lastProgressAtMs) < progressIntervalMs) return;
      lastProgressAtMs = context.now();
      events.publish({ type: 'activity.verification_progress', done, total }, null);
    });
    return { body };
  });
}

function addAppRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listActivityEntries, ({ db, query: { offset, limit, ...filter } }) => {
    const listed = activity.listActivityPage(db, filter, { offset, limit });
    const data = listed.map(({ row, entries }) => ({
      ...toActivityEntry(row),
      entries,
      ...(entries > 1 && { summary: describeRepeatedActivity(row, entries) }),
    }));
    return { body: { data, ...activity.countActivity(db, filter) } };
  });

  bindRoute(tree, appRoutes.listActivityFacets, ({ db }) => {
    const operations = activity.listOperations(db);
    return {
      body: {
        actors: [...activity.listActors(db)],
        operations: operations.map((operation) => ({ operation, summary: describeOperation(operation) })),
      },
    };
  });
}
