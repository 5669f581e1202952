import type { ReportProgress } from '../../service/workspaces/backups/backup-protocol.ts';

const intervalMs = 1_000;
const megabyte = 1024 ** 2;

const stepLabels = {
  receiving: 'Receiving',
  preparing: 'Hashing files',
  writing: 'Writing the backup',
  verifying: 'Verifying the backup',
  extracting: 'Reading the backup',
  checking: 'Checking the database',
} as const;

export type ProgressPrinter = {
  readonly rows: (label: string, done: number) => void;
  readonly files: (done: number, total: number) => void;
  readonly backup: ReportProgress;
};

/** Returns functions that print progress to standard error, at most one line a second. */
export function createProgressPrinter(): ProgressPrinter {
  let printedAtMs = performance.now();
  const print = (describe: () => string) => {
    if (performance.now() - printedAtMs < intervalMs) return;
    printedAtMs = performance.now();
    process.stderr.write(`${describe()}\n`);
  };
  return {
    rows: (label, done) => print(() => `${label}: ${done.toLocaleString('en')} rows`),
    files: (done, total) => print(() => `Copying files: ${done} of ${total}`),
    backup: ({ step, done_bytes, total_bytes }) =>
      print(() =>
        total_bytes === 0
          ? stepLabels[step]
          : `${stepLabels[step]}: ${toMegabytes(done_bytes)} of ${toMegabytes(total_bytes)} MB`,
      ),
  };
}

const toMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);
