import { rmSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { SqliteDatabase, type DatabaseOptions } from '../../platform/db/sqlite-database.ts';

/** 4 MB: the database is locked for reading for a few milliseconds at a time. */
const pagesPerStep = 1_000;

/** A change of the database restarts the copy. After this many steps per page range, it is copied in one step. */
const maxRestarts = 3;

/** Copies a database that is in use, page by page, as it is at one moment. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  const source = new SqliteDatabase(from, { readOnly: true });
  try {
    let restarts = 0;
    let previous = Infinity;
    const progress = ({ remainingPages }: { readonly remainingPages: number }) => {
      if (remainingPages > previous && ++restarts > maxRestarts) throw new Error('The database changes too often.');
      previous = remainingPages;
    };
    try {
      await backup(source.sqlite, to, { rate: pagesPerStep, progress });
    } catch (error) {
      if (restarts <= maxRestarts) throw error;
      rmSync(to, { force: true });
      await backup(source.sqlite, to, { rate: 2 ** 31 - 1 });
    }
  } finally {
    source.close();
  }
}

/** Opens a database for a function and closes it afterwards. */
export function withDatabase<T>(path: string, options: DatabaseOptions, run: (db: SqliteDatabase) => T): T {
  const db = new SqliteDatabase(path, options);
  try {
    return run(db);
  } finally {
    db.close();
  }
}
