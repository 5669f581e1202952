import type { CallFilter, CallSortField } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { buildCallSelection } from './call-filter.ts';
import { findCallByRowId } from './call-queries.ts';
import type { CallRow } from './call-row.ts';

/** Calls are numbered as they are placed. */
const sortColumns = {
  created: null,
  agent: 'agent_name',
  recipient: 'recipient_number',
  status: 'status',
  disposition: 'disposition',
  duration: 'duration_seconds',
} as const satisfies Record<CallSortField, string | null>;

/** Newest first, from below row `before`. */
export function listCallsBefore(
  db: Database,
  orgId: string,
  filter: CallFilter,
  page: { readonly before: number; readonly limit: number },
): readonly CallRow[] {
  const { sql, values, idColumn } = buildCallSelection(db, orgId, filter, { isById: true });
  const ids = db.all<{ readonly id: number }>(
    `SELECT call.id FROM ${sql} AND ${idColumn} < ? ORDER BY ${idColumn} DESC LIMIT ?`,
    ...values,
    page.before,
    page.limit,
  );
  return readCallRows(db, ids);
}

export type CallListOptions = {
  readonly sort: CallSortField;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** A stretch of the calls in an order; calls that are equal in it stand as they were placed, in the same direction. */
export function listCallsInOrder(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { sort, descending, offset, limit }: CallListOptions,
): readonly CallRow[] {
  const column = sortColumns[sort];
  const { sql, values, idColumn } = buildCallSelection(db, orgId, filter, { isById: column === null });
  const direction = descending ? 'DESC' : 'ASC';
  // Only ids, which an index gives without looking at the calls that are skipped.
  const ids = db.all<{ readonly id: number }>(
    `SELECT call.id FROM ${sql} ORDER BY ${column === null ? '' : `call.${column} ${direction},`} ${idColumn} ${direction}
     LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
  return readCallRows(db, ids);
}

function readCallRows(db: Database, ids: readonly { readonly id: number }[]): readonly CallRow[] {
  return ids.flatMap(({ id }) => findCallByRowId(db, id) ?? []);
}

/** The dispositions that completed calls have had, in alphabetical order. */
export function listDispositions(db: Database, orgId: string): readonly string[] {
  // From one to the next by the index: there are few of them and many calls.
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

/** The numbers called last, each with its latest call, newest first. */
export function listLatestCallPerNumber(db: Database, orgId: string, limit: number): readonly CallRow[] {
  const latest = db.all<{ readonly id: number }>(
    `SELECT max(id) AS id FROM (
       SELECT id, recipient_number FROM call WHERE org_id = ? ORDER BY id DESC LIMIT ${maxRecentCallsScanned}
     ) GROUP BY recipient_number ORDER BY id DESC LIMIT ?`,
    orgId,
    limit,
  );
  return readCallRows(db, latest);
}

/** As far back as recent numbers are looked for. */
const maxRecentCallsScanned = 300;
