import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service, type ServiceOptions } from '../../../electron/service/service.ts';
import { createClient, type Client } from '../../../shared/contract/client.ts';
import { routeTreePaths } from '../../../shared/contract/contract.ts';
import { createMemorySettings } from './memory-settings.ts';
import { modelDir } from './model-dir.ts';
import { getSharedParts } from './shared-parts.ts';
import { startWarmParser } from './warm-parsers.ts';
import { createTestDatabases } from './test-database.ts';

export const inProcessOrigin = 'http://service.test';

export type StartedService = {
  readonly service: Service;
  readonly dataDir: string;
  /** Typed clients of the window. */
  readonly v1: Client;
  readonly app: Client;
  /** Sends a request, as an API client unless `caller` is set. */
  readonly send: (path: string, init?: RequestInit, caller?: 'window' | 'api') => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/** Starts the service on a temporary folder, or an existing one, with clients of the window. */
export async function startService(options: Partial<ServiceOptions> = {}): Promise<StartedService> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'switchboard-test-'));
  const settings = options.settings ?? createMemorySettings();
  const databases = createTestDatabases(options.migrations);
  const defaults = { modelDir, version: '0.0.0-test', startProcess: startWarmParser, databases, ...getSharedParts() };
  const service = await createService({ ...defaults, ...options, dataDir, settings });
  const send: StartedService['send'] = async (path, init = {}, caller = 'api') =>
    service.fetch(new Request(new URL(path, inProcessOrigin), await encodeForm(init)), caller);
  const asWindow = (url: string, init: RequestInit) => send(url, init, 'window');
  return {
    service,
    dataDir,
    v1: createClient(routeTreePaths.v1, asWindow),
    app: createClient(routeTreePaths.app, asWindow),
    send,
    stop: async () => {
      await service.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Serializes a form to bytes, because the platform's form stream cannot be canceled. */
async function encodeForm(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const encoded = new Response(init.body);
  const headers = new Headers(init.headers);
  if (!headers.has('Content-Type')) headers.set('Content-Type', encoded.headers.get('Content-Type') ?? '');
  return { ...init, headers, body: await encoded.arrayBuffer() };
}
