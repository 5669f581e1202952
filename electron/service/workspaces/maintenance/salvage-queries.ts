import type { Database, Row } from '../../platform/db/database.ts';
import { readAroundDamage } from '../../platform/db/read-around-damage.ts';

/** Derived from other tables, or temporary. */
const excludedTables =
  /^(sqlite_.*|chunk_fts.*|call_fts.*|call_metadata_fts.*|note_fts.*|vector|call_count|call_talk|call_total|idempotency_record)$/;

const batchSize = 200;

export type TableReader = {
  readonly rows: Iterable<readonly Row[]>;
  /** After all rows were read, says which could not be. */
  readonly listUnreadable: () => readonly UnreadableRows[];
};

/** `rows` is a text for people, such as `rows 481 to 512`. */
export type UnreadableRows = { readonly rows: string; readonly reason: string };

/** Returns the names of the tables that an export contains. Throws if the schema cannot be read. */
export function listExportedTables(db: Database): readonly string[] {
  return db
    .all<{ readonly name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .map(({ name }) => name)
    .filter((name) => !excludedTables.test(name));
}

/** Reads the rows of a table in batches, around those that cannot be read. */
export function readTable(db: Database, table: string): TableReader {
  const unreadable: UnreadableRows[] = [];
  const name = quote(table);
  const rows = hasRowIds(db, name) ? readByRowId(db, name, unreadable) : readByKey(db, table, unreadable);
  return { rows, listUnreadable: () => unreadable };
}

function* readByRowId(db: Database, name: string, unreadable: UnreadableRows[]): Generator<readonly Row[]> {
  const batches = readAroundDamage<Row>({
    first: 0,
    last: findLastRowId(db, name),
    batchSize,
    read: (first, last, limit) =>
      db.all(
        `SELECT rowid AS _rowid, * FROM ${name} WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`,
        first,
        last,
        limit,
      ),
    getNumber: ({ _rowid }) => Number(_rowid),
    isDamage: () => true,
    onUnreadable: ({ first, last, reason }) => {
      const isEnd = last === fallbackLastRowId;
      unreadable.push({ rows: isEnd ? `row ${first} and later` : `rows ${first} to ${last}`, reason });
    },
  });
  for (const rows of batches) yield rows.map(({ _rowid, ...row }) => row);
}

/** A table without row ids is read from its start to the damage, and then from its end. */
function* readByKey(db: Database, table: string, unreadable: UnreadableRows[]): Generator<readonly Row[]> {
  const keys = db.all<{ readonly name: string }>(
    'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk',
    table,
  );
  let reason = '';
  function* readInOrder(direction: 'ASC' | 'DESC'): Generator<readonly Row[], number> {
    const order = keys.map(({ name }) => `${quote(name)} ${direction}`).join(', ');
    let [count, limit] = [0, batchSize];
    while (limit > 0) {
      try {
        const rows = db.all(`SELECT * FROM ${quote(table)} ORDER BY ${order} LIMIT ? OFFSET ?`, limit, count);
        if (rows.length > 0) yield rows;
        count += rows.length;
        if (rows.length < limit) break;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        limit = Math.floor(limit / 2);
      }
    }
    return count;
  }
  const read = yield* readInOrder('ASC');
  if (reason === '') return;
  const readFromEnd = yield* readInOrder('DESC');
  unreadable.push({ rows: `those between the first ${read} and the last ${readFromEnd}`, reason });
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function hasRowIds(db: Database, name: string): boolean {
  try {
    db.get(`SELECT rowid FROM ${name} WHERE rowid = 0`);
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message.includes('no such column'));
  }
}

/** Larger than any row id of this application, if the last page cannot be read. */
const fallbackLastRowId = 2 ** 40;

function findLastRowId(db: Database, name: string): number {
  try {
    return Number(db.get(`SELECT max(rowid) AS last FROM ${name}`)?.['last'] ?? 0);
  } catch {
    return fallbackLastRowId;
  }
}
