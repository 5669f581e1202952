import type { Database } from '../../platform/db/database.ts';
import { readReviewPayload } from '../calls/remote/review-sender.ts';
import { findLastItemId, listItemsSince } from '../outbox/outbox-queries.ts';

/** The changes that were waiting for the remote when a request was sent, or were added since. The response does not contain them. */
export type PendingWork = {
  readonly hasSubject: (subjectId: string) => boolean;
  readonly hasReview: (callId: string) => boolean;
};

/** Call it before a request. When the response is stored, the returned function reads the changes that the response does not contain. */
export function trackPendingWork(db: Database): () => PendingWork {
  const lastId = findLastItemId(db);
  const before = listItemsSince(db, lastId);
  return () => {
    const items = [...before, ...listItemsSince(db, lastId)];
    const subjects = new Set(items.map(({ subject_id }) => subject_id));
    const reviews = items.filter(({ kind }) => kind === 'update_reviews');
    const calls = new Set(reviews.flatMap((item) => readReviewPayload(item).call_ids));
    return { hasSubject: (id) => subjects.has(id), hasReview: (id) => calls.has(id) };
  };
}
