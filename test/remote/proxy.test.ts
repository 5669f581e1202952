import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createRemoteClient,
  type RemoteClientOptions,
} from '../../electron/service/features/remote/create-remote-client.ts';
import type { FindProxies, HttpProxy, ProxyChoice } from '../../electron/service/platform/network/find-proxies.ts';
import { connectionSettingsSchema, noCapabilities } from '../../shared/workspaces/connection.ts';
import { certificate, privateKey } from '../fixtures/certificates.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startForwardProxy } from '../helpers/remote/forward-proxy.ts';
import type { StrictRemote } from '../helpers/remote/strict-remote.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { call, closeOpened, fail, opened, startRemote, usage } from './remote-requests.ts';

afterEach(closeOpened);

const tlsFiles = { key: privateKey, cert: certificate };
const pin = new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();
const unreachable = { kind: 'unreachable', wasSent: false, status: null };

async function startProxy(...options: Parameters<typeof startForwardProxy>) {
  const proxy = await startForwardProxy(...options);
  opened.push(proxy.close);
  return proxy;
}

/** Starts a program that is no proxy. */
async function startProgram(onConnection: (socket: Socket) => void): Promise<HttpProxy> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => server.close());
  return createProxy((server.address() as AddressInfo).port); // it listens on a port
}

const createProxy = (port: number): HttpProxy => ({ host: '127.0.0.1', port, isTls: false, authorization: null });

/** Only the proxy can look up other names than its own. */
const resolve = (host: string) =>
  host === '127.0.0.1'
    ? Promise.resolve([{ address: host, family: 4 }])
    : Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' }));

type Options = Partial<RemoteClientOptions> & { readonly certificate_sha256?: string };

/** Creates a client of a remote by a name that is not one of this computer. */
function createClient(
  remote: StrictRemote,
  proxies: readonly ProxyChoice[] | FindProxies,
  { certificate_sha256 = pin, ...options }: Options = {},
) {
  const base_url = remote.baseUrl.replace('127.0.0.1', 'voice.example');
  const client = createRemoteClient({
    settings: connectionSettingsSchema.parse({ base_url, org_id: 'org_1', allow_http: true, certificate_sha256 }),
    apiKey: remote.keys.admin,
    capabilities: noCapabilities,
    resolve,
    findProxies: typeof proxies === 'function' ? proxies : async () => proxies,
    ...options,
  });
  opened.push(client.close);
  return client;
}

describe('HTTPS', () => {
  it('goes through a tunnel to the accepted certificate, so that the proxy sees no key', async () => {
    const remote = await startRemote({ tls: tlsFiles });
    const proxy = await startProxy({ credentials: 'ada:secret' });
    const client = createClient(remote, [proxy.settings]);
    for (const request of [usage, usage, call]) await client.request(request);
    expect(remote.state.calls.size).toBe(1);
    // The POST has a connection of its own.
    const tunnel = `CONNECT voice.example:${remote.port}`;
    expect(proxy.requests).toEqual([tunnel, tunnel]);
    expect(JSON.stringify(proxy.headers)).not.toContain(remote.keys.admin);
    expect(remote.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuses another certificate before anything is sent', async () => {
    const remote = await startRemote({ tls: tlsFiles });
    const proxy = await startProxy();
    const client = createClient(remote, [proxy.settings], { certificate_sha256: '0'.repeat(64) });
    expect(await fail(client.request(call))).toMatchObject({
      ...unreachable,
      message: 'voice.example sent a different certificate from the one that this connection accepts.',
    });
    expect(remote.requests).toEqual([]);
  });

  it('can use a proxy that has a certificate itself, which must be trusted', async () => {
    const remote = await startRemote({ tls: tlsFiles });
    const proxy = await startProxy({ tls: tlsFiles });
    const message = `The proxy 127.0.0.1:${proxy.settings.port} cannot be used. The certificate of 127.0.0.1 is self-signed.`;
    expect(await fail(createClient(remote, [proxy.settings]).request(call))).toMatchObject({ ...unreachable, message });
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, certificate]);
    opened.push(() => tls.setDefaultCACertificates(trusted));
    await createClient(remote, [proxy.settings]).request(call);
    expect(remote.state.calls.size).toBe(1);
  });
});

describe('HTTP', () => {
  it('is sent to the proxy with the whole URL, and its password not to the remote', async () => {
    const remote = await startRemote();
    const proxy = await startProxy({ credentials: 'ada:secret' });
    const client = createClient(remote, [proxy.settings]);
    for (const request of [usage, usage, call]) await client.request(request);
    const origin = `http://voice.example:${remote.port}/platform/v1`;
    expect(proxy.requests).toEqual([
      `GET ${origin}/billing/usage`,
      `GET ${origin}/billing/usage`,
      `POST ${origin}/calls/outbound`,
    ]);
    expect(proxy.countConnections()).toBe(2);
    expect(remote.requests.every(({ headers }) => headers.host === `voice.example:${remote.port}`)).toBe(true);
  });

  it('has an unknown outcome if the connection breaks after the request was sent', async () => {
    const remote = await startRemote();
    const proxy = await startProxy();
    remote.setFault('placeCall', { drop: 'after' });
    expect(await fail(createClient(remote, [proxy.settings]).request(call))).toMatchObject({
      kind: 'no_answer',
      wasSent: true,
    });
  });
});

it('a host on this computer is never reached through a proxy', async () => {
  const remote = await startRemote();
  const findProxies = vi.fn(async () => [null]);
  for (const host of ['127.0.0.1', 'localhost', 'api.localhost']) {
    const settings = { base_url: remote.baseUrl.replace('127.0.0.1', host), org_id: 'org_1' };
    const client = createClient(remote, findProxies, {
      settings: connectionSettingsSchema.parse(settings),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    await client.request(usage);
  }
  expect(remote.requests).toHaveLength(3);
  expect(findProxies).not.toHaveBeenCalled();
});

describe.each(['https', 'http'])('a proxy for %s', (protocol) => {
  const start = () => startRemote(protocol === 'https' ? { tls: tlsFiles } : {});

  it('that asks for a password is named, and nothing was sent', async () => {
    const remote = await start();
    const proxy = await startProxy({ credentials: 'ada:secret' });
    const name = `The proxy 127.0.0.1:${proxy.settings.port}`;
    const anonymous = createClient(remote, [{ ...proxy.settings, authorization: null }, null]);
    expect(await fail(anonymous.request(call))).toMatchObject({
      ...unreachable,
      message: `${name} requires a user name and a password.`,
    });
    const wrong = createClient(remote, [{ ...proxy.settings, authorization: 'Basic d3Jvbmc=' }]);
    expect(await fail(wrong.request(call))).toMatchObject({
      ...unreachable,
      message: `${name} refused the user name or the password.`,
    });
    expect(remote.requests).toEqual([]);
  });

  it('that cannot be reached gives way to the next one', async () => {
    const remote = await start();
    const proxy = await startProxy();
    const closed = createProxy(await findFreePort());
    await createClient(remote, [closed, { unusable: 'No.' }, proxy.settings]).request(call);
    const direct = createClient(remote, [closed, null], { resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    await direct.request(call);
    expect(remote.state.calls.size).toBe(2);
    expect(proxy.requests).toHaveLength(1);
    const { port } = closed;
    expect(await fail(createClient(remote, [closed]).request(call))).toMatchObject({
      ...unreachable,
      message: `The proxy 127.0.0.1:${port} cannot be used. 127.0.0.1 refuses connections on port ${port}.`,
    });
    const unusable = createClient(remote, [{ unusable: 'The system names a proxy of another type.' }]);
    expect(await fail(unusable.request(call))).toMatchObject({
      ...unreachable,
      message: 'The system names a proxy of another type.',
    });
  });

  it('that changes does not keep the connections of the previous one', async () => {
    const remote = await start();
    const proxy = await startProxy();
    const other = await startProxy();
    let current = proxy.settings;
    const client = createClient(remote, async () => [current]);
    await client.request(usage);
    current = other.settings;
    await client.request(usage);
    expect([proxy.requests.length, other.requests.length]).toEqual([1, 1]);
  });
});

describe('a tunnel', () => {
  it('that is refused is an error of the proxy, and no other way is tried', async () => {
    const remote = await startRemote({ tls: tlsFiles });
    const host = `voice.example:${remote.port}`;
    for (const [status, reason] of [
      [403, `refused the connection to ${host} (HTTP 403).`],
      [502, `could not connect to ${host} (HTTP 502).`],
    ] as const) {
      const proxy = await startProxy({ status });
      expect(await fail(createClient(remote, [proxy.settings, null]).request(call))).toMatchObject({
        ...unreachable,
        message: `The proxy 127.0.0.1:${proxy.settings.port} ${reason}`,
      });
    }
    expect(remote.requests).toEqual([]);
  });

  it('is not opened by another program: it closes the connection, is not HTTP, or is silent', async () => {
    const remote = await startRemote({ tls: tlsFiles });
    const closing = await startProgram((socket) => socket.once('data', () => socket.destroy()));
    const other = await startProgram((socket) => void socket.end('SSH-2.0-OpenSSH_9.7\r\n'));
    const silent = await startProgram((socket) => opened.push(() => socket.destroy()));
    for (const [program, reason] of [
      [closing, 'closed the connection to voice.example while it was being opened.'],
      [other, 'did not respond with HTTP. It may be another program.'],
      [silent, 'did not connect to voice.example in time.'],
    ] as const) {
      const client = createClient(remote, [program], { timeouts: { connectMs: 100 } });
      expect(await fail(client.request(call))).toMatchObject({
        ...unreachable,
        message: `The proxy 127.0.0.1:${program.port} ${reason}`,
      });
    }
  });
});

describe('a download', () => {
  const mp3 = { type: 'audio/mpeg', bytes: Buffer.from('ID3\u0004…') };

  it('goes through the proxy, but never to an address that is known to be private', async () => {
    const folder = await createTemporaryFolder();
    opened.push(folder.remove);
    const remote = await startRemote();
    remote.state.files.set('/audio/call_1.mp3', mp3);
    const proxy = await startProxy();
    const addresses: Readonly<Record<string, readonly string[]>> = {
      '127.0.0.1': ['127.0.0.1'],
      'private.example': ['10.0.0.1'],
      'mixed.example': ['8.8.8.8', '10.0.0.1'],
      'public.example': ['8.8.8.8'],
    };
    const client = createClient(remote, [proxy.settings], {
      resolve: async (host) => {
        const found = addresses[host] ?? (/^[\d.]+$/.test(host) ? [host] : null);
        if (!found) throw Object.assign(new Error(host), { code: 'ENOTFOUND' });
        return found.map((address) => ({ address, family: 4 }));
      },
    });
    const download = (host: string) =>
      client.download({
        url: `http://${host}:${remote.port}/audio/call_1.mp3`,
        type: 'mp3',
        path: join(folder.path, 'stored'),
      });
    for (const host of ['10.0.0.1', '169.254.169.254', 'private.example', 'mixed.example'])
      expect(await fail(download(host))).toMatchObject({
        kind: 'invalid',
        message: `The address of the file leads to a private network: ${host}.`,
      });
    expect(proxy.countConnections()).toBe(0);
    // The host of the base URL, a public one, and one that only the proxy can look up.
    for (const host of ['voice.example', 'public.example', 'unknown.example'])
      expect(await download(host)).toMatchObject({ sizeBytes: mp3.bytes.length });
    expect(proxy.requests).toHaveLength(3);
    expect(remote.requests.map(({ headers }) => headers.authorization !== undefined)).toEqual([true, false, false]);
  });
});
