import { rmSync } from 'node:fs';
import type { Database } from './database.ts';
import type { Migration } from './migrations.ts';

/**
 * Applies what is missing, each migration in its own transaction. A database that already holds data is first copied
 * whole to `<path>.before-<n>`, and the copy is kept.
 */
export function migrate(db: Database, path: string, migrations: readonly Migration[]): void {
  const done = Number(db.get('PRAGMA user_version')?.['user_version']);
  if (done >= migrations.length) return;
  if (done > 0) createSnapshot(db, `${path}.before-${done + 1}`);
  for (const [index, migration] of migrations.entries()) {
    if (index < done) continue;
    db.transaction(() => {
      db.execute(migration.up);
      db.execute(`PRAGMA user_version = ${index + 1}`);
    });
  }
}

function createSnapshot(db: Database, target: string): void {
  rmSync(target, { force: true });
  db.run('VACUUM INTO ?', target);
}
