import type { ReviewChange } from '../../../../shared/calls/call-reviews.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { formatReviewSubject } from '../../../../shared/workspaces/sync.ts';
import type { Context } from '../../platform/context.ts';
import { findWorkOutbox, queueWork, type WorkRequest } from '../outbox/queue-work.ts';
import { readReviewSnapshots } from './call-review-queries.ts';

/** Queues a change of the reviews of calls, by their row ids, in the open transaction. `label` names the calls. */
export function queueReviews(
  ctx: WorkRequest & { readonly context: Pick<Context, 'newId'> },
  rowIds: readonly number[],
  change: ReviewChange,
  label: string,
): void {
  if (!findWorkOutbox(ctx.services)) return;
  for (let start = 0; start < rowIds.length; start += limits.reviewedCallIds) {
    const part = rowIds.slice(start, start + limits.reviewedCallIds);
    const call_ids = [...readReviewSnapshots(ctx.db, part).values()].map(({ call_id }) => call_id);
    const [first = ''] = call_ids;
    // The changes of one call are sent in order; those of many calls wait for each other when they are sent.
    const subjectId = formatReviewSubject(call_ids.length === 1 ? first : ctx.context.newId('all'));
    queueWork(ctx, { kind: 'update_reviews', subjectId, label, payload: { call_ids, change } });
  }
}
