import { PortError } from '../service/platform/http/port-error.ts';
import { DataFolderError } from '../service/open-service.ts';

/** Runs a command. An error that the user can fix is printed as one sentence, with exit code 1; any other is thrown. */
export async function runOrExitWithError(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof DataFolderError || error instanceof PortError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
