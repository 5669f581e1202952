import { join } from 'node:path';
import type { BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { databaseName, sumSizes, toSummary } from './backup-manifest.ts';
import type { OpenInput, ReportProgress } from './backup-protocol.ts';
import { checkBackupDatabase } from './check-backup-database.ts';
import { createProgressCounter } from './progress-counter.ts';
import { openBackup } from './read-backup.ts';

/** Reads a whole backup, and checks its database completely. Throws the problems of `openBackup`. */
export async function verifyBackup(input: OpenInput, report: ReportProgress): Promise<BackupSummary> {
  const databasePath = join(input.stageDir, 'checked.db');
  report({ step: 'verifying', done_bytes: 0, total_bytes: 0 });
  const { manifest, readEntries, close } = await openBackup(input);
  try {
    const count = createProgressCounter(report, 'verifying', sumSizes(manifest.entries));
    await readEntries(({ name }) => (name === databaseName ? databasePath : null), count);
  } finally {
    close();
  }
  checkBackupDatabase(databasePath, manifest);
  return toSummary(manifest);
}
