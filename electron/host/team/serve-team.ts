import { join } from 'node:path';
import { limits } from '../../../shared/contract/limits.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { openService, type OpenServiceOptions } from '../../service/open-service.ts';
import { getDefaultDataDir } from '../../service/platform/files/app-paths.ts';
import { RateLimiter } from '../../service/platform/http/rate-limiter.ts';
import { startHttpServer } from '../http-server.ts';
import { closeOnSignal } from '../run-or-exit-with-error.ts';
import { createDirectorySecrets } from './directory-secrets.ts';
import { openNodeFolder } from './node-folder.ts';
import { openOrganization } from './open-organization.ts';
import { openTeamDatabases } from './open-team-databases.ts';
import { Organizations } from './organizations.ts';

export type TeamOptions = OpenServiceOptions & {
  readonly database: string;
  readonly port?: number | undefined;
};

/** Runs `serve --database`: the organizations of a database, for API clients and linked workspaces. */
export async function serveTeam({ database, port, ...options }: TeamOptions): Promise<void> {
  const { dataDir = getDefaultDataDir() } = options;
  const folder = openNodeFolder(dataDir);
  const databases = await openTeamDatabases(database, join(folder.dataDir, 'cache'));
  const directory = databases.openDirectory();
  const { length: count } = await directory.listWorkspaceIds();
  // It has no workspace: it describes the API.
  const { service, log, close } = await openService({ ...options, openKeychain: rejectKeychain }, folder);
  const onError = (error: unknown) => log.error({ err: error }, 'request failed');
  const openKeychain = () => Promise.resolve(createDirectorySecrets(directory));
  const organizationsDir = join(dataDir, 'organizations');
  const organizations = new Organizations({
    directory,
    lock: (id) => databases.lock(id, ''),
    open: (id, lock) => openOrganization(id, lock, { ...options, organizationsDir, openKeychain }),
    fetchWithoutOrganization: (request) => service.fetch(request, 'api'),
    rateLimiter: new RateLimiter(options.rateLimitPerMinute ?? limits.requestsPerMinute),
    onError: (error, id) => log.error({ err: error, workspace: id }, 'could not open or close an organization'),
  });
  process.on('uncaughtException', (error) => {
    if (!isDatabaseAway(error)) throw error;
    // Work in the background. What needed the database is dropped with its organization.
    log.error({ err: error }, 'the database cannot be reached');
  });
  const server = await startHttpServer({
    port: port ?? 0,
    fetch: (request) => organizations.fetch(request),
    staticFiles: () => Promise.resolve(undefined),
    onError,
  });
  closeOnSignal(async () => {
    await server.close();
    await organizations.close();
    await close();
    directory.close();
  });
  process.stdout.write(`${JSON.stringify({ base_url: `${server.origin}/v1`, organizations: count })}\n`);
}

const rejectKeychain = () => Promise.reject(new Error('It has no secrets.'));

function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  return (error instanceof Problem && error.code === 'unavailable') || isDatabaseAway(error.cause);
}
