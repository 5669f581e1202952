import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createRemoteClient,
  type RemoteClientOptions,
} from '../../electron/service/features/remote/create-remote-client.ts';
import { RemoteError, type RemoteRequest } from '../../electron/service/features/remote/remote-client.ts';
import { noCapabilities } from '../../shared/workspaces/connection.ts';
import { startStrictRemote, type StrictRemoteOptions } from '../helpers/remote/strict-remote.ts';

/** Functions that close the servers and clients of a test. */
export const opened: (() => unknown)[] = [];

/** Call this after each test. The one opened last is closed first. */
export async function closeOpened(): Promise<void> {
  for (const close of opened.splice(0).toReversed()) await close();
}

export const apiKey = 'remote-admin-key-1';

export const defaultSettings = {
  base_url: '',
  org_id: 'org_remote',
  key_header: 'Authorization',
  allow_http: false,
  certificate_sha256: null,
};

export function createClient(baseUrl: string, options: Partial<RemoteClientOptions> = {}) {
  const { settings, ...others } = options;
  const client = createRemoteClient({
    apiKey,
    capabilities: noCapabilities,
    ...others,
    settings: { ...defaultSettings, base_url: baseUrl, ...settings },
  });
  opened.push(client.close);
  return client;
}

/** Starts a server that answers every request with `handle`. Returns its base URL and the requests. */
export async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume();
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { origin: `http://127.0.0.1:${port}`, baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

/** A request that can be repeated. */
export const usage: RemoteRequest = { method: 'GET', path: '/billing/usage' };

export const call: RemoteRequest = {
  method: 'POST',
  path: '/calls/outbound',
  json: { agent_id: 'agt_1', recipient_number: '+14155550132' },
};

export async function startRemote(options?: StrictRemoteOptions) {
  const remote = await startStrictRemote(options);
  opened.push(remote.close);
  return remote;
}

/** Returns the error of a request that must fail. */
export async function fail(request: Promise<unknown>): Promise<RemoteError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RemoteError))
    throw new Error('The request did not fail with a RemoteError.', { cause: error });
  return error;
}
