import { rmSync } from 'node:fs';
import type { Database } from './database.ts';
import { getMigrationBackupPath } from './migration-backups.ts';
import type { Migration } from './migrations.ts';

/**
 * Applies the pending migrations, each in its own transaction. If an earlier migration was applied, first copies the
 * database to `<path>.before-<n>`. The copy is kept until the next snapshot, or until a document is deleted.
 */
export function migrate(db: Database, path: string, migrations: readonly Migration[]): void {
  const applied = Number(db.get('PRAGMA user_version')?.['user_version']);
  if (applied >= migrations.length) return;
  if (applied > 0) createBackup(db, getMigrationBackupPath(path, applied + 1));
  for (const [index, migration] of migrations.entries()) {
    if (index < applied) continue;
    db.transaction(() => {
      db.execute(migration.up);
      db.execute(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function createBackup(db: Database, target: string): void {
  rmSync(target, { force: true });
  db.run('VACUUM INTO ?', target);
}
