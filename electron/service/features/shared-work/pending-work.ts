import type { Database } from '../../platform/db/database.ts';
import { readReviewPayload } from '../calls/remote/review-sender.ts';
import { findLastItemId, listItemsSince } from '../outbox/outbox-queries.ts';

/** What was waiting for the remote when a response was requested, or was added since: the response does not contain it. */
export type PendingWork = {
  readonly hasSubject: (subjectId: string) => boolean;
  readonly hasReview: (callId: string) => boolean;
};

/** Call it before a request. The returned function reads what the response does not contain; call it when the response is stored. */
export function trackPendingWork(db: Database): () => PendingWork {
  const before = listItemsSince(db, findLastItemId(db));
  const lastId = findLastItemId(db);
  return () => {
    const items = [...before, ...listItemsSince(db, lastId)];
    const subjects = new Set(items.map(({ subject_id }) => subject_id));
    const reviews = items.filter(({ kind }) => kind === 'update_reviews');
    const calls = new Set(reviews.flatMap((item) => readReviewPayload(item).call_ids));
    return { hasSubject: (id) => subjects.has(id), hasReview: (id) => calls.has(id) };
  };
}
