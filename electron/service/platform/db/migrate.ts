import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from './database.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { applicationId } from './unreleased-version.ts';

/** The SQL that changes a database from the version before to this one. The first creates it. */
export type Migration = { readonly version: number; readonly up: string };

export function getLatestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/**
 * Applies the pending migrations in one transaction. Unless the database is new, first copies it to `<path>.before-<version>`. The
 * copy is kept until the next snapshot, or until a document is deleted.
 */
export function migrate(db: SqliteDatabase, path: string, migrations: readonly Migration[]): void {
  const applied = db.schemaVersion;
  const pending = migrations.filter(({ version }) => version > applied);
  const [next] = pending;
  if (!next) return;
  if (applied > 0) createBackup(db, getMigrationBackupPath(path, next.version));
  // A transaction of each would be synced on its own, which takes most of the time for a new database.
  db.transaction(() => {
    for (const { up } of pending) db.execute(up);
    db.execute(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${getLatestVersion(pending)}`);
  });
}

function createBackup(db: SqliteDatabase, target: string): void {
  rmSync(target, { force: true });
  db.run('VACUUM INTO ?', target);
}

/** Returns the path of the copy of a database that is made before it is migrated to this version. */
export const getMigrationBackupPath = (databasePath: string, version: number) => `${databasePath}.before-${version}`;

/** Whether a file beside a database is a copy of it that was made before a migration. */
export function isMigrationBackup(name: string, databaseName: string): boolean {
  return name.startsWith(`${databaseName}.before-`);
}

/** Removes the copies of an open database that were made before migrations. They contain the text of documents. */
export function removeMigrationBackups(db: Database): void {
  const path = db.file?.path ?? null;
  if (path === null) return;
  for (const name of readdirSync(dirname(path)))
    if (isMigrationBackup(name, basename(path))) rmSync(join(dirname(path), name), { force: true });
}
