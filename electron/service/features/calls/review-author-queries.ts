// Public: other features may import this file.
import type { ReviewAuthor, ReviewField } from '../../../../shared/calls/call-review-fields.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { authorNameColumns, joinAuthorNames } from '../organizations/author-names-sql.ts';
import { toAuthor, type AuthorFields, type AuthorNames } from '../organizations/authors.ts';

/** Who set something, and when. */
export type Setter = AuthorFields & { readonly set_at: number };

/** `tag` is empty unless the field is a tag. */
type SetField = { readonly field: ReviewField; readonly tag: string };

export type StoredSetter = SetField & Setter;

const columns = 'field, tag, author_id, key_id, author_name, set_at';

/**
 * Stores who sets a field of those calls for which the condition holds, before it is set. `list` is the JSON of their row ids; `value` is
 * the parameter of the condition.
 */
export function storeSetters(
  db: Database,
  list: string,
  { field, tag, condition, value }: SetField & { readonly condition: string; readonly value: string | null },
  { author_id, key_id, author_name, set_at }: Setter,
): void {
  db.run(
    `INSERT INTO review_author (call, ${columns})
     SELECT call.id, ?, ?, ?, ?, ?, ? FROM call
     WHERE call.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND ${condition}
     ON CONFLICT (call, field, tag) DO UPDATE SET author_id = excluded.author_id, key_id = excluded.key_id,
       author_name = excluded.author_name, set_at = excluded.set_at`,
    field,
    tag,
    author_id,
    key_id,
    author_name,
    set_at,
    list,
    value,
  );
}

/** Deletes who set a tag of calls, which is removed. */
export function deleteTagSetters(db: Database, list: string, tag: string): void {
  const calls = 'SELECT CAST(value AS BIGINT) FROM json_each(?)';
  db.run(`DELETE FROM review_author WHERE field = 'tag' AND tag = ? AND call IN (${calls})`, tag, list);
}

/** Lists who set the fields of a call's review. */
export function listSetters(db: Database, call: number): readonly StoredSetter[] {
  return db.all<StoredSetter>(`SELECT ${columns} FROM review_author WHERE call = ? ORDER BY field, tag`, call);
}

/** Replaces who set the fields of a call's review. Each field is in the list once; tags that differ only in case are the same. */
export function replaceSetters(db: Database, call: number, setters: readonly StoredSetter[]): void {
  db.run('DELETE FROM review_author WHERE call = ?', call);
  for (const { field, tag, author_id, key_id, author_name, set_at } of setters)
    db.run(
      `INSERT INTO review_author (call, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      call,
      field,
      tag,
      author_id,
      key_id,
      author_name,
      set_at,
    );
}

/** Moves who set the fields of a call's review to another call, whose own take precedence. */
export function moveSetters(db: Database, from: number, to: number): void {
  db.run('UPDATE OR IGNORE review_author SET call = ? WHERE call = ?', to, from);
  db.run('DELETE FROM review_author WHERE call = ?', from);
}

/** Lists who set the fields of a call's review, with their names. */
export function readReviewAuthors(db: Database, call: number): readonly ReviewAuthor[] {
  const rows = db.all<StoredSetter & AuthorNames>(
    `SELECT field, tag, author_id, review_author.key_id, author_name, set_at, ${authorNameColumns}
     FROM review_author ${joinAuthorNames('review_author')}
     WHERE call = ? ORDER BY field, tag`,
    call,
  );
  return rows.map((row) => ({
    field: row.field,
    tag: row.tag === '' ? null : row.tag,
    by: toAuthor(row),
    at: formatTimestamp(row.set_at),
  }));
}
