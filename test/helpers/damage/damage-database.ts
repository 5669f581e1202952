import { readFileSync, writeFileSync } from 'node:fs';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';

const pageBytes = 4096;

/** Overwrites every page of a table or an index in a closed database, or only the first that contains a text. */
export function damageTable(path: string, name: string, marker = ''): void {
  const db = new SqliteDatabase(path, { readOnly: true });
  const rows = db.all<{ readonly pageno: number }>('SELECT pageno FROM dbstat WHERE name = ?', name);
  db.close();
  const bytes = readFileSync(path);
  const starts = rows
    .map(({ pageno }) => (pageno - 1) * pageBytes)
    .filter((start) => bytes.subarray(start, start + pageBytes).includes(marker));
  if (starts.length === 0) throw new Error(`${name} has no page with “${marker}”.`);
  for (const start of marker === '' ? starts : starts.slice(0, 1)) bytes.fill(0xa5, start, start + pageBytes);
  writeFileSync(path, bytes);
}

/** Overwrites the leaf page in the middle of a table in a closed database. Returns false if the table has fewer than three. */
export function damageMiddle(path: string, name: string): boolean {
  const db = new SqliteDatabase(path, { readOnly: true });
  const leaves = db.all<{ readonly pageno: number }>(
    `SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`,
    name,
  );
  db.close();
  const middle = leaves[Math.floor(leaves.length / 2)];
  if (leaves.length < 3 || !middle) return false;
  const bytes = readFileSync(path);
  const start = (middle.pageno - 1) * pageBytes;
  writeFileSync(path, bytes.fill(0xa5, start, start + pageBytes));
  return true;
}

/** Changes a closed database as another program can, which may also change its schema. */
export function changeDatabase(path: string, sql: string): void {
  const db = new SqliteDatabase(path);
  db.sqlite.enableDefensive(false);
  db.execute(sql);
  db.close();
}
