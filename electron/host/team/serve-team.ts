import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { limits } from '../../../shared/contract/limits.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { openService, type OpenServiceOptions } from '../../service/open-service.ts';
import { getDefaultDataDir } from '../../service/platform/files/app-paths.ts';
import { RateLimiter } from '../../service/platform/http/rate-limiter.ts';
import { closeOnSignal } from '../run-or-exit-with-error.ts';
import type { ListenAddress } from '../../service/platform/http/loopback-server.ts';
import { createDirectorySecrets } from './directory-secrets.ts';
import { nodeHeaders } from './forward-request.ts';
import { isInternalSecret, readInternalSecret } from './internal-secret.ts';
import { createErrorLogger, keepRunningWithoutDatabase, logFailedResponse } from './log-failures.ts';
import { openBucket } from './open-bucket.ts';
import { openNodeFolder } from './node-folder.ts';
import { Metrics } from './metrics.ts';
import { isInternalStatusPath, isPublicStatusPath, respondStatus } from './node-status.ts';
import { openOrganization } from './open-organization.ts';
import { openTeamDatabases } from './open-team-databases.ts';
import { Organizations } from './organizations.ts';
import { Peers } from './peers.ts';
import { findPublicOrigin } from './public-address.ts';
import { removeForeignIndexes } from './remove-foreign-indexes.ts';
import { repeat } from './repeat.ts';
import { RequestRouter } from './request-router.ts';
import { startTeamServer, type NodeRequest, type TeamServer } from './start-team-server.ts';

export type TeamOptions = Omit<OpenServiceOptions, 'bucket'> & {
  readonly database: string;
  readonly bucket?: string;
  readonly port?: number | undefined;
  readonly listen?: ListenAddress;
  readonly publicUrl?: string;
  readonly internal?: ListenAddress;
};

/** Responses that still run, such as uploads, are ended this long after the organizations are closed. */
const drainTimeoutMs = 2_000;

/** Text of deleted documents is nowhere a minute after the deletion. */
const foreignIndexesIntervalMs = 20_000;

/** The time for live calls to end and for everything to close. */
const closeMs = 28_000;

/** Runs `serve --database`: a node that serves organizations of a database, for API clients and linked workspaces. */
export async function serveTeam({ database, port, bucket: bucketUrl, ...options }: TeamOptions): Promise<void> {
  const {
    dataDir = getDefaultDataDir(),
    publicUrl,
    internal,
    listen = { host: '127.0.0.1', port: port ?? 0 },
  } = options;
  const secret = internal && readInternalSecret(process.env);
  const folder = openNodeFolder(dataDir);
  const cacheDir = join(folder.dataDir, 'cache');
  const databases = await openTeamDatabases(database, cacheDir);
  const metrics = new Metrics();
  const directory = databases.openDirectory(metrics.observeQuery);
  const filesDir = join(dataDir, 'organizations');
  const copiesDir = join(folder.dataDir, 'organizations');
  const bucket = await openBucket(bucketUrl, databases, { filesDir, copiesDir });
  const organizationsDir = bucket ? copiesDir : filesDir;
  const { length: organizationCount } = await directory.listWorkspaceIds();
  // A service without a workspace, which describes the API.
  const { service, log, close } = await openService({ ...options, openKeychain: rejectKeychain }, folder);
  const onError = createErrorLogger(log);
  keepRunningWithoutDatabase(log);

  let internalServer: TeamServer | undefined;
  const getInternalAddress = () => internalServer?.origin.slice('http://'.length) ?? '';
  const openKeychain = () => Promise.resolve(createDirectorySecrets(directory));
  const organizations = new Organizations({
    directory,
    lock: (id) => databases.lock(id, getInternalAddress()),
    open: (id, lock) =>
      openOrganization(id, lock, { ...options, ...(bucket && { bucket }), organizationsDir, openKeychain }),
    onError,
  });
  const peers = new Peers({ directory, onError });
  const router = new RequestRouter({
    directory,
    organizations,
    peers,
    fetchWithoutOrganization: (request) => service.fetch(request, 'api'),
    onForward: () => metrics.countForwarded(),
    rateLimiter: new RateLimiter(options.rateLimitPerMinute ?? limits.requestsPerMinute),
    getInternal: () => (secret === undefined ? null : { address: getInternalAddress(), secret }),
  });
  const status = { directory, bucket, organizations, metrics };
  /** The node that has the organization logs its failures. */
  const respond = async (request: Request, node: NodeRequest, route: 'fetch' | 'fetchForwarded') => {
    const response = await router[route](request, node);
    logFailedResponse(log, node, response);
    return response;
  };
  if (internal && secret !== undefined) {
    internalServer = await startTeamServer({
      listen: internal,
      findOrigin: (incoming, { origin }) => findForwardedOrigin(incoming, secret) ?? origin,
      fetch: (request, node) => {
        const { pathname } = new URL(request.url);
        if (isInternalStatusPath(pathname)) return respondStatus(pathname, status);
        return respond(request, node, 'fetchForwarded');
      },
      onError,
    });
    peers.start(getInternalAddress());
  }
  const server = await startTeamServer({
    listen,
    findOrigin: (incoming, own) => findPublicOrigin(incoming, own, publicUrl),
    fetch: (request, node) => {
      const { pathname } = new URL(request.url);
      if (isPublicStatusPath(pathname)) return respondStatus(pathname, status);
      node.outgoing.once('close', () => metrics.countRequest(node.outgoing.statusCode));
      return respond(request, node, 'fetch');
    },
    onError,
  });
  organizations.start();
  const ownAddress = getInternalAddress();
  const stopRemoving = repeat(
    foreignIndexesIntervalMs,
    () => removeForeignIndexes({ cacheDir, directory, organizations, ownAddress }),
    onError,
  );
  closeOnSignal(async () => {
    // Meanwhile, requests are forwarded to the nodes that take over.
    await organizations.close();
    await Promise.all([server.close(drainTimeoutMs), internalServer?.close(drainTimeoutMs)]);
    peers.close();
    stopRemoving();
    await close();
    directory.close();
  }, closeMs);
  const [baseUrl, address] = [`${publicUrl ?? server.origin}/v1`, new URL(server.origin).host];
  process.stdout.write(`${JSON.stringify({ base_url: baseUrl, address, organizations: organizationCount })}\n`);
}

const rejectKeychain = () => Promise.reject(new Error('It has no secrets.'));

/** Returns the origin that the client of another node used. */
function findForwardedOrigin({ headers, url = '/' }: IncomingMessage, secret: string): string | Problem | undefined {
  if (isInternalStatusPath(url)) return undefined;
  if (!isInternalSecret(headers[nodeHeaders.secret], secret))
    return new Problem('unauthorized', 'Only nodes of this server may use this address.');
  const origin = headers[nodeHeaders.origin];
  return typeof origin === 'string' ? origin : undefined;
}
