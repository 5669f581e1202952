import { join } from 'node:path';
import type { StorageUsage } from '../../../shared/storage-usage.ts';
import type { Workspace } from '../../../shared/workspaces.ts';
import { measureFolder, getFileSize } from './measure-folder.ts';
import { databaseFile } from './open-workspace.ts';

/** What each workspace takes up on the disk, one after the other. */
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
      database_bytes: file + log,
    });
  }
  return { data_dir: dataDir, workspaces: measured };
}
