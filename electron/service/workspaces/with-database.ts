import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';

/** Opens the database of a workspace that is closed. */
export function withDatabase<T>(path: string, run: (db: Database) => T): T {
  const db = openDatabase(path);
  try {
    return run(db);
  } finally {
    db.close();
  }
}
