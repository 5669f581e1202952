// The worker thread that checks and copies the database of the open workspace. Heavy work runs on a copy, because a long
// read of the database itself would keep the write-ahead log from being emptied when a document is deleted.
import { chmodSync, rmSync } from 'node:fs';
import { rebuildCallCounts } from '../../features/insights/insight-queries.ts';
import { isActivityIntact } from '../../features/activity/verify-activity.ts';
import { removeDeletedWords, removeDocumentText } from '../../features/knowledge/document-text-queries.ts';
import { SqliteDatabase } from '../../platform/db/sqlite-database.ts';
import { findDamage } from '../../platform/db/open-database.ts';
import { syncFile } from '../../platform/files/sync-file.ts';
import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { copyDatabase, withDatabase } from './copy-database.ts';
import type { MaintenanceProtocol } from './maintenance.ts';
import { checkCompletely, rebuildIndex, useAsPrivateCopy, vacuumInto } from './maintenance-queries.ts';

serveRequests<MaintenanceProtocol>({
  check: async ({ databasePath, copyPath }) => {
    await copyDatabase(databasePath, copyPath);
    return withDatabase(copyPath, { readOnly: true }, checkCompletely);
  },

  rewrite: async ({ copyPath, path }) => {
    rmSync(path, { force: true });
    withDatabase(copyPath, {}, (copy) => {
      useAsPrivateCopy(copy);
      removeDeletedWords(copy);
      vacuumInto(copy, path);
    });
    withDatabase(path, { readOnly: true }, requireIntact);
    chmodSync(path, 0o600);
    syncFile(path);
    return null;
  },

  createSnapshot: async ({ copyPath, path, report }) => {
    rmSync(path, { force: true });
    withDatabase(copyPath, {}, (copy) => {
      useAsPrivateCopy(copy);
      for (const index of report.damagedIndexes) rebuildIndex(copy, index);
      if (!report.areCallCountsCurrent) rebuildCallCounts(copy);
      removeDocumentText(copy);
      vacuumInto(copy, path);
    });
    const isIntact = verifySnapshot(path);
    syncFile(path);
    return { isActivityIntact: isIntact };
  },
});

/** Returns whether the chain of the activity is intact. Throws if the file itself is damaged. */
function verifySnapshot(path: string): boolean {
  const snapshot = new SqliteDatabase(path, { readOnly: true });
  try {
    requireIntact(snapshot);
    return isActivityIntact(snapshot);
  } finally {
    snapshot.close();
  }
}

function requireIntact(copy: SqliteDatabase): void {
  const damage = findDamage(copy);
  if (damage !== null) throw new Error(`A copy of the database was damaged while it was written: ${damage}`);
}
