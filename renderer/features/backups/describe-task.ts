import { backupTaskSteps, type BackupStep, type BackupTask } from '../../../shared/workspaces/backups.ts';
import { formatSize } from '../../format/format-size.ts';

const titles = {
  backup: 'Backing up',
  scheduled_backup: 'Backing up',
  verification: 'Verifying',
  restore: 'Restoring',
  upload: 'Copying the file',
} as const satisfies Record<BackupTask['kind'], string>;

const steps = {
  preparing: 'Reading the workspace',
  writing: 'Writing the file',
  verifying: 'Reading the file again to verify it',
  extracting: 'Reading the backup',
  checking: 'Checking the database',
  receiving: 'Copying',
} as const satisfies Record<BackupStep, string>;

export type TaskDescription = {
  readonly title: string;
  /** The step, with its progress in bytes. */
  readonly text: string;
  /** Progress of the whole task, from 0 to 1; null if it is not known. */
  readonly fraction: number | null;
};

export function describeTask({ kind, subject, step, done_bytes, total_bytes }: BackupTask): TaskDescription {
  const all: readonly BackupStep[] = backupTaskSteps[kind];
  const index = Math.max(0, all.indexOf(step));
  const progress = total_bytes > 0 ? `: ${formatSize(done_bytes)} of ${formatSize(total_bytes)}` : '…';
  return {
    title: subject === '' ? titles[kind] : `${titles[kind]} “${subject}”`,
    text: steps[step] + progress,
    fraction: total_bytes === 0 ? null : (index + done_bytes / total_bytes) / all.length,
  };
}
