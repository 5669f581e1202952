import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { syncFolder } from '../../platform/files/sync-file.ts';
import { contentFolders } from '../content-folders.ts';
import { adoptDatabase } from './adopt-database.ts';
import { databaseName, sumSizes, toSummary } from './backup-manifest.ts';
import type { ReportProgress, RestoreInput } from './backup-protocol.ts';
import { checkBackupDatabase } from './check-backup-database.ts';
import { requireFreeSpace } from './free-space.ts';
import { createProgressCounter } from './progress-counter.ts';
import { openBackup } from './read-backup.ts';

/** Restores a backup into the empty folder of a new workspace, and migrates its database. */
export async function restoreBackup(input: RestoreInput, report: ReportProgress): Promise<BackupSummary> {
  const { workspaceDir } = input;
  const databasePath = join(workspaceDir, databaseName);
  report({ step: 'extracting', done_bytes: 0, total_bytes: 0 });
  const { manifest, readEntries, close } = await openBackup(input);
  const contentBytes = sumSizes(manifest.entries);
  try {
    await requireFreeSpace(workspaceDir, contentBytes);
    for (const folder of contentFolders) mkdirSync(join(workspaceDir, folder), { mode: 0o700 });
    // The names of a manifest are safe below a folder.
    await readEntries(
      ({ name }) => join(workspaceDir, name),
      createProgressCounter(report, 'extracting', contentBytes),
    );
  } finally {
    close();
  }
  report({ step: 'checking', done_bytes: 0, total_bytes: 0 });
  checkBackupDatabase(databasePath, manifest);
  const { workspaceId: id, restoredAt, requestId } = input;
  const name = chooseName(manifest.name, input.takenNames, restoredAt);
  adoptDatabase(databasePath, { id, name, restoredAt, requestId });
  for (const folder of [...contentFolders, '.']) syncFolder(join(workspaceDir, folder));
  syncFolder(dirname(workspaceDir));
  return { ...toSummary(manifest), workspace_name: name };
}

/** Returns the name of the workspace, with the date if another workspace has it. */
function chooseName(name: string, takenNames: readonly string[], restoredAt: number): string {
  const date = new Date(restoredAt).toISOString().slice(0, 10);
  for (let attempt = 0; ; attempt++) {
    const suffix = attempt === 0 ? '' : ` (restored ${date}${attempt === 1 ? '' : `, ${attempt}`})`;
    const candidate = name.slice(0, limits.workspaceNameLength - suffix.length).trimEnd() + suffix;
    if (!takenNames.includes(candidate)) return candidate;
  }
}
