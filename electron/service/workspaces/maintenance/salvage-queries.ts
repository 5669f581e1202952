import type { Database, Row } from '../../platform/db/database.ts';

/** Derived from other tables, or temporary. */
const excludedTables = /^(sqlite_.*|chunk_fts.*|call_fts.*|vector|idempotency_record)$/;

const batchSize = 200;

/** After this many unreadable ranges, the rest of a table is given up. */
const maxFailures = 2_000;

export type TableReader = { readonly rows: Iterable<readonly Row[]>; readonly hasUnreadableRows: () => boolean };

/** Returns the names of the tables that an export contains. Throws if the schema cannot be read. */
export function listExportedTables(db: Database): readonly string[] {
  return db
    .all<{ readonly name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .map(({ name }) => name)
    .filter((name) => !excludedTables.test(name));
}

/** Reads the rows of a table in batches, around those that cannot be read. */
export function readTable(db: Database, table: string): TableReader {
  let failures = 0;
  const name = `"${table.replaceAll('"', '""')}"`;

  function* readRange(first: number, last: number): Generator<readonly Row[]> {
    let next = first;
    while (next <= last) {
      let rows: readonly Row[];
      try {
        rows = db.all(
          `SELECT rowid AS _rowid, * FROM ${name} WHERE rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?`,
          next,
          last,
          batchSize,
        );
      } catch {
        failures += 1;
        if (next === last || failures > maxFailures) return;
        const middle = next + Math.floor((last - next) / 2);
        yield* readRange(next, middle);
        next = middle + 1;
        continue;
      }
      if (rows.length > 0) yield rows.map(({ _rowid, ...row }) => row);
      if (rows.length < batchSize) return;
      next = Number(rows.at(-1)?.['_rowid']) + 1;
    }
  }

  /** A table without row ids is read in one piece. */
  function* readAll(): Generator<readonly Row[]> {
    try {
      yield db.all(`SELECT * FROM ${name}`);
    } catch {
      failures += 1;
    }
  }

  const rows = hasRowIds(db, name) ? readRange(0, findLastRowId(db, name)) : readAll();
  return { rows, hasUnreadableRows: () => failures > 0 };
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
