import { Problem } from '../../shared/contract/problems.ts';
import { PortError } from '../service/platform/http/loopback-hosts.ts';
import { DataFolderError } from '../service/open-data-folder.ts';

/** Runs a command. An error that the user can fix is printed as one sentence, with exit code 1; any other is thrown. */
export async function runOrExitWithError(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
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
