// Public: other features may import this file.
import type { AuthoredReview, CallReview } from '../../../../shared/calls/call-review-fields.ts';
import type { ReviewChange } from '../../../../shared/calls/call-reviews.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { foldName, isSameName } from '../../../../shared/text/plain-text.ts';
import type { Database } from '../../platform/db/database.ts';
import type { CallRow } from './call-queries.ts';
import {
  deleteTagSetters,
  moveSetters,
  readReviewAuthors,
  storeSetters,
  type Setter,
} from './review-author-queries.ts';

/** Reads the review of a call. */
export function readCallReview(
  db: Database,
  { id, review_state, assignee_id }: Pick<CallRow, 'id' | 'review_state' | 'assignee_id'>,
): CallReview {
  return {
    tags: [...listTagsOfCall(db, id)],
    review_state,
    assignee: assignee_id === null ? null : { user_id: assignee_id, email: findMemberEmail(db, assignee_id) },
  };
}

/** Reads the review of a call with who set each part of it. */
export function readAuthoredReview(db: Database, call: Parameters<typeof readCallReview>[1]): AuthoredReview {
  return { ...readCallReview(db, call), set_by: [...readReviewAuthors(db, call.id)] };
}

/** Lists the tags of a call in alphabetical order. */
export function listTagsOfCall(db: Database, call: number): readonly string[] {
  const sql = 'SELECT tag FROM call_tag WHERE call = ? ORDER BY tag';
  return db.all<{ readonly tag: string }>(sql, call).map(({ tag }) => tag);
}

function findMemberEmail(db: Database, userId: string): string | null {
  const member = db.get<{ readonly email: string }>('SELECT email FROM member WHERE user_id = ?', userId);
  return member?.email ?? null;
}

export function isMember(db: Database, orgId: string, userId: string): boolean {
  return (
    db.get('SELECT 1 FROM member WHERE org_id = ? AND user_id = ? AND removed_at IS NULL', orgId, userId) !== undefined
  );
}

/** Lists the tags that occur, in alphabetical order. */
export function listTags(db: Database): readonly string[] {
  // Skips from one tag to the next in the index, because there are few of them and many calls.
  return db
    .all<{ readonly tag: string }>(
      `WITH RECURSIVE each (tag) AS (
         SELECT min(tag) FROM call_tag
         UNION ALL
         SELECT (SELECT min(tag) FROM call_tag WHERE call_tag.tag > each.tag) FROM each WHERE each.tag IS NOT NULL
       )
       SELECT tag FROM each WHERE tag IS NOT NULL`,
    )
    .map(({ tag }) => tag);
}

/**
 * Changes the review of calls, by their row ids, with one statement for each field, because there can be many. Tags that differ
 * only in case are the same, in any script: the first spelling stays. Stores who changed what, unless `setter` is null.
 */
export function changeReviews(db: Database, ids: readonly number[], change: ReviewChange, setter: Setter | null): void {
  const list = JSON.stringify(ids);
  const { add_tags = [], remove_tags = [] } = spellTags(db, change);
  for (const tag of remove_tags) {
    deleteTagSetters(db, list, tag);
    db.run(
      'DELETE FROM call_tag WHERE tag = ? AND call IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
      tag,
      list,
    );
  }
  if (setter) storeChangeSetters(db, list, { ...change, add_tags }, setter);
  for (const tag of add_tags)
    db.run(
      `INSERT INTO call_tag (call, tag) SELECT CAST(value AS BIGINT), ? FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING`,
      tag,
      list,
    );
  if (change.review_state !== undefined)
    db.run(
      'UPDATE call SET review_state = ?1 WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2)) AND review_state <> ?1',
      change.review_state,
      list,
    );
  if (change.assignee_id !== undefined)
    db.run(
      'UPDATE call SET assignee_id = ?1 WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?2)) AND assignee_id IS NOT ?1',
      change.assignee_id,
      list,
    );
  recordReviews(db, list);
}

/** Stores who changes the reviews of calls, before they are changed. `list` is the JSON of their row ids. */
function storeChangeSetters(
  db: Database,
  list: string,
  { add_tags = [], review_state, assignee_id }: ReviewChange,
  setter: Setter,
): void {
  for (const tag of add_tags) {
    const condition = 'NOT EXISTS (SELECT 1 FROM call_tag WHERE call_tag.call = call.id AND call_tag.tag = ?)';
    storeSetters(db, list, { field: 'tag', tag, condition, value: tag }, setter);
  }
  if (review_state !== undefined) {
    const condition = 'call.review_state <> ?';
    storeSetters(db, list, { field: 'review_state', tag: '', condition, value: review_state }, setter);
  }
  if (assignee_id !== undefined) {
    const condition = 'call.assignee_id IS NOT ?';
    storeSetters(db, list, { field: 'assignee', tag: '', condition, value: assignee_id }, setter);
  }
}

/** Stores that the reviews of calls were changed, like `recordChange`. `list` is the JSON of their row ids. */
function recordReviews(db: Database, list: string): void {
  const callIds = 'SELECT call_id FROM call WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';
  db.run(`DELETE FROM changed_item WHERE kind = 'review' AND item_id IN (${callIds})`, list);
  db.run(
    `INSERT INTO changed_item (kind, item_id, call_id) SELECT 'review', call_id, call_id FROM (${callIds}) AS called`,
    list,
  );
}

/** Returns the tags that occur and differ from a tag in their case at most. */
export function listTagsLike(db: Database, tag: string): readonly string[] {
  return listTags(db).filter((one) => isSameName(one, tag));
}

/** Returns the change with tags as calls spell them already. */
function spellTags(db: Database, change: ReviewChange): ReviewChange {
  const { add_tags, remove_tags } = change;
  if (!add_tags && !remove_tags) return change;
  const spellings = new Map(listTags(db).map((tag) => [foldName(tag), tag]));
  const spell = (tag: string) => spellings.get(foldName(tag)) ?? tag;
  return {
    ...change,
    ...(add_tags && { add_tags: add_tags.map(spell) }),
    ...(remove_tags && { remove_tags: remove_tags.map(spell) }),
  };
}

/** Returns the row ids of the calls that would have more tags than allowed. */
export function findCallsWithTooManyTags(
  db: Database,
  ids: readonly number[],
  change: ReviewChange,
): readonly number[] {
  const { add_tags = [], remove_tags = [] } = spellTags(db, change);
  if (add_tags.length === 0) return [];
  return db
    .all<{ readonly call: number }>(
      `SELECT call FROM (
         SELECT call, tag FROM call_tag
         WHERE call IN (SELECT CAST(value AS BIGINT) FROM json_each(?1)) AND tag NOT IN (SELECT value FROM json_each(?3))
         UNION SELECT CAST(id.value AS BIGINT), added.value FROM json_each(?1) AS id, json_each(?2) AS added
       ) AS changed GROUP BY call HAVING count(*) > ?4`,
      JSON.stringify(ids),
      JSON.stringify(add_tags),
      JSON.stringify(remove_tags),
      limits.tagsPerCall,
    )
    .map(({ call }) => call);
}

/** Counts the calls whose reviews a change would make different. */
export function countDifferentReviews(db: Database, ids: readonly number[], change: ReviewChange): number {
  const { add_tags = [], remove_tags = [], review_state, assignee_id } = spellTags(db, change);
  const count = db.get<{ readonly calls: number }>(
    `SELECT count(*) AS calls FROM call WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1)) AND (
       review_state <> ?2
       OR (?3 = 1 AND assignee_id IS NOT ?4)
       OR (SELECT count(*) FROM call_tag WHERE call = call.id AND tag IN (SELECT value FROM json_each(?5)))
         < (SELECT count(DISTINCT value COLLATE NOCASE) FROM json_each(?5))
       OR EXISTS (SELECT 1 FROM call_tag WHERE call = call.id AND tag IN (SELECT value FROM json_each(?6)))
     )`,
    JSON.stringify(ids),
    review_state ?? null,
    assignee_id === undefined ? 0 : 1,
    assignee_id ?? null,
    JSON.stringify(add_tags),
    JSON.stringify(remove_tags.filter((tag) => !add_tags.includes(tag))),
  );
  return count?.calls ?? 0;
}

/** The values of a review that a change can replace. */
export type ReviewSnapshot = Pick<CallRow, 'call_id' | 'review_state' | 'assignee_id'> & {
  readonly tags: readonly string[];
};

/** Reads the reviews of calls, by their row ids. */
export function readReviewSnapshots(db: Database, ids: readonly number[]): ReadonlyMap<number, ReviewSnapshot> {
  type SnapshotRow = Omit<ReviewSnapshot, 'tags'> & { readonly id: number; readonly tags: string };
  const rows = db.all<SnapshotRow>(
    `SELECT id, call_id, review_state, assignee_id,
       (SELECT json_group_array(tag ORDER BY tag) FROM call_tag WHERE call_tag.call = call.id) AS tags
     FROM call WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, tags, ...review }) => [id, { ...review, tags: JSON.parse(tags) }]));
}

/** Returns the row ids of the calls that exist, by their IDs, the oldest call first. */
export function findCallRowIds(db: Database, orgId: string, callIds: readonly string[]): ReadonlyMap<string, number> {
  const rows = db.all<{ readonly id: number; readonly call_id: string }>(
    'SELECT id, call_id FROM call WHERE org_id = ? AND call_id IN (SELECT value FROM json_each(?)) ORDER BY id',
    orgId,
    JSON.stringify(callIds),
  );
  return new Map(rows.map(({ id, call_id }) => [call_id, id]));
}

/** Adds the review of a call to another call's review, which takes precedence, and removes it. */
export function moveReview(db: Database, from: Pick<CallRow, 'id' | 'review_state' | 'assignee_id'>, to: number): void {
  moveSetters(db, from.id, to);
  db.run('UPDATE OR IGNORE call_tag SET call = ? WHERE call = ?', to, from.id);
  db.run('DELETE FROM call_tag WHERE call = ?', from.id);
  db.run('UPDATE call SET assignee_id = coalesce(assignee_id, ?) WHERE id = ?', from.assignee_id, to);
  if (from.review_state === 'reviewed') db.run(`UPDATE call SET review_state = 'reviewed' WHERE id = ?`, to);
}

/** Replaces the review of a call with the remote's review. */
export function replaceReview(
  db: Database,
  call: number,
  { tags, review_state, assignee_id }: Omit<ReviewSnapshot, 'call_id'>,
): void {
  const remove_tags = listTagsOfCall(db, call).filter((tag) => !tags.includes(tag));
  changeReviews(db, [call], { remove_tags, add_tags: [...tags], review_state, assignee_id }, null);
}
