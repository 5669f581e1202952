// Public: other features may import this file.
import * as z from 'zod';
import type { Sender } from '../../outbox/outbox.ts';
import { createNotYetError } from '../../outbox/outbox.ts';
import { listOpenItemsOfKind, type OutboxRow } from '../../outbox/outbox-queries.ts';
import { reviewPayloadSchema } from './outbox-payloads.ts';
import { toRemoteMember } from './remote-authors.ts';
import { createWorkSender, findTarget, restoreFromRemote, type WorkDependencies } from './work-target.ts';

const answerSchema = z.object({ skipped: z.array(z.unknown()) });

export const readReviewPayload = ({ payload }: Pick<OutboxRow, 'payload'>) =>
  reviewPayloadSchema.parse(JSON.parse(payload));

/** Sends changes of tags, review states and assignees. A repeated change has no further effect. */
export function createReviewSender(dependencies: WorkDependencies): Sender {
  const { db, orgId, events } = dependencies;
  const publish = (item: OutboxRow) => {
    const { call_ids } = readReviewPayload(item);
    const call_id = call_ids.length === 1 ? (call_ids[0] ?? null) : null;
    events.publish({ type: 'call_review.changed', call_id }, orgId);
  };
  return createWorkSender(dependencies, {
    publish,
    send: async (item, signal, client) => {
      const { call_ids, change } = readReviewPayload(item);
      // The changes of a call are sent in their order, also those of many calls together.
      const earlier = listOpenItemsOfKind(db, 'update_reviews').filter(({ id }) => id < item.id);
      const waiting = new Set(earlier.flatMap((row) => readReviewPayload(row).call_ids));
      if (call_ids.some((id) => waiting.has(id))) throw createNotYetError(undefined);
      const ids = call_ids.flatMap((id) => findTarget(dependencies, id)?.remoteId ?? []);
      if (ids.length === 0) return () => {};
      const { assignee_id, author_id, ...fields } = change;
      const assignee = assignee_id === undefined ? {} : { assignee_id: toRemoteMember(db, assignee_id) };
      const author = author_id === undefined ? {} : { author_id: toRemoteMember(db, author_id) };
      const json = { ...fields, ...assignee, ...author, calls: { ids } };
      const { body } = await client.request({ method: 'POST', path: '/call-reviews', json, signal });
      const answer = answerSchema.safeParse(body);
      return () => {
        if (!answer.success || answer.data.skipped.length > 0) restoreFromRemote(dependencies);
        publish(item);
      };
    },
  });
}
