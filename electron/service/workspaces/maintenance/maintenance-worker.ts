// The worker thread that checks and copies the database of the open workspace. Heavy work runs on a copy, because a long
// read of the database itself would keep the write-ahead log from being emptied when a document is deleted.
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { backup } from 'node:sqlite';
import { verifyActivity } from '../../features/activity/verify-activity.ts';
import { removeDocumentText } from '../../features/knowledge/document-text-queries.ts';
import { Database } from '../../platform/db/database.ts';
import { findDamage } from '../../platform/db/open-database.ts';
import { serveRequests } from '../../platform/workers/serve-requests.ts';
import type { MaintenanceProtocol } from './maintenance-protocol.ts';
import { checkIntegrity, rebuildIndex, useAsPrivateCopy, vacuumInto } from './maintenance-queries.ts';

/** 4 MB: the database is locked for reading for a few milliseconds at a time. */
const pagesPerStep = 1_000;

/** A change of the database restarts the copy. After this many steps per page range, it is copied in one step. */
const maxRestarts = 3;

serveRequests<MaintenanceProtocol>({
  check: async ({ databasePath, copyPath }) => {
    await copyDatabase(databasePath, copyPath);
    return withDatabase(copyPath, { readOnly: true }, checkIntegrity);
  },

  createSnapshot: async ({ copyPath, path, damagedIndexes }) => {
    rmSync(path, { force: true });
    withDatabase(copyPath, {}, (copy) => {
      useAsPrivateCopy(copy);
      for (const index of damagedIndexes) rebuildIndex(copy, index);
      removeDocumentText(copy);
      vacuumInto(copy, path);
    });
    const isActivityIntact = await verifySnapshot(path);
    syncFile(path);
    return { isActivityIntact };
  },
});

async function copyDatabase(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  const source = new Database(from, { readOnly: true });
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

/** Returns whether the chain of the activity is intact. Throws if the file itself is damaged. */
async function verifySnapshot(path: string): Promise<boolean> {
  const snapshot = new Database(path, { readOnly: true });
  try {
    const damage = findDamage(snapshot);
    if (damage !== null) throw new Error(`The snapshot was damaged while it was written: ${damage}`);
    return (await verifyActivity(snapshot)).violation === null;
  } finally {
    snapshot.close();
  }
}

function withDatabase<T>(path: string, options: { readonly readOnly?: boolean }, run: (db: Database) => T): T {
  const db = new Database(path, options);
  try {
    return run(db);
  } finally {
    db.close();
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
