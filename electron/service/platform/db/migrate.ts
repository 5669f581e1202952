import { rmSync } from 'node:fs';
import type { Database } from './database.ts';
import { latestSchema } from './latest-schema.ts';
import { getMigrationBackupPath } from './migration-backups.ts';
import type { Migration } from './migrations.ts';

/**
 * Applies the pending migrations in one transaction; a new database starts with the latest schema. If an earlier migration was
 * applied, first copies the database to `<path>.before-<n>`. The copy is kept until the next snapshot, or until a document is
 * deleted.
 */
export function migrate(db: Database, path: string, migrations: readonly Migration[]): void {
  const applied = Number(db.get('PRAGMA user_version')?.['user_version']);
  if (applied >= migrations.length) return;
  if (applied > 0) createBackup(db, getMigrationBackupPath(path, applied + 1));
  const isNew = applied === 0 && migrations.length >= latestSchema.version;
  const pending = isNew ? [latestSchema, ...migrations.slice(latestSchema.version)] : migrations.slice(applied);
  // A transaction of each would be synced on its own, which takes most of the time for a new database.
  db.transaction(() => {
    for (const { up } of pending) db.execute(up);
    db.execute(`PRAGMA user_version = ${migrations.length}`);
  });
}

function createBackup(db: Database, target: string): void {
  rmSync(target, { force: true });
  db.run('VACUUM INTO ?', target);
}
