import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../db/database.ts';
import { readAroundDamage } from '../db/read-around-damage.ts';
import { isDamage } from './to-problem.ts';

/** Larger than any row id. */
const maxRowId = 2 ** 40;

const batchSize = 250;

type NumberedRow = { readonly row_id: number };

type ExportedTable<Row extends NumberedRow, Item> = {
  /** `invoices` */
  readonly noun: string;
  /** Returns at most `limit` rows from the row id `first` to `last`, in this order. */
  readonly read: (first: number, last: number, limit: number) => readonly Row[];
  /** Throws if a value of the row is not valid. */
  readonly convert: (row: Row) => Item;
  readonly count: () => number;
};

/** Reads a table that fits in memory, around damaged rows. `unreadable` is the number of rows that are left out, as text, or null. */
export function readExportedRows<Row extends NumberedRow, Item>(
  db: Database,
  { noun, read, convert, count }: ExportedTable<Row, Item>,
): { readonly items: readonly Item[]; readonly unreadable: string | null } {
  let reason: string | null = null;
  const batches = readAroundDamage({
    first: 1,
    last: maxRowId,
    batchSize,
    read: (first, last, limit) =>
      read(first, last, limit).map((row) => ({ id: row.row_id, item: checkRow(row, convert) })),
    getNumber: ({ id }) => id,
    isDamage: (error) => isDamage(db, error),
    onUnreadable: (range) => (reason ??= range.reason),
  });
  const items = [...batches].flat().map(({ item }) => item);
  if (reason === null) return { items, unreadable: null };
  const total = tryCount(db, count);
  const missing = total === null ? `an unknown number of ${noun}` : `${total - items.length} of ${total} ${noun}`;
  return { items, unreadable: `Unreadable: ${missing} (${reason})` };
}

function checkRow<Row, Item>(row: Row, convert: (row: Row) => Item): Item {
  try {
    return convert(row);
  } catch (cause) {
    throw new Problem('database_damaged', 'a value is not valid', { cause });
  }
}

/** Returns null if the rows cannot be counted. */
function tryCount(db: Database, count: () => number): number | null {
  try {
    return count();
  } catch (error) {
    if (!isDamage(db, error)) throw error;
    return null;
  }
}
