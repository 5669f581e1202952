import { openBrowser } from './open-browser.ts';
import { openProgram, type ProgramOptions } from './open-program.ts';
import { stopWhenTold } from './stop-when-told.ts';
import { tellFailure } from './tell-failure.ts';

export type HostOptions = ProgramOptions & {
  /** Opens the browser, too. */
  readonly open?: boolean | undefined;
};

/** The same program without Electron: serves the window on the loopback address and opens it in the browser. */
export function runHost(options: HostOptions): Promise<void> {
  return tellFailure(async () => {
    const { listening, dataDir, close } = await openProgram(options);
    stopWhenTold(close);
    const isOpened = options.open === true && (await openBrowser(listening.windowUrl));
    const lead = isOpened ? 'Switchboard is open in your browser, at' : 'Open Switchboard in a browser:';
    process.stdout.write(`${lead} ${listening.windowUrl}\n`);
    process.stderr.write(`Workspaces and settings are kept in ${dataDir}. Press Ctrl+C to quit.\n`);
  });
}
