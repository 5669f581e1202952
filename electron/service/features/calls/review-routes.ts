import type { CallSelection, ReviewChange, ReviewUndo } from '../../../../shared/calls/call-reviews.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Database } from '../../platform/db/database.ts';
import { createDownload } from '../../platform/http/download.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { truncateText } from '../../platform/text-line.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { createAuthor } from '../organizations/authors.ts';
import { listMembers } from '../organizations/member-queries.ts';
import { listCallIds } from './call-list-queries.ts';
import {
  findCallRowIds,
  readAuthoredReview,
  changeReviews,
  countDifferentReviews,
  findCallsWithTooManyTags,
  readReviewSnapshots,
  type ReviewSnapshot,
} from './call-review-queries.ts';
import { exportCallsByRowId, exportMediaTypes } from './export-calls.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import { formatCallLabel } from './place-call.ts';
import { queueReviews } from './queue-reviews.ts';
import type { Setter } from './review-author-queries.ts';
import { requireCall, requireMember } from './require-call.ts';
import type { ScoreTotals } from './scorecard/score-totals.ts';

export function addReviewRoutes({
  v1: tree,
  app,
}: RouteTrees<WorkServices & { readonly scoreTotals: ScoreTotals }>): void {
  bindRoute(
    tree,
    v1Routes.updateCallReview,
    (ctx) => {
      const { db, orgId, events, found: call } = ctx;
      const json = addAuthor(ctx.json, ctx.principal);
      ctx.setAuditSubject({ label: formatTargetLabel(formatCallLabel(call), describeChange(json)) });
      return ctx.commit(() => {
        requireMatch(ctx.request, () => computeResourceEtag(readAuthoredReview(db, requireCall(ctx))));
        const { skippedIds } = changeReviewsOfCalls(ctx, [call.id], json);
        if (skippedIds.length > 0)
          throw new Problem('too_many_tags', `A call can have at most ${limits.tagsPerCall} tags. No tag was added.`);
        queueReviews(ctx, [call.id], json, formatCallLabel(call));
        events.publish({ type: 'call_review.changed', call_id: call.call_id }, orgId);
        return respondWithEtag(readAuthoredReview(db, requireCall(ctx)));
      });
    },
    requireCall,
  );

  bindRoute(tree, v1Routes.updateCallReviews, async (ctx) => {
    const { db, orgId, events, json, services, setAuditSubject } = ctx;
    if ('filter' in json.calls) await services.scoreTotals.prepare(json.calls.filter);
    return ctx.commitOnce(json, () => {
      const { calls, ...change } = addAuthor(json, ctx.principal);
      const { rowIds, missingIds } = selectCalls(db, orgId, calls);
      const label = rowIds.length === 1 ? '1 call' : `${rowIds.length} calls`;
      setAuditSubject({ label });
      const changeAll = 'ids' in calls ? changeReviewsOfCalls : changeManyReviews;
      const { skippedIds, changeableIds, changed, undo } = changeAll(ctx, rowIds, change);
      queueReviews(ctx, changeableIds, change, label);
      events.publish({ type: 'call_review.changed', call_id: null }, orgId);
      const skipped = [
        ...missingIds.map((call_id) => ({ call_id, reason: 'not_found' as const })),
        ...skippedIds.map((call_id) => ({ call_id, reason: 'too_many_tags' as const })),
      ];
      return { body: { total: rowIds.length, changed, skipped, undo: [...undo] } };
    });
  });

  bindRoute(app, appRoutes.exportSelectedCalls, ({ db, orgId, json: { ids, format } }) => {
    const rowIds = [...findCallRowIds(db, orgId, ids).values()];
    return createDownload(exportCallsByRowId(db, orgId, rowIds, format), {
      mediaType: exportMediaTypes[format],
      fileName: `calls.${format}`,
    });
  });

  bindRoute(tree, v1Routes.listAssignees, ({ db, orgId }) => ({
    body: {
      data: listMembers(db, orgId)
        .filter(({ status }) => status !== 'suspended')
        .map(({ user_id, email }) => ({ user_id, email })),
    },
  }));
}

/** Leaves room for the call in the subject of an activity entry. */
const auditedChangeLength = 50;

/** Names what a change adds, removes and sets, so that the activity keeps the earlier values. */
function describeChange({ add_tags = [], remove_tags = [], review_state, assignee_id }: ReviewChange): string {
  const parts = [
    ...remove_tags.map((tag) => `−${tag}`),
    ...add_tags.map((tag) => `+${tag}`),
    ...(review_state === undefined ? [] : [review_state.replace('_', ' ')]),
    ...(assignee_id === undefined ? [] : [assignee_id === null ? 'not assigned' : 'assigned']),
  ];
  return truncateText(parts.join(', ') || 'no change', auditedChangeLength);
}

/** Returns the row ids of the selected calls, and the IDs without a call. */
function selectCalls(db: Database, orgId: string, calls: CallSelection) {
  if (!('ids' in calls)) return { rowIds: listCallIds(db, orgId, calls.filter), missingIds: [] };
  const found = findCallRowIds(db, orgId, calls.ids);
  return { rowIds: [...found.values()], missingIds: [...new Set(calls.ids)].filter((id) => !found.has(id)) };
}

type ReviewContext = Pick<RequestContext<Route>, 'db' | 'orgId' | 'principal' | 'context'>;

type ChangedReviews = {
  readonly changeableIds: readonly number[];
  /** The IDs of the calls that would have too many tags, and keep their reviews. */
  readonly skippedIds: readonly string[];
  /** The number of calls whose reviews are different now. */
  readonly changed: number;
  /** These calls, grouped by the change that restores them. */
  readonly undo: readonly ReviewUndo[];
};

/** Changes the reviews of calls, by their row ids, in the open transaction. Throws Problem `assignee_unknown` or `author_unknown`. */
function changeReviewsOfCalls(ctx: ReviewContext, ids: readonly number[], change: ReviewChange): ChangedReviews {
  const { db } = ctx;
  const { changeableIds, skippedIds } = splitCalls(ctx, ids, change);
  const before = readReviewSnapshots(db, changeableIds);
  changeReviews(db, changeableIds, change, createSetter(ctx, change));
  const undo = groupUndo(before, readReviewSnapshots(db, changeableIds));
  const changed = undo.reduce((sum, group) => sum + group.ids.length, 0);
  return { changeableIds, skippedIds, changed, undo };
}

/** Does the same in a third of the time, for any number of calls, without a way to undo it. */
function changeManyReviews(ctx: ReviewContext, ids: readonly number[], change: ReviewChange): ChangedReviews {
  const { db } = ctx;
  const { changeableIds, skippedIds } = splitCalls(ctx, ids, change);
  const changed = countDifferentReviews(db, changeableIds, change);
  changeReviews(db, changeableIds, change, createSetter(ctx, change));
  return { changeableIds, skippedIds, changed, undo: [] };
}

/** The author is the member who uses the window, or to whom the API key belongs, unless the request names another. */
function addAuthor<Change extends ReviewChange>(change: Change, { memberId }: Principal): Change {
  return memberId === null ? change : { author_id: memberId, ...change };
}

function createSetter({ principal, context }: ReviewContext, { author_id }: ReviewChange): Setter {
  return { ...createAuthor(principal, author_id), set_at: context.now() };
}

/** Separates the calls that would have too many tags. Throws Problem `assignee_unknown` or `author_unknown`. */
function splitCalls({ db, orgId }: ReviewContext, ids: readonly number[], change: ReviewChange) {
  requireMember(db, orgId, change.assignee_id, 'assignee_unknown');
  requireMember(db, orgId, change.author_id, 'author_unknown');
  const skipped = new Set(findCallsWithTooManyTags(db, ids, change));
  return {
    changeableIds: ids.filter((id) => !skipped.has(id)),
    skippedIds: [...readReviewSnapshots(db, [...skipped]).values()].map(({ call_id }) => call_id),
  };
}

type Snapshots = ReadonlyMap<number, ReviewSnapshot>;

function groupUndo(before: Snapshots, after: Snapshots): readonly ReviewUndo[] {
  const idsByChange = new Map<string, string[]>();
  for (const [id, old] of before) {
    const current = after.get(id);
    const change = JSON.stringify(current ? describeUndo(old, current) : {});
    if (change === '{}') continue;
    const ids = idsByChange.get(change) ?? [];
    idsByChange.set(change, ids);
    ids.push(old.call_id);
  }
  return [...idsByChange].map(([change, ids]) => ({ ids, ...JSON.parse(change) }));
}

/** Returns the change that restores the old review. It is empty if nothing differs. */
function describeUndo(old: ReviewSnapshot, current: ReviewSnapshot): ReviewChange {
  const removed = old.tags.filter((tag) => !current.tags.includes(tag));
  const added = current.tags.filter((tag) => !old.tags.includes(tag));
  return {
    ...(removed.length > 0 && { add_tags: removed }),
    ...(added.length > 0 && { remove_tags: added }),
    ...(old.review_state !== current.review_state && { review_state: old.review_state }),
    ...(old.assignee_id !== current.assignee_id && { assignee_id: old.assignee_id }),
  };
}
