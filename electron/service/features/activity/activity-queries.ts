// Public: other features may import this file.
import { activityResults, type ActivityFilter, type ActivityGap } from '../../../../shared/organization/activity.ts';
import { roles } from '../../../../shared/contract/roles.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database, SqlValue } from '../../platform/db/database.ts';
import { genesisHash, hashRow, type ActivityRow } from './activity-row.ts';
import { repeatedOperations } from './describe-activity.ts';

const quoteList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** The largest number that fits in a cursor. */
const maxRowNumber = 999_999_999_999_999;

/** The largest integer of SQLite. */
const maxInteger = '9223372036854775807';

/** Values that were tampered with are clamped to valid ranges, so that they break the chain and nothing else. */
const headRows = `max(0, min(rows, ${maxRowNumber}))`;
const time = 'max(0, min(at, 253402300799999))';

const columns = `max(-${maxRowNumber}, min(number, ${maxRowNumber})) AS number, ${time} AS at,
  actor_id, actor_name, actor_hint, iif(role IN (${quoteList(roles)}), role, 'viewer') AS role, operation, subject_id,
  subject_label, iif(result IN (${quoteList(activityResults)}), result, 'failed') AS result,
  max(0, min(status, 999)) AS status, code, request_id, hash`;

export type ChainHead = { readonly rows: number; readonly hash: string };

/** Returns the number of rows and the last hash; undefined if another program deleted the head. */
export function findChainHead(db: Database): ChainHead | undefined {
  return db.get<ChainHead>(`SELECT ${headRows} AS rows, hash FROM activity_head`);
}

/** The end of the chain as it was when an entry was written. `at` is the time of the last entry; 0 if it is missing. */
export type RecordedHead = ChainHead & { readonly at: number };

/** Returns the head with the time of the last entry. */
export function findRecordedHead(db: Database): RecordedHead | undefined {
  return db.get(
    `SELECT ${headRows} AS rows, hash,
       coalesce((SELECT ${time} FROM activity WHERE activity.number = ${headRows}), 0) AS at
     FROM activity_head`,
  );
}

/** Returns the row with this number. */
export function findActivity(db: Database, number: number): ActivityRow | undefined {
  return db.get<ActivityRow>(`SELECT ${columns} FROM activity WHERE activity.number = ?`, number);
}

/** Returns the row with the highest number. */
export function findLastActivity(db: Database): ActivityRow | undefined {
  return db.get<ActivityRow>(`SELECT ${columns} FROM activity ORDER BY activity.number DESC LIMIT 1`);
}

/** Returns a row with a number below 1, which only another program can have inserted. */
export function findStrayRow(db: Database): ActivityRow | undefined {
  return db.get<ActivityRow>(
    `SELECT ${columns} FROM activity WHERE activity.number < 1 ORDER BY activity.number LIMIT 1`,
  );
}

type NewActivity = Omit<ActivityRow, 'number' | 'hash'>;

/**
 * Appends a row to the chain. Call in a transaction. If another program added rows after the end, the new row follows them;
 * if it deleted the head, there is a gap as well. Requests still succeed, and a verification finds the violation.
 */
export function insertActivity(db: Database, row: NewActivity): void {
  insertActivities(db, [row]);
}

/** Appends rows to the chain, at least one, as `insertActivity` does. */
export function insertActivities(db: Database, rows: readonly NewActivity[]): void {
  const head = db.get<ChainHead & { readonly has_next: 0 | 1 }>(
    `SELECT ${headRows} AS rows, hash, EXISTS (SELECT 1 FROM activity WHERE activity.number = ${headRows} + 1) AS has_next
     FROM activity_head`,
  );
  let hash = head?.hash ?? genesisHash;
  let number = head?.rows ?? findNextFreeNumber(db, 0);
  for (const [index, row] of rows.entries()) {
    const isNextFree = index === 0 && head?.has_next === 0;
    number = isNextFree ? number + 1 : findNextFreeNumber(db, number);
    hash = hashRow(hash, { ...row, number });
    db.run(
      `INSERT INTO activity (number, at, actor_id, actor_name, actor_hint, role, operation, subject_id, subject_label,
         result, status, code, request_id, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      number,
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
  }
  db.run(
    `INSERT INTO activity_head (id, rows, hash) VALUES (1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET rows = excluded.rows, hash = excluded.hash`,
    number,
    hash,
  );
}

/** Returns the first free number above `after`. */
function findNextFreeNumber(db: Database, after: number): number {
  if (!db.get('SELECT 1 FROM activity WHERE number = ?', after + 1)) return after + 1;
  const taken = db.get<{ readonly number: number }>(
    `SELECT min(number) AS number FROM activity WHERE number > ?
     AND NOT EXISTS (SELECT 1 FROM activity AS next WHERE next.number = activity.number + 1)`,
    after,
  );
  return (taken?.number ?? after) + 1;
}

/** Returns the number of the last row; 0 if there are none. */
export function findLastNumber(db: Database): number {
  return Number(db.get(`SELECT min(coalesce(max(number), 0), ${maxRowNumber}) AS last FROM activity`)?.['last']);
}

/** Returns rows from 1 to below `before`, newest first. */
export function listActivityBefore(
  db: Database,
  filter: ActivityFilter,
  page: { readonly before: number; readonly limit: number },
): readonly ActivityRow[] {
  const { where, values } = buildWhereClause(filter);
  return db.all<ActivityRow>(
    `SELECT ${columns} FROM activity WHERE ${where} AND activity.number BETWEEN 1 AND ? - 1 ORDER BY activity.number DESC LIMIT ?`,
    ...values,
    page.before,
    page.limit,
  );
}

/** Returns rows above `after`, up to `until` if it is given, oldest first. */
export function listActivityAfter(
  db: Database,
  filter: ActivityFilter,
  page: { readonly after: number; readonly until?: number; readonly limit: number },
): readonly ActivityRow[] {
  const { where, values } = buildWhereClause(filter);
  return db.all<ActivityRow>(
    `SELECT ${columns} FROM activity WHERE ${where} AND activity.number > ? AND activity.number <= coalesce(?, ${maxInteger})
     ORDER BY activity.number LIMIT ?`,
    ...values,
    page.after,
    page.until ?? null,
    page.limit,
  );
}

const isSameGroup = (one: string, other: string) =>
  `${one}.operation = ${other}.operation AND ${one}.result = ${other}.result AND ${one}.actor_id = ${other}.actor_id
   AND ${one}.subject_id = ${other}.subject_id`;

/**
 * The numbers of rows that repeat the row before them. It has to match the filter as well, and does unless it is earlier. The
 * concatenation keeps SQLite from reading all rows of the result.
 */
const repeatingNumbers = `SELECT repeating.number FROM activity AS repeating
  JOIN activity AS previous ON previous.number = repeating.number - 1 AND ${isSameGroup('previous', 'repeating')}
  WHERE repeating.operation IN (${quoteList(repeatedOperations)}) AND repeating.result || '' = 'done' AND previous.at >= ?`;

/**
 * Returns a range of the rows, newest first. Of rows that repeat each other, the first is returned, with their number. Skipped
 * rows are read from an index only.
 */
export function listActivityPage(
  db: Database,
  filter: ActivityFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly { readonly row: ActivityRow; readonly entries: number }[] {
  const { where, values } = buildWhereClause(filter);
  const rows = db.all<ActivityRow>(
    `SELECT ${columns} FROM activity WHERE number IN (
       SELECT number FROM activity WHERE ${where} AND number NOT IN (${repeatingNumbers}) ORDER BY number DESC LIMIT ? OFFSET ?
     ) ORDER BY activity.number DESC`,
    ...values,
    getStart(filter),
    limit,
    offset,
  );
  return rows.map((row) => ({ row, entries: countRepeats(db, row) }));
}

/** Returns the number of rows from this one on that repeat it. */
function countRepeats(db: Database, { number, operation }: ActivityRow): number {
  if (!repeatedOperations.some((repeated) => repeated === operation)) return 1;
  const other = db.get<{ readonly number: number }>(
    `SELECT next.number FROM activity AS next JOIN activity AS first ON first.number = ?
     WHERE next.number > first.number AND (${isSameGroup('next', 'first')}) IS NOT TRUE ORDER BY next.number LIMIT 1`,
    number,
  );
  return (other?.number ?? findLastNumber(db) + 1) - number;
}

const getStart = ({ from }: ActivityFilter) => (from === undefined ? Number.MIN_SAFE_INTEGER : Date.parse(from));

/** Counts the rows, and the ones that a list shows, which has rows that repeat each other once. */
export function countActivity(
  db: Database,
  filter: ActivityFilter,
): { readonly total: number; readonly total_entries: number } {
  const { where, values } = buildWhereClause(filter);
  const count = (sql: string, ...added: readonly SqlValue[]) =>
    Number(db.get(`SELECT count(*) AS total FROM activity WHERE ${sql}`, ...values, ...added)?.['total']);
  const entries = count(where);
  return {
    total: entries - count(`${where} AND number IN (${repeatingNumbers})`, getStart(filter)),
    total_entries: entries,
  };
}

type ActorRow = { readonly actor_id: string; readonly actor_name: string; readonly actor_hint: string | null };

/** Returns all actors with their latest name. Steps from one distinct actor to the next instead of scanning all rows. */
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

function buildWhereClause(filter: ActivityFilter): {
  readonly where: string;
  readonly values: readonly SqlValue[];
} {
  const { operation, actor, result, from, to } = filter;
  const conditions: readonly (readonly [string, SqlValue | undefined])[] = [
    ['operation = ?', operation],
    ['actor_id = ?', actor],
    ['result = ?', result],
    ['at >= ?', from && Date.parse(from)],
    ['at < ?', to && Date.parse(to)],
  ];
  const used = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    where: ['TRUE', ...used.map(({ sql }) => sql)].join(' AND '),
    values: used.map(({ value }) => value),
  };
}

type ActivityGapRow = {
  readonly kind: ActivityGap['kind'];
  readonly number: number;
  readonly entries: number;
  readonly after: number | null;
  readonly until: number;
  readonly detected_at: number;
};

export function insertActivityGap(db: Database, gap: ActivityGapRow): void {
  db.run(
    'INSERT INTO activity_gap (kind, number, entries, after, until, detected_at) VALUES (?, ?, ?, ?, ?, ?)',
    gap.kind,
    gap.number,
    gap.entries,
    gap.after,
    gap.until,
    gap.detected_at,
  );
}

/** Returns whether a stored gap contains the entry with this number, which was the last one at this time. */
export function isInActivityGap(db: Database, number: number, at: number): boolean {
  const sql = 'SELECT 1 FROM activity_gap WHERE number <= ? AND number + entries > ? AND until >= ?';
  return db.get(sql, number, number, at) !== undefined;
}

/** Returns the gaps that were found at `since` or later, oldest first. */
export function listActivityGaps(db: Database, since = 0): readonly ActivityGap[] {
  return db
    .all<ActivityGapRow>(
      'SELECT kind, number, entries, after, until, detected_at FROM activity_gap WHERE detected_at >= ? ORDER BY id',
      since,
    )
    .map((row) => ({
      ...row,
      after: row.after === null ? null : formatTimestamp(row.after),
      until: formatTimestamp(row.until),
      detected_at: formatTimestamp(row.detected_at),
    }));
}
