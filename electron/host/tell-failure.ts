import { DataFolderError } from '../service/db/data-lock.ts';
import { PortError } from '../service/listening/port-error.ts';

/** Runs a way in; what a person can mend ends it with one sentence and exit code 1, everything else with its stack. */
export async function tellFailure(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof DataFolderError || error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
