import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import * as tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConnection, type CheckOptions } from '../../electron/service/features/connection/check-connection.ts';
import type { HttpProxy } from '../../electron/service/platform/network/find-proxies.ts';
import {
  connectionCheckSchema,
  connectionSettingsSchema,
  noCapabilities,
  type ConnectionCheck,
  type ConnectionSettings,
  type ConnectionStepId,
} from '../../shared/workspaces/connection.ts';
import { certificate, expiredCertificate, otherCertificate, privateKey } from '../fixtures/certificates.ts';
import { startFaultProxy } from '../helpers/remote/fault-proxy.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { startForwardProxy } from '../helpers/remote/forward-proxy.ts';
import { serveDemoService } from '../helpers/service/serve-demo-service.ts';
import { startStrictRemote, type StrictRemote, type StrictRemoteOptions } from '../helpers/remote/strict-remote.ts';

const opened: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function startRemote(options?: StrictRemoteOptions) {
  const remote = await startStrictRemote(options);
  opened.push(remote.close);
  return remote;
}

async function check(settings: Partial<ConnectionSettings>, apiKey: string, options: CheckOptions = {}) {
  const complete = connectionSettingsSchema.parse({ org_id: 'org_remote', ...settings });
  const found = await checkConnection(complete, apiKey, options);
  return connectionCheckSchema.parse(found);
}

const checkRemote = (remote: StrictRemote, apiKey = remote.keys.admin, settings: Partial<ConnectionSettings> = {}) =>
  check({ base_url: remote.baseUrl, ...settings }, apiKey);

/** Returns the step that is neither passed nor skipped, after checking that nothing ran after a failure. */
function findProblem({ steps }: ConnectionCheck) {
  const index = steps.findIndex(({ result }) => result === 'failed' || result === 'warning');
  const step = steps[index];
  if (!step) throw new Error('Every step has passed.');
  if (step.result === 'failed') expect(steps.slice(index + 1).map(({ result }) => result)).not.toContain('passed');
  return step;
}

const getStep = ({ steps }: ConnectionCheck, id: ConnectionStepId) => steps.find((step) => step.id === id);

const listResults = ({ steps }: ConnectionCheck) => steps.map(({ id, result }) => `${id} ${result}`);

describe('a remote that has only the specification', () => {
  let remote: StrictRemote;

  beforeEach(async () => {
    remote = await startRemote();
  });

  it('passes every step, and is sent nothing but GET requests', async () => {
    const found = await checkRemote(remote);
    expect(listResults(found)).toEqual([
      'url passed',
      'dns passed',
      'tcp passed',
      'tls skipped',
      'remote passed',
      'key passed',
      'organization passed',
      'role passed',
      'contract passed',
    ]);
    expect(found).toMatchObject({ role: 'admin', capabilities: noCapabilities, untrusted_certificate: null });
    expect(found.organization_name).toBe('Harbour Remote');
    expect(getStep(found, 'organization')?.detail).toBe('The API key can read “Harbour Remote” (org_remote).');
    expect(new Set(remote.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('infers the role and what it may do', async () => {
    const found = await Promise.all(
      [remote.keys.admin, remote.keys.manager, remote.keys.viewer].map((key) => checkRemote(remote, key)),
    );
    expect(found.map(({ role }) => role)).toEqual(['admin', 'manager', 'viewer']);
    const [admin, manager, viewer] = found.map(({ permissions }) => permissions);
    expect(admin?.every(({ is_allowed }) => is_allowed)).toBe(true);
    expect(admin?.filter(({ is_inferred }) => !is_inferred).map(({ operation }) => operation)).toEqual([
      'GET /organizations/{org_id}',
      'GET /organizations/{org_id}/members',
      'GET /billing/usage',
      'GET /billing/invoices',
    ]);
    const listRefused = (permissions: ConnectionCheck['permissions'] = []) =>
      permissions.filter(({ is_allowed }) => is_allowed === false).map(({ operation }) => operation);
    expect(listRefused(manager)).toEqual([
      'GET /organizations/{org_id}/members',
      'GET /billing/usage',
      'GET /billing/invoices',
      'POST /agents/requests',
    ]);
    expect(listRefused(viewer)).toContain('POST /calls/outbound');
    expect(viewer).toHaveLength(11);
    const organization = found.map((one) => getStep(one, 'organization')?.result);
    expect(organization).toEqual(['passed', 'passed', 'warning']);
  });

  it('names a wrong key, and another header that it may expect', async () => {
    const found = await checkRemote(remote, 'wrong-key');
    expect(findProblem(found)).toEqual({
      id: 'key',
      result: 'failed',
      detail: 'The remote refuses the API key (HTTP 401).',
      fix: 'Check the key. It was sent in the header Authorization; the remote may expect another one, such as X-API-Key.',
    });
    expect(found).toMatchObject({ role: null });
    expect(found.permissions.every(({ is_allowed }) => is_allowed === null)).toBe(true);
    expect(findProblem(await checkRemote(remote, 'two\nlines'))).toMatchObject({ id: 'key', result: 'failed' });
    expect(JSON.stringify(found)).not.toContain('wrong-key');
  });

  it('names an unknown organization, another one, and a key of another one', async () => {
    const unknown = await checkRemote(remote, remote.keys.admin, { org_id: 'org_none' });
    expect(findProblem(unknown)).toMatchObject({
      id: 'organization',
      result: 'failed',
      detail: 'The remote has no organization org_none.',
    });
    remote.state.organization = { ...remote.state.organization, id: 'org_other' };
    expect(findProblem(await checkRemote(remote))).toMatchObject({
      id: 'organization',
      detail: 'The remote returned another organization: org_other.',
    });
    remote.state.organization = { ...remote.state.organization, id: '<b>\u202e'.repeat(1_000) };
    expect(findProblem(await checkRemote(remote)).detail).toBe('The remote returned another organization.');
    remote.state.organization = { org_id: 'org_other', name: 'Harbour' };
    expect(findProblem(await checkRemote(remote)).detail).toBe('The remote returned another organization: org_other.');
    remote.state.organization = { data: { id: 'org_remote', name: 'Harbour' } };
    expect(findProblem(await checkRemote(remote))).toMatchObject({
      id: 'contract',
      result: 'failed',
      detail: 'The remote sent something other than the organization org_remote.',
    });
    for (const operation of ['getOrganization', 'listMembers'] as const) remote.setFault(operation, { status: 403 });
    expect(findProblem(await checkRemote(remote))).toMatchObject({
      id: 'organization',
      result: 'failed',
      detail: 'The API key belongs to a different organization from org_remote.',
    });
  });

  it('warns about fields that are missing or cannot be read', async () => {
    remote.state.usage = { ...remote.state.usage, minutes_used: 'many' };
    expect(findProblem(await checkRemote(remote))).toMatchObject({
      id: 'contract',
      result: 'warning',
      detail: expect.stringContaining('minutes_used'),
    });
    const { minutes_used: _, ...usage } = remote.state.usage;
    remote.state.usage = { ...usage, unknown_field: 1 };
    expect(findProblem(await checkRemote(remote))).toMatchObject({
      id: 'contract',
      detail: 'The usage has no field “minutes_used”.',
    });
    remote.setFault('getOrganization', { body: '[]' });
    expect(findProblem(await checkRemote(remote))).toMatchObject({ id: 'contract', result: 'failed' });
  });

  it('warns about a clock that is off by more than 5 minutes', async () => {
    const time = Date.parse('2032-01-05T10:00:00Z');
    const readStep = async (offsetMs: number) => {
      remote.setFault('getOrganization', { headers: { Date: new Date(time + offsetMs).toUTCString() } });
      const found = await check({ base_url: remote.baseUrl }, remote.keys.admin, { now: () => time });
      expect(found.clock_offset_ms).toBe(offsetMs);
      return getStep(found, 'remote');
    };
    expect(await readStep(4 * 60_000)).toMatchObject({ result: 'passed' });
    expect(await readStep(-6 * 60_000)).toMatchObject({
      result: 'warning',
      detail: 'The remote’s clock is 6 minutes behind the clock of this computer.',
    });
    expect(await readStep(24 * 60 * 60_000)).toMatchObject({
      result: 'warning',
      detail: 'The remote’s clock is 24 hours ahead of the clock of this computer.',
    });
  });
});

describe('an address that does not answer like a remote', () => {
  it('is a sign-in page of the network: HTML, or a redirect to another host', async () => {
    const remote = await startRemote();
    remote.setFault('getOrganization', { body: '<html>Welcome</html>', headers: { 'Content-Type': 'text/html' } });
    expect(findProblem(await checkRemote(remote))).toMatchObject({
      id: 'remote',
      result: 'failed',
      detail: 'A web page was received instead of a response from the remote.',
      fix: expect.stringContaining('sign in'),
    });
    const portal = createServer((_, response) =>
      response.writeHead(302, { Location: 'http://portal.example/login' }).end(),
    );
    portal.listen(0, '127.0.0.1');
    await once(portal, 'listening');
    opened.push(() => portal.close());
    const { port } = portal.address() as AddressInfo; // it listens on a port
    expect(findProblem(await check({ base_url: `http://127.0.0.1:${port}` }, 'key'))).toMatchObject({
      id: 'remote',
      detail: expect.stringContaining('redirects to portal.example'),
      fix: expect.stringContaining('sign in'),
    });
  });

  it('redirects: it warns, because changes are not redirected, and suggests the base URL', async () => {
    const remote = await startRemote();
    const startRedirect = async (toLocation: (url: string) => string) => {
      const server = createServer(({ url = '' }, response) =>
        response.writeHead(308, { Location: toLocation(url) }).end(),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      opened.push(() => server.close());
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
    };
    const moved = await startRedirect((url) => url.replace('/old', remote.baseUrl));
    const found = await check({ base_url: `${moved}/old` }, remote.keys.admin);
    expect(findProblem(found)).toMatchObject({
      id: 'remote',
      result: 'failed',
      detail: expect.stringContaining(`redirects to 127.0.0.1:${remote.port}`),
      fix: `If ${remote.baseUrl} is the remote’s new address, use it.`,
    });
    expect(found.suggested_base_url).toBe(remote.baseUrl);
    expect((await checkRemote(remote)).suggested_base_url).toBeNull();
    const loop = await startRedirect((url) => url);
    const looped = await check({ base_url: loop }, remote.keys.admin);
    expect(findProblem(looped)).toMatchObject({ id: 'remote', detail: 'The remote redirects too often.' });
    expect(looped.suggested_base_url).toBeNull();
  });

  it('redirects within its origin', async () => {
    const remote = await startRemote();
    const { pathname } = new URL(remote.baseUrl);
    const proxy = createServer((message, response) => {
      const { url = '', method, headers } = message;
      const location = url.replace(/^\/old/, pathname).replace(/^(.*\/slash.*[^/])$/, '$1/');
      if (location !== url) return response.writeHead(307, { Location: location }).end();
      const path = url.replace('/slash', '').replace(/\/$/, '');
      message.pipe(
        forward({ port: remote.port, method, path, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        }),
      );
      return undefined;
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    opened.push(() => proxy.close());
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // it listens on a port
    const moved = await check({ base_url: `${origin}/old/` }, remote.keys.admin);
    expect(moved).toMatchObject({ role: 'admin', suggested_base_url: `${origin}${pathname}` });
    expect(findProblem(moved)).toEqual({
      id: 'url',
      result: 'warning',
      detail: `The remote redirects requests to ${origin}${pathname}. Changes are not redirected, so they would not be made.`,
      fix: `Use ${origin}${pathname} instead.`,
    });
    const slashed = await check({ base_url: `${origin}${pathname}/slash` }, remote.keys.admin);
    expect(slashed.suggested_base_url).toBeNull();
    expect(findProblem(slashed)).toMatchObject({
      id: 'url',
      detail: expect.stringContaining(`redirects requests to ${origin}${pathname}/slash/organizations/org_remote/.`),
      fix: 'Ask the operator of the remote for a base URL that does not redirect.',
    });
  });

  it('expects HTTPS on its port', async () => {
    const remote = await startRemote({ tls: { key: privateKey, cert: certificate } });
    const base_url = remote.baseUrl.replace('https:', 'http:');
    const found = await check({ base_url }, remote.keys.admin);
    expect(findProblem(found)).toMatchObject({
      id: 'remote',
      result: 'failed',
      detail: `127.0.0.1 expects HTTPS on port ${remote.port}.`,
      fix: `Use ${remote.baseUrl} instead.`,
    });
    expect(found.suggested_base_url).toBe(remote.baseUrl);
  });

  it('expects HTTPS on its port, and says so in a page of its gateway', async () => {
    const remote = await startRemote({ tls: { key: privateKey, cert: certificate } });
    const gateway = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', (first) => {
        const isHandshake = first[0] === 22;
        if (!isHandshake) return void socket.end(`HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n${page}`);
        const upstream = connect(remote.port, '127.0.0.1', () => upstream.write(first));
        upstream.on('error', () => socket.destroy());
        socket.pipe(upstream).pipe(socket);
      });
    });
    const page = '<html><center>The plain HTTP request was sent to HTTPS port</center></html>';
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    opened.push(() => gateway.close());
    const { port } = gateway.address() as AddressInfo; // it listens on a port
    const host = `127.0.0.1:${port}${new URL(remote.baseUrl).pathname}`;
    const found = await check({ base_url: `http://${host}` }, remote.keys.admin);
    expect(findProblem(found)).toMatchObject({
      id: 'remote',
      detail: `127.0.0.1 expects HTTPS on port ${port}.`,
      fix: `Use https://${host} instead.`,
    });
    expect(found.suggested_base_url).toBe(`https://${host}`);
  });

  it('has another path, fails or is busy', async () => {
    const remote = await startRemote();
    const elsewhere = await checkRemote(remote, remote.keys.admin, { base_url: `${remote.baseUrl}/wrong` });
    expect(findProblem(elsewhere)).toMatchObject({
      id: 'remote',
      detail: 'The remote has none of the operations at this path (HTTP 404).',
    });
    for (const [status, fix] of [
      [500, 'Check again later'],
      [503, 'Wait a few minutes'],
    ] as const) {
      remote.setFault('getOrganization', { status });
      expect(findProblem(await checkRemote(remote))).toMatchObject({
        id: 'remote',
        fix: expect.stringContaining(fix),
      });
    }
    remote.setFault('getOrganization', { drop: 'before' });
    expect(findProblem(await checkRemote(remote))).toMatchObject({ id: 'remote', result: 'failed' });
  });

  it('cannot be reached: wrong URL, unknown name, closed port', async () => {
    expect(findProblem(await check({ base_url: 'voice example/v1' }, 'key'))).toMatchObject({
      id: 'url',
      result: 'failed',
    });
    expect(findProblem(await check({ base_url: 'http://voice.example/v1' }, 'key'))).toMatchObject({
      id: 'url',
      result: 'failed',
    });
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    expect(findProblem(await check({ base_url: 'https://voice.example' }, 'key', { resolve }))).toMatchObject({
      id: 'dns',
      detail: 'The host name voice.example was not found.',
    });
    const port = await findFreePort();
    expect(findProblem(await check({ base_url: `http://127.0.0.1:${port}` }, 'key'))).toMatchObject({
      id: 'tcp',
      detail: `127.0.0.1 refuses connections on port ${port}.`,
    });
  });

  it('uses HTTP on another computer, which is allowed with a warning', async () => {
    const remote = await startRemote();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const base_url = remote.baseUrl.replace('127.0.0.1', 'voice.example');
    const found = await check({ base_url, allow_http: true }, remote.keys.admin, { resolve });
    expect(findProblem(found)).toMatchObject({ id: 'url', result: 'warning' });
    expect(found.role).toBe('admin');
  });
});

describe('a proxy', () => {
  const start = async (...options: Parameters<typeof startForwardProxy>) => {
    const proxy = await startForwardProxy(...options);
    opened.push(proxy.close);
    return { ...proxy, name: `127.0.0.1:${proxy.settings.port}` };
  };
  const checkThrough = (remote: StrictRemote, settings: HttpProxy) =>
    check(
      { base_url: remote.baseUrl.replace('127.0.0.1', 'voice.example'), allow_http: true, certificate_sha256: pin },
      remote.keys.admin,
      { findProxies: async () => [settings] },
    );
  const pin = new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();

  it('is named in the step that connects', async () => {
    const proxy = await start();
    const secure = await startRemote({ tls: { key: privateKey, cert: certificate } });
    const found = await checkThrough(secure, proxy.settings);
    expect(found.role).toBe('admin');
    expect([getStep(found, 'dns'), getStep(found, 'tcp')]).toMatchObject([
      { result: 'skipped', detail: 'The proxy looks up the host name.' },
      {
        result: 'passed',
        detail: `voice.example accepts connections on port ${secure.port}, through the proxy ${proxy.name}.`,
      },
    ]);
    const plain = await checkThrough(await startRemote(), proxy.settings);
    expect(plain.role).toBe('admin');
    expect(getStep(plain, 'tcp')).toMatchObject({
      result: 'passed',
      detail: `Requests are sent through the proxy ${proxy.name}, which accepts connections.`,
    });
  });

  it('that is closed, asks for a password or refuses the remote fails with its fix', async () => {
    const secure = await startRemote({ tls: { key: privateKey, cert: certificate } });
    const proxy = await start();
    const closed = { ...proxy.settings, port: await findFreePort() };
    expect(findProblem(await checkThrough(secure, closed))).toMatchObject({
      id: 'tcp',
      detail: expect.stringContaining('refuses connections'),
      fix: expect.stringMatching(/^Check the proxy in the network settings/),
    });
    const locked = await start({ credentials: 'ada:secret' });
    const anonymous = { ...locked.settings, authorization: null };
    for (const [remote, id] of [
      [secure, 'tcp'],
      [await startRemote(), 'remote'],
    ] as const)
      expect(getStep(await checkThrough(remote, anonymous), id)).toMatchObject({
        result: 'failed',
        detail: `The proxy ${locked.name} requires a user name and a password.`,
        fix: expect.stringMatching(/^Set the variables HTTPS_PROXY and HTTP_PROXY/),
      });
    const strict = await start({ status: 403 });
    expect(findProblem(await checkThrough(secure, strict.settings))).toMatchObject({
      id: 'tcp',
      detail: `The proxy ${strict.name} refused the connection to voice.example:${secure.port} (HTTP 403).`,
      fix: expect.stringContaining('ask the administrator of the proxy'),
    });
    expect(secure.requests).toEqual([]);
  });
});

describe('a certificate', () => {
  const start = (cert: string) => startRemote({ tls: { key: privateKey, cert } });

  const initialCertificates = tls.getCACertificates('default');

  /** Makes a certificate a trusted authority's until the end of the test. */
  const trust = (trusted: string) => {
    tls.setDefaultCACertificates([...initialCertificates, trusted]);
    opened.push(() => tls.setDefaultCACertificates(initialCertificates));
  };

  it('that is self-signed fails with its fingerprint, which can be accepted', async () => {
    const remote = await start(certificate);
    const found = await checkRemote(remote);
    expect(findProblem(found)).toMatchObject({
      id: 'tls',
      result: 'failed',
      detail: 'The certificate of 127.0.0.1 is self-signed.',
    });
    expect(found.untrusted_certificate).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: 'CN=Switchboard tests, O=Switchboard',
      valid_to: 'Jan  1 00:00:00 2120 GMT',
    });
    expect(remote.requests).toEqual([]);
    const sha256 = found.untrusted_certificate?.sha256 ?? null;
    const accepted = await checkRemote(remote, remote.keys.admin, { certificate_sha256: sha256 });
    expect(getStep(accepted, 'tls')).toMatchObject({
      result: 'passed',
      detail: 'The server sent the accepted certificate.',
    });
    expect(accepted).toMatchObject({ role: 'admin', untrusted_certificate: null });
  });

  it('that is not the accepted one fails, also if the system trusts it', async () => {
    trust(certificate);
    const remote = await start(certificate);
    const found = await checkRemote(remote, remote.keys.admin, { certificate_sha256: '0'.repeat(64) });
    expect(findProblem(found)).toMatchObject({ id: 'tls', detail: expect.stringContaining('a different certificate') });
    expect(remote.requests).toEqual([]);
  });

  it('passes if the system trusts it and it is valid for the host', async () => {
    trust(certificate);
    const passed = await checkRemote(await start(certificate));
    expect(getStep(passed, 'tls')).toMatchObject({ result: 'passed', detail: 'The certificate is trusted.' });
    trust(expiredCertificate);
    const expired = await checkRemote(await start(expiredCertificate));
    expect(findProblem(expired)).toMatchObject({ id: 'tls', detail: 'The certificate of 127.0.0.1 has expired.' });
    expect(expired.untrusted_certificate).not.toBeNull();
    trust(otherCertificate);
    const other = await checkRemote(await start(otherCertificate));
    expect(findProblem(other)).toMatchObject({ id: 'tls', detail: 'The certificate is not valid for 127.0.0.1.' });
  });

  it('is missing if the server offers no HTTPS', async () => {
    const remote = await startRemote();
    const found = await checkRemote(remote, remote.keys.admin, { base_url: remote.baseUrl.replace('http:', 'https:') });
    expect(findProblem(found)).toMatchObject({ id: 'tls', detail: expect.stringContaining('does not offer HTTPS') });
    expect(found.untrusted_certificate).toBeNull();
  });
});

describe('this application as the remote', () => {
  it('has every capability, which its OpenAPI document announces', async () => {
    const { baseUrl, orgId, keys, stop } = await serveDemoService();
    opened.push(stop);
    const roles = ['admin', 'manager', 'viewer'] as const;
    for (const role of roles) {
      const found = await check({ base_url: baseUrl, org_id: orgId }, keys[role]);
      expect(found.role).toBe(role);
      expect(getStep(found, 'contract')?.result).toBe(role === 'viewer' ? 'skipped' : 'passed');
      expect(found.capabilities).toEqual(Object.fromEntries(Object.keys(noCapabilities).map((id) => [id, true])));
    }
    const other = await check({ base_url: baseUrl, org_id: 'org_none' }, keys.admin);
    expect(findProblem(other)).toMatchObject({
      id: 'organization',
      detail: 'The remote has no organization org_none.',
    });
  });
});

describe('capabilities', () => {
  it('are not known if the remote stops answering: the check fails', async () => {
    const remote = await startRemote();
    const proxy = await startFaultProxy(remote.port);
    opened.push(proxy.close);
    const headers = { Connection: 'close' };
    const parallel = ['listMembers', 'getUsage', 'listInvoices'] as const;
    const arrived = Promise.all(parallel.map((operation) => remote.waitForRequests(operation)));
    const waitAfter = arrived.then(() => proxy.setFault(() => ({ reset: true })));
    for (const operation of parallel) remote.setFault(operation, { headers, waitAfter });
    remote.setFault('getOrganization', { headers });
    const found = await checkRemote(remote, remote.keys.admin, {
      base_url: remote.baseUrl.replace(remote.origin, proxy.origin),
    });
    expect(findProblem(found)).toMatchObject({
      id: 'contract',
      result: 'failed',
      fix: expect.stringContaining('could not be completed'),
    });
  });

  /** Starts a remote with these answers to GET requests; a number is a status of a path that accepts POST. */
  async function startOther(answers: Readonly<Record<string, unknown>>) {
    const requests: string[] = [];
    const server = createServer(({ method, url = '' }, response) => {
      const [path = ''] = url.split('?');
      requests.push(`${method} ${path}`);
      if (path === '/v1/events')
        return response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': hello\n\n');
      const body = path === '/v1/organizations/org_remote' ? { id: 'org_remote' } : answers[path];
      response.setHeader('Content-Type', 'application/json').setHeader('ETag', '"1"');
      if (typeof body === 'number') response.writeHead(body, { Allow: 'OPTIONS, POST' });
      else response.writeHead(body === undefined ? 404 : 200);
      return response.end(JSON.stringify(body ?? { detail: 'Not found' }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo; // it listens on a port
    return { base_url: `http://127.0.0.1:${port}/v1`, requests };
  }

  it('are found with GET requests if there is no OpenAPI document', async () => {
    const { base_url, requests } = await startOther({
      '/v1/calls': { data: [] },
      '/v1/knowledge/documents': { data: [], next_cursor: null },
      '/v1/agents': 'no list',
      '/v1/calls/none/cancel': 403,
    });
    expect((await check({ base_url }, 'key')).capabilities).toEqual({
      ...noCapabilities,
      call_list: true,
      document_list: true,
      events: true,
      etag: true,
    });
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('that are writes are found without sending one, and the timeline with a listed call', async () => {
    const { base_url, requests } = await startOther({
      '/v1/openapi.json': { paths: { '/pets': { get: {} } } },
      '/v1/calls': { data: [{ call_id: 'call:1' }] },
      '/v1/calls/call%3A1/timeline': { turns: [] },
      '/v1/calls/call%3A1/cancel': 405,
      '/v1/knowledge/search': 405,
    });
    expect((await check({ base_url }, 'key')).capabilities).toEqual({
      ...noCapabilities,
      call_list: true,
      timeline: true,
      cancel_call: true,
      search: true,
      events: true,
      etag: true,
    });
    expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('are read from an OpenAPI document whose paths begin with the path of the base URL', async () => {
    const get = { get: { responses: {} } };
    const { base_url } = await startOther({
      '/v1/openapi.json': { paths: { '/v1/calls/{id}': get, '/v1/calls': get, '/v1/calls/{id}/cancel': { post: {} } } },
    });
    expect((await check({ base_url }, 'key')).capabilities).toEqual({
      ...noCapabilities,
      call_list: true,
      cancel_call: true,
      etag: true,
    });
  });
});
