import type { SQLInputValue } from 'node:sqlite';
import type { CallFilter } from '../../../shared/calls.ts';
import type { Database } from '../db/database.ts';
import { toMatch } from './search-words.ts';

type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** What a list of calls is read from: SQL after FROM, its values, and the column to order by where the order is that of the ids. */
export type Selection = Condition & { readonly id: 'call.id' | 'call_fts.rowid' };

/**
 * The calls of an organization that a filter lets through. Read by id where `isById`: a search then goes from call to
 * call as the index of words has them, and may stop early; otherwise all that it finds is looked up.
 */
export function selectCalls(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { isById }: { readonly isById: boolean },
): Selection {
  const conditions = [{ sql: 'call.org_id = ?', values: [orgId] }, ...plainConditions(filter)];
  if (!filter.text) {
    // With its own choice, SQLite would go by the order and look at each call.
    return select(`call ${conditions.length > 1 ? 'INDEXED BY call_by_filter' : ''}`, conditions);
  }
  const match = toMatch(db, filter.text);
  if (match === null) return select('call', [{ sql: 'FALSE', values: [] }]);
  const matches: Condition = { sql: 'call_fts MATCH ?', values: [match] };
  if (isById) {
    const joined = select('call_fts CROSS JOIN call ON call.id = call_fts.rowid', [matches, ...conditions]);
    return { ...joined, id: 'call_fts.rowid' };
  }
  const found: Condition = { sql: `call.id IN (SELECT rowid FROM call_fts WHERE ${matches.sql})`, values: [match] };
  return select('call INDEXED BY call_by_filter', [found, ...conditions]);
}

/** How many calls a filter lets through. */
export function countCalls(db: Database, orgId: string, filter: CallFilter): number {
  const { sql, values } = selectSearch(db, filter) ?? selectCalls(db, orgId, filter, { isById: true });
  return db.get<{ readonly total: number }>(`SELECT count(*) AS total FROM ${sql}`, ...values)?.total ?? 0;
}

/** Where all calls are one organization's, a search is counted without looking at them. */
function selectSearch(db: Database, filter: CallFilter): Condition | null {
  if (!filter.text || plainConditions(filter).length > 0) return null;
  const match = toMatch(db, filter.text);
  const organizations = db.all('SELECT 1 FROM organization LIMIT 2').length;
  return match === null || organizations > 1 ? null : { sql: 'call_fts WHERE call_fts MATCH ?', values: [match] };
}

function select(from: string, conditions: readonly Condition[]): Selection {
  return {
    sql: `${from} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
    id: 'call.id',
  };
}

function plainConditions(filter: CallFilter): readonly Condition[] {
  return [
    condition('call.status = ?', filter.status),
    condition('call.agent_id = ?', filter.agent),
    condition('call.disposition = ?', filter.disposition),
    condition('instr(call.recipient_number, ?) > 0', filter.number),
    condition('call.created_at >= ?', filter.from && Date.parse(filter.from)),
    condition('call.created_at < ?', filter.to && Date.parse(filter.to)),
  ].filter((one) => one !== null);
}

function condition(sql: string, value: string | number | undefined): Condition | null {
  return value === undefined ? null : { sql, values: [value] };
}
