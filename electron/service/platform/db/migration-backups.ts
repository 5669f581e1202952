import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from './database.ts';

/** Returns the path of the copy of a database that is made before the migration with this number. */
export const getMigrationBackupPath = (databasePath: string, number: number) => `${databasePath}.before-${number}`;

/** Whether a file beside a database is a copy of it that was made before a migration. */
export function isMigrationBackup(name: string, databaseName: string): boolean {
  return name.startsWith(`${databaseName}.before-`);
}

/** Removes the copies of an open database that were made before migrations. They contain the text of documents. */
export function removeMigrationBackups(db: Database): void {
  const path = db.sqlite.location();
  if (path === null) return; // a database in memory
  for (const name of readdirSync(dirname(path)))
    if (isMigrationBackup(name, basename(path))) rmSync(join(dirname(path), name), { force: true });
}
