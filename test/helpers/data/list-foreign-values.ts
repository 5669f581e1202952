import { globSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { deleteStoredResponsesBefore } from '../../../electron/service/platform/http/idempotency-queries.ts';
import { findForeignValue } from '../../../electron/service/workspaces/backups/stored-value-queries.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';

/** Lists the columns of a data folder's workspaces because of which a backup would be refused. No service may use the folder. */
export function listForeignValues(dataDir: string): readonly string[] {
  return globSync(join(dataDir, 'workspaces', '*', databaseFile)).flatMap((path) => {
    const db = new SqliteDatabase(path);
    deleteStoredResponsesBefore(db, Number.MAX_SAFE_INTEGER); // as a backup does
    const foreign = findForeignValue(db);
    db.close();
    return foreign ?? [];
  });
}
