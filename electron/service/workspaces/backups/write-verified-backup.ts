import { rmSync } from 'node:fs';
import type { BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { ReportProgress, WriteInput } from './backup-protocol.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

/** Writes a backup and reads it again. Throws the problems of `writeBackup`, and `backup_invalid` if it was damaged meanwhile. */
export async function writeVerifiedBackup(input: WriteInput, report: ReportProgress): Promise<BackupSummary> {
  await writeBackup(input, report);
  try {
    return await verifyBackup(input, report);
  } catch (error) {
    rmSync(input.path, { force: true });
    if (!(error instanceof Problem && error.code === 'backup_invalid')) throw error;
    const detail = 'The backup was damaged while it was written, and was deleted. Check the disk of its folder.';
    throw new Problem('backup_invalid', detail, { cause: error });
  }
}
