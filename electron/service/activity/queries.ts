import type { SQLInputValue } from 'node:sqlite';
import type { ActivityFilter } from '../../../shared/activity.ts';
import type { Database } from '../db/database.ts';
import { hashRow, type StoredRow } from './activity-row.ts';

/** Numbers that somebody has put out of every range are brought back into it: they break the chain, and nothing else. */
const columns = `min(number, 9007199254740991) AS number, max(0, min(at, 253402300799999)) AS at,
  actor_id, actor_name, actor_hint, role, operation, subject_id, subject_label, result,
  min(status, 999) AS status, code, request_id, hash`;

export type Head = { readonly rows: number; readonly hash: string };

/** How many rows were written and the last one's hash; undefined where somebody has taken that out. */
export function findHead(db: Database): Head | undefined {
  return db.get<Head>('SELECT rows, hash FROM activity_head');
}

/** Adds a row at the end of the chain; to be called in a transaction. */
export function insertActivity(db: Database, row: Omit<StoredRow, 'number' | 'hash'>): void {
  const head = findHead(db);
  if (!head) throw new Error('The activity of this workspace has lost its head.');
  const numbered = { ...row, number: head.rows + 1 };
  const hash = hashRow(head.hash, numbered);
  db.run(
    `INSERT INTO activity (number, at, actor_id, actor_name, actor_hint, role, operation, subject_id, subject_label,
       result, status, code, request_id, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    numbered.number,
    row.at,
    row.actor_id,
    row.actor_name,
    row.actor_hint,
    row.role,
    row.operation,
    row.subject_id,
    row.subject_label,
    row.result,
    row.status,
    row.code,
    row.request_id,
    hash,
  );
  db.run('UPDATE activity_head SET rows = ?, hash = ?', numbered.number, hash);
}

/** Newest first, from below number `before`. */
export function listActivityBefore(
  db: Database,
  filter: ActivityFilter,
  page: { readonly before: number; readonly limit: number },
): readonly StoredRow[] {
  const { where, values } = toConditions(filter);
  return db.all<StoredRow>(
    `SELECT ${columns} FROM activity WHERE ${where} AND activity.number < ? ORDER BY activity.number DESC LIMIT ?`,
    ...values,
    page.before,
    page.limit,
  );
}

/** Oldest first, from above number `after`. */
export function listActivityAfter(
  db: Database,
  filter: ActivityFilter,
  page: { readonly after: number; readonly limit: number },
): readonly StoredRow[] {
  const { where, values } = toConditions(filter);
  return db.all<StoredRow>(
    `SELECT ${columns} FROM activity WHERE ${where} AND activity.number > ? ORDER BY activity.number LIMIT ?`,
    ...values,
    page.after,
    page.limit,
  );
}

/** A stretch of the rows, newest first. Those that are skipped are looked at in an index only. */
export function listActivityStretch(
  db: Database,
  filter: ActivityFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly StoredRow[] {
  const { where, values } = toConditions(filter);
  return db.all<StoredRow>(
    `SELECT ${columns} FROM activity WHERE number IN (
       SELECT number FROM activity WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?
     ) ORDER BY activity.number DESC`,
    ...values,
    limit,
    offset,
  );
}

export function countActivity(db: Database, filter: ActivityFilter): number {
  const { where, values } = toConditions(filter);
  return Number(db.get(`SELECT count(*) AS total FROM activity WHERE ${where}`, ...values)?.['total']);
}

type ActorRow = { readonly actor_id: string; readonly actor_name: string; readonly actor_hint: string | null };

/** Who has done something, each as last seen. Steps from one actor to the next, and not over all that they did. */
export function listActors(db: Database): readonly ActorRow[] {
  return db.all<ActorRow>(
    `WITH RECURSIVE actor (id) AS (
       SELECT min(actor_id) FROM activity
       UNION ALL SELECT (SELECT min(actor_id) FROM activity WHERE actor_id > actor.id) FROM actor WHERE id IS NOT NULL
     )
     SELECT actor_id, actor_name, actor_hint FROM actor
     JOIN activity ON number = (SELECT max(number) FROM activity WHERE actor_id = actor.id)
     ORDER BY actor_name, actor_id`,
  );
}

export function listOperations(db: Database): readonly string[] {
  return db
    .all<{ readonly id: string }>(
      `WITH RECURSIVE done (id) AS (
         SELECT min(operation) FROM activity
         UNION ALL SELECT (SELECT min(operation) FROM activity WHERE operation > done.id) FROM done WHERE id IS NOT NULL
       )
       SELECT id FROM done WHERE id IS NOT NULL`,
    )
    .map(({ id }) => id);
}

function toConditions(filter: ActivityFilter): { readonly where: string; readonly values: readonly SQLInputValue[] } {
  const { operation, actor, result, from, to } = filter;
  const conditions: readonly (readonly [string, SQLInputValue | undefined])[] = [
    ['operation = ?', operation],
    ['actor_id = ?', actor],
    ['result = ?', result],
    ['at >= ?', from && Date.parse(from)],
    ['at < ?', to && Date.parse(to)],
  ];
  const wanted = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return { where: ['TRUE', ...wanted.map(({ sql }) => sql)].join(' AND '), values: wanted.map(({ value }) => value) };
}
