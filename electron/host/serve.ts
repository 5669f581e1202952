import { closeOnSignal, runOrExitWithError } from './run-or-exit-with-error.ts';
import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { createWindowUrl } from './window-session.ts';

export type ServeOptions = HttpHostOptions & { readonly demo?: boolean | undefined };

/** Runs `npm run serve`: the service alone. Its first line of output is one JSON object for other programs. */
export function serve(options: ServeOptions): Promise<void> {
  return runOrExitWithError(async () => {
    const host = await startHttpHost(options);
    closeOnSignal(host.close);
    const { org_id, keys } = await host.service
      .openServeWorkspace({ demo: options.demo ?? false })
      .catch(async (error: unknown) => {
        await host.close();
        throw error;
      });
    const { origin } = host.server;
    const line = {
      base_url: `${origin}/v1`,
      console_url: createWindowUrl(origin, host.session),
      org_id,
      ...(keys && { keys }),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
}
