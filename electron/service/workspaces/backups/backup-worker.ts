// The worker thread that writes, verifies and restores backups. Each task has a thread of its own, which ends with it.
import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { convertStorageFull } from '../../platform/workers/worker-problems.ts';
import { toSummary } from './backup-manifest.ts';
import type { BackupProtocol } from './backup-protocol.ts';
import { previewBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup, writeVerifiedBackup } from './verify-backup.ts';

serveRequests<BackupProtocol>({
  write: (input, report) => convertStorageFull(() => writeVerifiedBackup(input, report)),
  preview: (input) => convertStorageFull(async () => toSummary(await previewBackup(input))),
  verify: (input, report) => convertStorageFull(() => verifyBackup(input, report)),
  restore: (input, report) => convertStorageFull(() => restoreBackup(input, report)),
});
