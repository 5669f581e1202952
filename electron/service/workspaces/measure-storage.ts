import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '../../../shared/text/duration.ts';
import type { StorageUsage } from '../../../shared/workspaces/storage-usage.ts';
import { formatTimestamp } from '../../../shared/contract/timestamp.ts';
import { damagedCopyDays, type Workspace } from '../../../shared/workspaces/workspaces.ts';
import { isMigrationBackup } from '../platform/db/migrate.ts';
import { contentFolders } from './backups/backup-manifest.ts';
import { getReplacedAt, listDamagedCopies } from './maintenance/damaged-copies.ts';
import { databaseFile } from '../platform/db/workspace-databases.ts';

export type FolderUsage = { readonly count: number; readonly size_bytes: number };

/** Files that are measured at once. Other requests can run between two batches. */
const filesPerBatch = 64;

/** Measures the disk space of each workspace, one after the other. */
export async function measureStorage(
  dataDir: string,
  workspaces: readonly (Pick<Workspace, 'workspace_id' | 'name'> & { readonly dir: string })[],
): Promise<StorageUsage> {
  const measured: StorageUsage['workspaces'] = [];
  for (const { workspace_id, name, dir } of workspaces) {
    const database = join(dir, databaseFile);
    const [file, log] = await Promise.all([getFileSize(database), getFileSize(`${database}-wal`)]);
    measured.push({
      workspace_id,
      name,
      documents: await measureFolder(join(dir, 'files')),
      recordings: await measureFolder(join(dir, 'recordings')),
      invoices: await measureFolder(join(dir, 'invoices')),
      database_bytes: file + log,
      snapshots: await measureSnapshots(dir),
      damaged_copies: await measureDamagedCopies(dir),
    });
  }
  return { data_dir: dataDir, workspaces: measured };
}

async function measureDamagedCopies(dir: string): Promise<StorageUsage['workspaces'][number]['damaged_copies']> {
  const copies = [];
  for (const copy_id of listDamagedCopies(dir).toReversed()) {
    const folders = ['', ...contentFolders].map((subfolder) => measureFolder(join(dir, copy_id, subfolder)));
    const replacedAt = getReplacedAt(copy_id);
    copies.push({
      copy_id,
      replaced_at: formatTimestamp(replacedAt),
      deleted_at: formatTimestamp(replacedAt + damagedCopyDays * dayMs),
      size_bytes: addUp(await Promise.all(folders)).size_bytes,
    });
  }
  return copies;
}

/** Measures snapshots, and the copies that migrations have left. */
async function measureSnapshots(dir: string): Promise<FolderUsage> {
  return addUp([
    await measureFolder(join(dir, 'snapshots')),
    await measureFolder(dir, (name) => isMigrationBackup(name, databaseFile)),
  ]);
}

function addUp(measured: readonly FolderUsage[]): FolderUsage {
  return {
    count: measured.reduce((sum, { count }) => sum + count, 0),
    size_bytes: measured.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
  };
}

/**
 * Counts the files of a folder and sums their sizes, from the disk and not from the database. A folder that is missing or
 * cannot be read counts as empty, and a file that is deleted meanwhile is not counted.
 */
export async function measureFolder(folder: string, isCounted = (_name: string) => true): Promise<FolderUsage> {
  let [count, size_bytes] = [0, 0];
  const measure = async (names: readonly string[]) => {
    for (const stats of await Promise.all(names.map((name) => statIfExists(join(folder, name))))) {
      if (!stats?.isFile()) continue;
      count += 1;
      size_bytes += stats.size;
    }
  };
  let batch: string[] = [];
  for await (const name of listFileNames(folder)) {
    if (isCounted(name)) batch.push(name);
    if (batch.length < filesPerBatch) continue;
    await measure(batch);
    batch = [];
  }
  await measure(batch);
  return { count, size_bytes };
}

async function getFileSize(path: string): Promise<number> {
  return (await statIfExists(path))?.size ?? 0;
}

async function* listFileNames(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined);
  for await (const { name } of entries ?? []) yield name;
}

function statIfExists(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}
