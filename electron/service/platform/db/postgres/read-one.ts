import type { LibpqConnection } from './libpq.ts';

/** Returns the first row of a query without parameters; without values if there is none. */
export function readOne(connection: LibpqConnection, sql: string): Readonly<Record<string, string | null>> {
  connection.prepare('', sql, []);
  return connection.query('', [], ({ rowCount, columns, readText }) =>
    rowCount === 0 ? {} : Object.fromEntries(columns.map(({ name }, column) => [name, readText(0, column)])),
  );
}
