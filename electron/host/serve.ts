import type { ListenAddress } from '../service/platform/http/loopback-server.ts';
import { closeOnSignal, runOrExitWithError } from './run-or-exit-with-error.ts';
import { startHttpHost, type HttpHostOptions } from './http-host.ts';
import { createWindowUrl } from './window-session.ts';

export type ServeOptions = HttpHostOptions & {
  readonly demo?: boolean | undefined;
  /** The URL of a PostgreSQL database, whose organizations are served instead of the workspace of the data folder. */
  readonly database?: string;
  /** Where a team server listens; a free port of 127.0.0.1 by default. */
  readonly listen?: ListenAddress;
  /** The origin of the URLs that clients of a team server use. */
  readonly publicUrl?: string;
  /** Where other nodes of a team server reach this one. */
  readonly internal?: ListenAddress;
  /** The URL of the bucket with the files of the organizations, which are in the data folder without it. */
  readonly bucket?: string;
  /** Creates an organization of the database with this name, prints its first API key, and ends. */
  readonly createOrganization?: string;
  /** Imports this backup or folder of a workspace into the database, and ends. */
  readonly importWorkspace?: string;
  /** Exports the organization with this ID to the file `output`, and ends. */
  readonly exportOrganization?: string;
  readonly output?: string;
};

/** Runs `npm run serve`: the service alone. Its first line of output is one JSON object for other programs. */
export function serve(options: ServeOptions): Promise<void> {
  return runOrExitWithError(async () => {
    if (options.database !== undefined) return runTeamCommand({ ...options, database: options.database });
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

/** Serves the organizations of a database, or runs the command on it that an option names. */
async function runTeamCommand(options: ServeOptions & { readonly database: string }): Promise<void> {
  const { createOrganization: name, importWorkspace: path, exportOrganization: orgId, output } = options;
  const passphrase = process.env['SWITCHBOARD_BACKUP_PASSPHRASE'] ?? null;
  if (path !== undefined) {
    const { importWorkspace } = await import('./team/import-workspace.ts');
    return importWorkspace(path, passphrase, options);
  }
  if (orgId !== undefined && output !== undefined) {
    const { exportOrganization } = await import('./team/export-organization.ts');
    return exportOrganization({ orgId, output, passphrase }, options);
  }
  if (name !== undefined) {
    const { createOrganization } = await import('./team/create-organization.ts');
    return createOrganization(name, options);
  }
  const { serveTeam } = await import('./team/serve-team.ts');
  return serveTeam(options);
}
