import type { SQLInputValue } from 'node:sqlite';
import type { CallFilter } from '../../../../shared/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import { toFtsQuery } from './call-search.ts';

type SqlCondition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** What a list of calls is read from: SQL after FROM, its values, and the column to order by where the order is that of the ids. */
export type CallSelection = SqlCondition & { readonly idColumn: 'call.id' | 'call_fts.rowid' };

/**
 * The calls of an organization that a filter lets through. Read by id where `isById`: a search then goes from call to
 * call as the index of words has them, and may stop early; otherwise all that it finds is looked up.
 */
export function buildCallSelection(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { isById: isOrderedById }: { readonly isById: boolean },
): CallSelection {
  const conditions = [{ sql: 'call.org_id = ?', values: [orgId] }, ...buildFilterConditions(filter)];
  if (!filter.text) {
    // With its own choice, SQLite would go by the order and look at each call.
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

/** How many calls a filter lets through. */
export function countCalls(db: Database, orgId: string, filter: CallFilter): number {
  const { sql, values } = buildSearchCondition(db, filter) ?? buildCallSelection(db, orgId, filter, { isById: true });
  return db.get<{ readonly total: number }>(`SELECT count(*) AS total FROM ${sql}`, ...values)?.total ?? 0;
}

/** Where all calls are one organization's, a search is counted without looking at them. */
function buildSearchCondition(db: Database, filter: CallFilter): SqlCondition | null {
  if (!filter.text || buildFilterConditions(filter).length > 0) return null;
  const match = toFtsQuery(db, filter.text);
  const organizations = db.all('SELECT 1 FROM organization LIMIT 2').length;
  return match === null || organizations > 1 ? null : { sql: 'call_fts WHERE call_fts MATCH ?', values: [match] };
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
    toCondition('instr(call.recipient_number, ?) > 0', filter.number),
    toCondition('call.created_at >= ?', filter.from && Date.parse(filter.from)),
    toCondition('call.created_at < ?', filter.to && Date.parse(filter.to)),
  ].filter((one) => one !== null);
}

function toCondition(sql: string, value: string | number | undefined): SqlCondition | null {
  return value === undefined ? null : { sql, values: [value] };
}
