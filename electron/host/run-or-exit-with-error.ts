import { DataFolderError } from '../service/platform/files/data-folder-lock.ts';
import { PortError } from '../service/features/local-api/port-error.ts';

/** Runs a way in; what a person can mend ends it with one sentence and exit code 1, everything else with its stack. */
export async function runOrExitWithError(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof DataFolderError || error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
