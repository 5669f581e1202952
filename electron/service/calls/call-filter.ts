import type { SQLInputValue } from 'node:sqlite';
import type { CallFilter } from '../../../shared/calls.ts';
import { readWords, toMatch } from './search-words.ts';

export type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** The calls of an organization that a filter lets through, as conditions on the table `call`. */
export function toCondition(orgId: string, filter: CallFilter): Condition {
  const conditions: (Condition | null)[] = [
    { sql: 'call.org_id = ?', values: [orgId] },
    equals('call.status', filter.status),
    equals('call.agent_id', filter.agent),
    equals('call.disposition', filter.disposition),
    filter.from === undefined ? null : { sql: 'call.created_at >= ?', values: [Date.parse(filter.from)] },
    filter.to === undefined ? null : { sql: 'call.created_at < ?', values: [Date.parse(filter.to)] },
    matches(filter.text),
  ];
  const given = conditions.filter((condition) => condition !== null);
  return { sql: given.map(({ sql }) => sql).join(' AND '), values: given.flatMap(({ values }) => values) };
}

function equals(column: string, value: string | undefined): Condition | null {
  return value === undefined ? null : { sql: `${column} = ?`, values: [value] };
}

/** A text without a word in it matches nothing. */
function matches(text: string | undefined): Condition | null {
  if (text === undefined || text === '') return null;
  const words = readWords(text);
  if (words.length === 0) return { sql: 'FALSE', values: [] };
  return { sql: 'call.id IN (SELECT rowid FROM call_fts WHERE call_fts MATCH ?)', values: [toMatch(words)] };
}
