import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { runOrExitWithError } from './run-or-exit-with-error.ts';

export type ServeOptions = HttpHostOptions & { readonly demo?: boolean | undefined };

/** `npm run serve`: the service alone. Its first line of output is one JSON object that other programs read. */
export function serve(options: ServeOptions): Promise<void> {
  return runOrExitWithError(async () => {
    const program = await startHttpHost(options);
    closeOnSignal(program.close);
    const { org_id, keys } = await program.service
      .openServeWorkspace({ demo: options.demo ?? false })
      .catch(async (error) => {
        await program.close();
        throw error;
      });
    const { origin, windowUrl } = program.server;
    const line = { base_url: `${origin}/v1`, console_url: windowUrl, org_id, ...(keys && { keys }) };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
}
