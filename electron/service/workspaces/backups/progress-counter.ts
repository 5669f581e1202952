import type { BackupStep } from '../../../../shared/workspaces/backups.ts';
import type { ReportProgress } from './backup-protocol.ts';

const intervalMs = 200;

/**
 * Returns a function that adds bytes to the progress of a step, and reports it a few times per second. A total of 0 means that
 * it is not known.
 */
export function createProgressCounter(
  report: ReportProgress,
  step: BackupStep,
  totalBytes: number,
): (bytes: number) => void {
  let [doneBytes, reportedAtMs] = [0, performance.now()];
  report({ step, done_bytes: 0, total_bytes: totalBytes });
  return (bytes) => {
    doneBytes += bytes;
    if (performance.now() - reportedAtMs < intervalMs) return;
    reportedAtMs = performance.now();
    report({ step, done_bytes: Math.min(doneBytes, totalBytes || doneBytes), total_bytes: totalBytes });
  };
}
