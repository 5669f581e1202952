import type { SQLInputValue } from 'node:sqlite';
import type { CallFilter, CallSortField } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { findCallByRowId, type CallRow } from './call-queries.ts';
import { toFtsQuery } from './call-search.ts';

/** The default order is the order of the row ids, in which calls are placed. */
const sortColumns = {
  created: null,
  agent: 'agent_name',
  recipient: 'recipient_number',
  status: 'status',
  disposition: 'disposition',
  duration: 'duration_seconds',
} as const satisfies Record<CallSortField, string | null>;

/** The number of recent calls that are searched for recent recipients. */
const maxRecentCallsScanned = 300;

/** Lists calls with a row id below `before`, and not below `from` if it is given, newest first. */
export function listCallsBefore(
  db: Database,
  orgId: string,
  filter: CallFilter,
  page: { readonly before: number; readonly from?: number; readonly limit: number },
): readonly CallRow[] {
  const { sql, values, idColumn } = buildCallSelection(db, orgId, filter, { isOrderedById: true });
  const ids = db.all<{ readonly id: number }>(
    `SELECT call.id FROM ${sql} AND ${idColumn} < ? AND ${idColumn} >= ? ORDER BY ${idColumn} DESC LIMIT ?`,
    ...values,
    page.before,
    page.from ?? 0,
    page.limit,
  );
  return readCallRows(db, orgId, ids);
}

export type CallListOptions = {
  readonly sort: CallSortField;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** Lists a range of the calls in the requested order. Calls with equal values are in the order of their row ids. */
export function listCallsInOrder(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { sort, descending, offset, limit }: CallListOptions,
): readonly CallRow[] {
  const column = sortColumns[sort];
  const { sql, values, idColumn } = buildCallSelection(db, orgId, filter, { isOrderedById: column === null });
  const direction = descending ? 'DESC' : 'ASC';
  // Only ids, which a covering index returns without reading the skipped rows.
  const ids = db.all<{ readonly id: number }>(
    `SELECT call.id FROM ${sql} ORDER BY ${column === null ? '' : `call.${column} ${direction},`} ${idColumn} ${direction}
     LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return readCallRows(db, orgId, ids);
}

/** Counts the calls that match a filter. */
export function countCalls(db: Database, orgId: string, filter: CallFilter): number {
  const { sql, values } =
    buildSearchCondition(db, filter) ?? buildCallSelection(db, orgId, filter, { isOrderedById: true });
  return db.get<{ readonly total: number }>(`SELECT count(*) AS total FROM ${sql}`, ...values)?.total ?? 0;
}

/** Lists the dispositions of completed calls in alphabetical order. */
export function listDispositions(db: Database, orgId: string): readonly string[] {
  // Skips from one disposition to the next in the index, because there are few of them and many calls.
  return db
    .all<{ readonly disposition: string }>(
      `WITH RECURSIVE each (disposition) AS (
         SELECT min(disposition) FROM call WHERE org_id = ?1
         UNION ALL
         SELECT (SELECT min(disposition) FROM call WHERE org_id = ?1 AND call.disposition > each.disposition)
         FROM each WHERE each.disposition IS NOT NULL
       )
       SELECT disposition FROM each WHERE disposition IS NOT NULL`,
      orgId,
    )
    .map(({ disposition }) => disposition);
}

/** Lists the most recently called numbers, each with its latest call, newest first. */
export function listLatestCallPerNumber(db: Database, orgId: string, limit: number): readonly CallRow[] {
  const latest = db.all<{ readonly id: number }>(
    `SELECT max(id) AS id FROM (
       SELECT id, recipient_number FROM call WHERE org_id = ? ORDER BY id DESC LIMIT ${maxRecentCallsScanned}
     ) WHERE recipient_number <> '' GROUP BY recipient_number ORDER BY id DESC LIMIT ?`,
    orgId,
    limit,
  );
  return readCallRows(db, orgId, latest);
}

function readCallRows(db: Database, orgId: string, ids: readonly { readonly id: number }[]): readonly CallRow[] {
  return ids.flatMap(({ id }) => findCallByRowId(db, orgId, id) ?? []);
}

type SqlCondition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** The SQL after FROM, its values, and the id column for the default order. */
type CallSelection = SqlCondition & { readonly idColumn: 'call.id' | 'call_fts.rowid' };

/**
 * Builds the selection of the calls that match a filter. If the list is ordered by id, a search follows the full-text
 * index, which is in this order, so that it can stop early. Otherwise all results of the search are looked up.
 */
function buildCallSelection(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { isOrderedById }: { readonly isOrderedById: boolean },
): CallSelection {
  const conditions = [{ sql: 'call.org_id = ?', values: [orgId] }, ...buildFilterConditions(filter)];
  if (!filter.text) {
    // Otherwise SQLite would use the index of the order and read every call.
    return joinConditions(`call ${conditions.length > 1 ? 'INDEXED BY call_by_filter' : ''}`, conditions);
  }
  const match = toFtsQuery(db, filter.text);
  if (match === null) return joinConditions('call', [{ sql: 'FALSE', values: [] }]);
  const matches: SqlCondition = { sql: 'call_fts MATCH ?', values: [match] };
  if (isOrderedById) {
    const joined = joinConditions('call_fts CROSS JOIN call ON call.id = call_fts.rowid', [matches, ...conditions]);
    return { ...joined, idColumn: 'call_fts.rowid' };
  }
  const found: SqlCondition = { sql: `call.id IN (SELECT rowid FROM call_fts WHERE ${matches.sql})`, values: [match] };
  return joinConditions('call INDEXED BY call_by_filter', [found, ...conditions]);
}

/** If the database contains one organization, a search is counted without reading its calls. */
function buildSearchCondition(db: Database, filter: CallFilter): SqlCondition | null {
  if (!filter.text || buildFilterConditions(filter).length > 0) return null;
  const match = toFtsQuery(db, filter.text);
  const organizationCount = db.all('SELECT 1 FROM organization LIMIT 2').length;
  return match === null || organizationCount > 1 ? null : { sql: 'call_fts WHERE call_fts MATCH ?', values: [match] };
}

function joinConditions(from: string, conditions: readonly SqlCondition[]): CallSelection {
  return {
    sql: `${from} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
    idColumn: 'call.id',
  };
}

function buildFilterConditions(filter: CallFilter): readonly SqlCondition[] {
  return [
    toCondition('call.status = ?', filter.status),
    toCondition('call.agent_id = ?', filter.agent),
    toCondition('call.disposition = ?', filter.disposition),
    toCondition('call.mode = ?', filter.mode),
    toCondition('instr(call.recipient_number, ?) > 0', filter.number),
    toCondition('call.created_at >= ?', filter.from && Date.parse(filter.from)),
    toCondition('call.created_at < ?', filter.to && Date.parse(filter.to)),
  ].filter((condition) => condition !== null);
}

function toCondition(sql: string, value: string | number | undefined): SqlCondition | null {
  return value === undefined ? null : { sql, values: [value] };
}
