import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service, type ServiceOptions } from '../../electron/service/service.ts';
import { createClient, type Client } from '../../shared/client.ts';
import { routeTreePaths } from '../../shared/contract.ts';
import { createMemorySettings } from './memory-settings.ts';
import { modelDir } from './model-dir.ts';

export const inProcessOrigin = 'http://service.test';

export type StartedService = {
  readonly service: Service;
  readonly dataDir: string;
  /** Typed clients of the window. */
  readonly v1: Client;
  readonly app: Client;
  /** A plain request, from the network unless `caller` says otherwise. */
  readonly send: (path: string, init?: RequestInit, caller?: 'window' | 'api') => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/** The real service on a real temporary folder (or a given one), with the window as its caller. */
export async function startService(options: Partial<ServiceOptions> = {}): Promise<StartedService> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'switchboard-test-'));
  const settings = options.settings ?? createMemorySettings();
  const service = await createService({ modelDir, version: '0.0.0-test', ...options, dataDir, settings });
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

/** A form as the bytes that a connection would bring: the platform's own form stream cannot be abandoned half-way. */
async function encodeForm(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const encoded = new Response(init.body);
  const headers = new Headers(init.headers);
  if (!headers.has('Content-Type')) headers.set('Content-Type', encoded.headers.get('Content-Type') ?? '');
  return { ...init, headers, body: await encoded.arrayBuffer() };
}
