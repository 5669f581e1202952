import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { CallSortField } from '../../../../shared/calls/calls.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  buildSelection,
  buildSelectionsById,
  joinSelections,
  orderByColumn,
  sortColumns,
  type SortColumn,
  type CallSelection,
  type SqlCondition,
} from './call-list-queries.ts';
import type { CallRow } from './call-queries.ts';

type CallOrder = { readonly sort: CallSortField; readonly descending: boolean };

/** The neighbors of a call in a list, by their row ids, and the number of calls before it. */
export type CallNeighbors = {
  readonly previous: number | null;
  readonly next: number | null;
  readonly index: number;
  readonly isMatch: boolean;
};

/**
 * Finds the neighbors of a call among the calls that match a filter, by comparing with its sort value: the call itself does not
 * have to match, because a review can remove it from the list.
 */
export function findCallNeighbors(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { sort, descending }: CallOrder,
  call: CallRow,
): CallNeighbors {
  const column = sortColumns[sort];
  const selections = column === null ? buildSelectionsById(db, orgId, filter) : [buildSelection(db, orgId, filter)];
  const getSteps = (isAscending: boolean) =>
    column === null ? [compareId(call, isAscending)] : compareColumn(column, call, isAscending);
  const findFirst = (isAscending: boolean): number | null => {
    const direction = isAscending ? 'ASC' : 'DESC';
    const order =
      column === null ? `ORDER BY id ${direction}` : `ORDER BY ${orderByColumn(column, isAscending)}, id ${direction}`;
    for (const step of getSteps(isAscending)) {
      const { sql, values } = joinSelections(narrow(selections, step), order);
      const found = db.get<{ readonly id: number }>(`${sql} LIMIT 1`, ...values);
      if (found) return found.id;
    }
    return null;
  };
  const count = (step: Step): number => {
    const { sql, values } = joinSelections(narrow(selections, step), '');
    return db.get<{ readonly total: number }>(`SELECT count(*) AS total FROM (${sql}) AS found`, ...values)?.total ?? 0;
  };
  return {
    previous: findFirst(descending),
    next: findFirst(!descending),
    index: getSteps(descending).reduce((sum, step) => sum + count(step), 0),
    // With `rowid = ?`, a full-text index without details finds nothing.
    isMatch: count((idColumn) => ({ sql: `${idColumn} BETWEEN ? AND ?`, values: [call.id, call.id] })) === 1,
  };
}

/** A condition that depends on the column of the ids. */
type Step = (idColumn: CallSelection['idColumn']) => SqlCondition;

function narrow(selections: readonly CallSelection[], step: Step): readonly CallSelection[] {
  return selections.map(({ sql, values, idColumn }) => {
    const condition = step(idColumn);
    return { sql: `${sql} AND ${condition.sql}`, values: [...values, ...condition.values], idColumn };
  });
}

function compareId({ id }: CallRow, isAscending: boolean): Step {
  return (idColumn) => ({ sql: `${idColumn} ${isAscending ? '>' : '<'} ?`, values: [id] });
}

/** Compares first with the calls of the same value, then with the others, the nearest first. NULL precedes every value. */
function compareColumn(column: SortColumn, call: CallRow, isAscending: boolean): readonly Step[] {
  const value = call[column];
  const isTied: Step = (idColumn) => {
    const { sql, values } = compareId(call, isAscending)(idColumn);
    return { sql: `call.${column} IS ? AND ${sql}`, values: [value, ...values] };
  };
  if (isAscending)
    return [
      isTied,
      () =>
        value === null
          ? { sql: `call.${column} IS NOT NULL`, values: [] }
          : { sql: `call.${column} > ?`, values: [value] },
    ];
  if (value === null) return [isTied];
  const isLess: Step = () => ({ sql: `call.${column} < ?`, values: [value] });
  const isNull: Step = () => ({ sql: `call.${column} IS NULL`, values: [] });
  return column === 'disposition' ? [isTied, isLess, isNull] : [isTied, isLess];
}
