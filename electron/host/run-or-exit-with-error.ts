import { limits } from '../../shared/contract/limits.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { DataFolderError } from '../service/open-data-folder.ts';
import { PortError } from '../service/platform/http/loopback-hosts.ts';
import { isStorageFull, toProblem } from '../service/platform/http/to-problem.ts';

/** Runs a command. An error that the user can fix, such as a full disk, is printed as one line, with exit code 1; any other is thrown. */
export async function runOrExitWithError(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (thrown) {
    const error = isStorageFull(thrown) && !isForUser(thrown) ? toProblem(thrown) : thrown;
    if (!isForUser(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** A Problem with the code `internal` is a mistake in the program, whose cause must be printed. */
function isForUser(error: unknown): error is Error {
  if (error instanceof Problem) return error.code !== 'internal';
  return error instanceof DataFolderError || error instanceof PortError;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Closes the application and exits with code 0 on a signal, or when the launcher that started it disconnects. Exits with
 * code 1 if closing fails or takes too long.
 */
export function closeOnSignal(close: () => Promise<void>, closeMs: number = limits.closeMs): void {
  let isClosing = false;
  const stop = (): void => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      console.error(`The service was not closed within ${closeMs} ms.`);
      process.exit(1);
    }, closeMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
  process.on('disconnect', stop);
}
