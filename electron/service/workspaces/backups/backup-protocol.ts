import { statfs } from 'node:fs/promises';
import type { BackupStep, BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Migration } from '../../platform/db/migrate.ts';
import { isFileMissing } from '../../platform/files/read-file-range.ts';

export type BackupProgress = { readonly step: BackupStep; readonly done_bytes: number; readonly total_bytes: number };

export type ReportProgress = (progress: BackupProgress) => void;

export type PreviewInput = {
  readonly path: string;
  readonly passphrase: string | null;
  /** The versions of the database of a workspace that can be read. */
  readonly migrations: readonly Migration[];
};

export type OpenInput = PreviewInput & {
  /** A private folder for temporary files, which the caller creates and removes. */
  readonly stageDir: string;
};

export type WriteInput = OpenInput & {
  /** The file is written here, then renamed to `path`. */
  readonly partPath: string;
  readonly workspaceDir: string;
  readonly databasePath: string;
  readonly appVersion: string;
  /** The work factor of the encryption, if there is a passphrase. */
  readonly workFactor: number;
  readonly createdAt: number;
};

export type RestoreInput = OpenInput & {
  /** The new folder of the workspace. */
  readonly workspaceDir: string;
  readonly workspaceId: string;
  /** Names of other workspaces. */
  readonly takenNames: readonly string[];
  readonly restoredAt: number;
  readonly requestId: string;
};

export type BackupProtocol = {
  /** Writes a backup and reads it again. */
  readonly write: {
    readonly input: WriteInput;
    readonly result: BackupSummary;
    readonly progress: BackupProgress;
  };
  /** Reads only the manifest. */
  readonly preview: {
    readonly input: PreviewInput;
    readonly result: BackupSummary;
  };
  /** Reads everything. */
  readonly verify: {
    readonly input: OpenInput;
    readonly result: BackupSummary;
    readonly progress: BackupProgress;
  };
  readonly restore: {
    readonly input: RestoreInput;
    readonly result: BackupSummary;
    readonly progress: BackupProgress;
  };
};

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

export const damagedDetail =
  'This backup is damaged or incomplete. Copy it again from where you keep it, or choose another one.';

export function createInvalidProblem(detail: string, cause?: unknown): Problem {
  return new Problem('backup_invalid', `${detail} Nothing was changed.`, { cause });
}

/** `place` is a column, such as `document.sha256`, or a table. */
export const describeForeignValue = (place: string) =>
  `Its database has a value that Switchboard did not write, in ${place}`;

export function createNotFoundProblem(): Problem {
  return new Problem('backup_not_found', 'This backup was moved or deleted. Refresh the list of backups.');
}

/** The problem of a file that the system cannot read, such as one of a cloud folder that is not on this computer. */
export function createUnreadableProblem(error: unknown): Problem {
  if (isFileMissing(error)) return createNotFoundProblem();
  return createInvalidProblem('This file cannot be read. Check its permissions, or choose another one.', error);
}

const megabyte = 1024 ** 2;

/** Space that is left free for the file system and for other programs. */
const reserveBytes = 32 * megabyte;

/** Throws Problem `storage_full` if a folder's disk has less space than a task needs. */
export async function requireFreeSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes + reserveBytes) return;
  const [needed, free] = [neededBytes + reserveBytes, freeBytes].map((bytes) => Math.ceil(bytes / megabyte));
  throw new Problem(
    'storage_full',
    `This needs ${needed} MB of disk space, and ${free} MB are free. Nothing was changed; free some space and try again.`,
  );
}
