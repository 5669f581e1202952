import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { CallSelection } from '../../../../shared/calls/call-reviews.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { createDownload } from '../../platform/http/download.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { listMembers } from '../organizations/organization-queries.ts';
import { listCallIds } from './call-list-queries.ts';
import { findCallRowIds, readCallReview } from './call-review-queries.ts';
import { changeManyReviews, changeReviewsOfCalls } from './change-reviews.ts';
import { exportCallsByRowId, exportMediaTypes } from './export-calls.ts';
import { formatCallLabel } from './place-call.ts';
import { requireCall } from './require-call.ts';
import type { ScoreTotals } from './scorecard/score-totals.ts';

export function addReviewRoutes(tree: RouteTree<{ readonly scoreTotals: ScoreTotals }>): void {
  bindRoute(
    tree,
    appRoutes.updateCallReview,
    (ctx) => {
      const { db, orgId, events, found: call, json } = ctx;
      ctx.setAuditSubject({ label: formatCallLabel(call) });
      return ctx.commit(() => {
        const { skippedIds } = changeReviewsOfCalls(db, orgId, [call.id], json);
        if (skippedIds.length > 0)
          throw new Problem('too_many_tags', `A call can have at most ${limits.tagsPerCall} tags. No tag was added.`);
        events.publish({ type: 'call_review.changed', call_id: call.call_id }, orgId);
        return { body: readCallReview(db, requireCall(ctx)) };
      });
    },
    requireCall,
  );

  bindRoute(tree, appRoutes.updateCallReviews, async (ctx) => {
    const { db, orgId, events, json, services, setAuditSubject } = ctx;
    if ('filter' in json.calls) await services.scoreTotals.prepare(json.calls.filter);
    return ctx.commitOnce(JSON.stringify(json), () => {
      const { calls, ...change } = json;
      const { rowIds, missingIds } = selectCalls(db, orgId, calls);
      setAuditSubject({ label: rowIds.length === 1 ? '1 call' : `${rowIds.length} calls` });
      const changeAll = 'ids' in calls ? changeReviewsOfCalls : changeManyReviews;
      const { skippedIds, changed, undo } = changeAll(db, orgId, rowIds, change);
      events.publish({ type: 'call_review.changed', call_id: null }, orgId);
      const skipped = [
        ...missingIds.map((call_id) => ({ call_id, reason: 'not_found' as const })),
        ...skippedIds.map((call_id) => ({ call_id, reason: 'too_many_tags' as const })),
      ];
      return { body: { total: rowIds.length, changed, skipped, undo: [...undo] } };
    });
  });

  bindRoute(tree, appRoutes.exportSelectedCalls, ({ db, orgId, json: { ids, format } }) => {
    const rowIds = [...findCallRowIds(db, orgId, ids).values()];
    return createDownload(exportCallsByRowId(db, orgId, rowIds, format), {
      mediaType: exportMediaTypes[format],
      fileName: `calls.${format}`,
    });
  });

  bindRoute(tree, appRoutes.listAssignees, ({ db, orgId }) => ({
    body: { data: listMembers(db, orgId).map(({ user_id, email }) => ({ user_id, email })) },
  }));
}

/** Returns the row ids of the selected calls, and the IDs without a call. */
function selectCalls(db: Database, orgId: string, calls: CallSelection) {
  if (!('ids' in calls)) return { rowIds: listCallIds(db, orgId, calls.filter), missingIds: [] };
  const found = findCallRowIds(db, orgId, calls.ids);
  return { rowIds: [...found.values()], missingIds: [...new Set(calls.ids)].filter((id) => !found.has(id)) };
}
