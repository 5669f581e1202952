// The worker thread that writes, verifies and restores backups. Each task has a thread of its own, which ends with it.
import { rmSync } from 'node:fs';
import { Problem } from '../../../../shared/problems.ts';
import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { convertStorageFull } from '../../platform/workers/worker-problems.ts';
import { toSummary } from './backup-manifest.ts';
import type { BackupProtocol } from './backup-protocol.ts';
import { previewBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

serveRequests<BackupProtocol>({
  write: (input, report) =>
    convertStorageFull(async () => {
      await writeBackup(input, report);
      try {
        return await verifyBackup(input, report);
      } catch (error) {
        rmSync(input.path, { force: true });
        if (!(error instanceof Problem && error.code === 'backup_invalid')) throw error;
        const detail = 'The backup was damaged while it was written, and was deleted. Check the disk of its folder.';
        throw new Problem('backup_invalid', detail, { cause: error });
      }
    }),
  preview: ({ path, passphrase }) => convertStorageFull(async () => toSummary(await previewBackup(path, passphrase))),
  verify: (input, report) => convertStorageFull(() => verifyBackup(input, report)),
  restore: (input, report) => convertStorageFull(() => restoreBackup(input, report)),
});
