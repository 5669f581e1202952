import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { openEventStream } from '../helpers/service/subscribe-to-events.ts';

let started: StartedService;
const open: StartedService[] = [];

beforeEach(async () => {
  started = await startServiceWithWorkspace();
  open.push(started);
});
afterEach(async () => {
  for (const service of open.splice(0)) await service.stop();
});

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const { port, close } = await takePort();
  await close();
  return port;
}

async function takePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  return { port: address.port, close: () => new Promise((resolve) => server.close(resolve)) };
}

async function enable(port: number): Promise<string> {
  const { base_url } = await started.app(appRoutes.updateLocalApi, { json: { enabled: true, port } });
  return base_url ?? '';
}

const statusOf = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    outgoing.on('error', reject).end();
  });

describe('the local API', () => {
  it('is disabled until the user enables it, and then requires API keys', async () => {
    expect(await started.app(appRoutes.getLocalApi, {})).toMatchObject({
      enabled: false,
      base_url: null,
      error: null,
    });
    const port = await freePort();
    const base = await enable(port);
    expect(base).toBe(`http://127.0.0.1:${port}/v1`);
    const { headers } = await createTestApiKey(started, 'viewer');
    expect((await fetch(`${base}/knowledge/documents`, { headers })).status).toBe(200);
    expect((await fetch(`${base}/knowledge/documents`)).status).toBe(401);
    await started.app(appRoutes.updateLocalApi, { json: { enabled: false } });
    await expect(fetch(`${base}/knowledge/documents`, { headers })).rejects.toThrow('fetch failed');
  });

  it('serves nothing of the window and only requests from this computer', async () => {
    const port = await freePort();
    await enable(port);
    const { headers } = await createTestApiKey(started, 'admin');
    for (const path of ['/', '/app/session', '/app/local-api', '/index.html', '/?token=x'])
      expect(await statusOf(port, path, headers), path).toBe(404);
    expect(await statusOf(port, '/audio/call_0.mp3', {})).toBe(403);
    expect(await statusOf(port, '/v1/agents', { ...headers, host: 'evil.example' })).toBe(421);
    expect(await statusOf(port, 'http://evil.example/v1/agents', headers)).toBe(421);
    expect(await statusOf(port, '/v1/agents', { ...headers, origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf(port, '/v1/agents', { 'x-switchboard-session': 'anything' })).toBe(401);
    expect(await statusOf(port, '/v1/agents', headers)).toBe(200);
  });

  it('reports a port in use and changes nothing', async () => {
    const base = await enable(await freePort());
    const taken = await takePort();
    await expect(started.app(appRoutes.updateLocalApi, { json: { port: taken.port } })).rejects.toMatchObject({
      code: 'port_unavailable',
      message: expect.stringContaining(`Port ${taken.port} is in use`),
    });
    expect((await started.app(appRoutes.getLocalApi, {})).base_url).toBe(base);
    expect((await fetch(`${base}/openapi.json`)).status).toBe(200);
    await taken.close();
  });

  it('moves to another port and frees the old one', async () => {
    const first = await enable(await freePort());
    const second = await started.app(appRoutes.updateLocalApi, { json: { port: await freePort() } });
    expect((await fetch(`${second.base_url}/openapi.json`)).status).toBe(200);
    await expect(fetch(`${first}/openapi.json`)).rejects.toThrow('fetch failed');
  });

  it('lets a running request finish when it is disabled', async () => {
    const port = await freePort();
    await enable(port);
    const { headers } = await createTestApiKey(started, 'viewer');
    const events = openEventStream(await started.app(appRoutes.streamAppEvents, {}));
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/v1/knowledge/search',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    });
    outgoing.write('{"query":');
    outgoing.flushHeaders();
    await events.waitFor(({ type }) => type === 'api_key.used');
    await events.stop();
    await started.app(appRoutes.updateLocalApi, { json: { enabled: false } });
    outgoing.end('"lamp"}');
    const [answer] = (await once(outgoing, 'response')) as [{ statusCode: number }]; // the type of this event in Node
    expect(answer.statusCode).toBe(200);
    await expect(statusOf(port, '/v1/openapi.json', {})).rejects.toThrow('ECONNREFUSED');
  });

  it('changes nothing if the settings cannot be saved', async () => {
    const values = createMemorySettings();
    let isFull = true;
    const set: typeof values.set = (key, value) => {
      if (isFull && key === 'localApi') throw Object.assign(new Error('No space left.'), { code: 'ENOSPC' });
      values.set(key, value);
    };
    const service = await startService({ settings: { ...values, set } });
    open.push(service);
    const change = (json: { enabled: boolean; port: number }) => service.app(appRoutes.updateLocalApi, { json });
    const port = await freePort();
    await expect(change({ enabled: true, port })).rejects.toMatchObject({ code: 'storage_full' });
    expect(await service.app(appRoutes.getLocalApi, {})).toMatchObject({ enabled: false, base_url: null });
    await expect(statusOf(port, '/v1/openapi.json', {})).rejects.toThrow('ECONNREFUSED');
    isFull = false;
    const { base_url } = await change({ enabled: true, port });
    isFull = true;
    await expect(change({ enabled: false, port })).rejects.toMatchObject({ code: 'storage_full' });
    expect(await service.app(appRoutes.getLocalApi, {})).toMatchObject({ enabled: true, base_url });
    expect(await statusOf(port, '/v1/openapi.json', {})).toBe(200);
  });

  it('starts again with the application, which reports an unavailable port and still works', async () => {
    const settings = createMemorySettings();
    const port = await freePort();
    const first = await startService({ settings });
    await first.app(appRoutes.updateLocalApi, { json: { enabled: true, port } });
    await first.stop();
    const second = await startService({ settings });
    expect((await fetch(`http://127.0.0.1:${port}/v1/openapi.json`)).status).toBe(200);
    await second.stop();
    const stranger = createServer().listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    const third = await startService({ settings });
    open.push(third);
    expect(await third.app(appRoutes.getLocalApi, {})).toMatchObject({
      enabled: true,
      base_url: null,
      error: `Port ${port} is in use by another program.`,
    });
    stranger.close();
    await once(stranger, 'close');
    const again = await third.app(appRoutes.updateLocalApi, { json: { enabled: true } });
    expect(again).toMatchObject({ base_url: `http://127.0.0.1:${port}/v1`, error: null });
  });
});
