import { changeReviews, findCallRowIds } from '../../features/calls/call-review-queries.ts';
import { insertNote } from '../../features/calls/note-queries.ts';
import { insertCriterion, listCriteria } from '../../features/calls/scorecard/criterion-queries.ts';
import { upsertScore } from '../../features/calls/scorecard/score-queries.ts';
import { listMembers } from '../../features/organizations/member-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DemoReview, demoCriteria } from './demo-reviews.ts';

/** Stores the criteria of the demo, and the reviews of its calls, with notes and scores. Call it in a transaction. */
export function seedReviews(
  db: Database,
  { newId }: Pick<Context, 'newId'>,
  { orgId, reviews }: { readonly orgId: string; readonly reviews: readonly DemoReview[] },
): void {
  const members = new Map(listMembers(db, orgId).map(({ email, user_id }) => [email, user_id]));
  for (const criterion of demoCriteria) insertCriterion(db, orgId, newId('crt'), criterion);
  const criterionIds = new Map(listCriteria(db, orgId).map(({ name, id }) => [name, id]));
  const rowIds = findCallRowIds(
    db,
    orgId,
    reviews.map(({ callId }) => callId),
  );
  for (const { callId, tags, reviewState, assignee, notes, scores } of reviews) {
    const rowId = rowIds.get(callId);
    const ids = rowId === undefined ? [] : [rowId];
    const assignee_id = assignee === null ? null : (members.get(assignee) ?? null);
    changeReviews(db, ids, { add_tags: [...tags], review_state: reviewState, assignee_id }, null);
    for (const { atSeconds, text, createdAt, author } of notes)
      for (const id of ids)
        insertNote(db, id, {
          ...createSeededNote({ newId }),
          at_ms: Math.round(atSeconds * 1000),
          text,
          created_at: createdAt,
          author_id: members.get(author) ?? null,
        });
    for (const [name, answer] of Object.entries(scores?.answers ?? {})) {
      const criterion = criterionIds.get(name);
      if (!scores || criterion === undefined) continue;
      const reviewer_id = members.get(scores.reviewer) ?? null;
      for (const id of ids)
        upsertScore(db, id, {
          criterion,
          answer,
          reviewer_id,
          key_id: 'window',
          decided_at: scores.decidedAt,
          author_name: null,
        });
    }
  }
}

/** Returns the fields of a note that was written in the window and that no remote has. */
export function createSeededNote({ newId }: Pick<Context, 'newId'>) {
  const ids = { note_id: newId('note'), version_id: newId('ntv') };
  return { ...ids, key_id: 'window', author_name: null, base_versions: null };
}
