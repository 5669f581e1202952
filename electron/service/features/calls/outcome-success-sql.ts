// Public: other features may import this file.
import { successfulDispositions } from '../../../../shared/calls/dispositions.ts';

const names = successfulDispositions.map((name) => `'${name}'`).join(', ');

/**
 * Returns SQL for whether the outcome of a call counts as a success, 1 or 0: by the agent's definition, or else by its name. `row` is
 * empty, or a table or row with a period.
 */
export function outcomeSuccessSql(row: '' | 'call.' | 'new.' | 'old.' = ''): string {
  return `coalesce(${row}is_success, CASE WHEN ${row}disposition COLLATE NOCASE IN (${names}) THEN 1 ELSE 0 END)`;
}
