import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { SyncState } from '../../shared/workspaces/sync.ts';
import { certificate, privateKey } from '../fixtures/certificates.ts';
import { startForwardProxy } from '../helpers/remote/forward-proxy.ts';
import { findFilesWith } from '../helpers/desktop/record-secrets.ts';
import { startServiceWithRemote, type ServiceWithRemote } from '../helpers/remote/start-linked-service.ts';
import { startService } from '../helpers/service/start-service.ts';
import { startStrictRemote } from '../helpers/remote/strict-remote.ts';
import { readUntil, subscribeToEvents } from '../helpers/service/subscribe-to-events.ts';
import {
  createLockableSecretStore,
  createMemorySecretStore,
  createTestKeychain,
} from '../helpers/service/test-keychain.ts';

describe('the connection of a linked workspace', () => {
  let started: ServiceWithRemote;
  beforeEach(async () => {
    started = await startServiceWithRemote();
  });
  afterEach(() => started.stop());

  const getConnection = async () => (await started.app(appRoutes.getConnection, {})).connection;
  const update = (json: object) => started.app(appRoutes.updateConnection, { json });
  const waitForCheck = async () =>
    readUntil(
      await subscribeToEvents(started.v1),
      ({ type }) => type === 'connection.changed',
      getConnection,
      (connection) => connection?.checked_at !== null,
    );

  test('is described without its API key', async () => {
    expect(await getConnection()).toMatchObject({
      base_url: started.remote.baseUrl,
      org_id: started.remote.orgId,
      key_header: 'Authorization',
      key_hint: started.remote.keys.admin.slice(-4),
      allow_http: false,
      certificate_sha256: null,
    });
  });

  test('is checked by itself once the remote answers', async () => {
    expect(await waitForCheck()).toMatchObject({ role: 'admin', capabilities: { idempotency: false } });
    expect(started.remote.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('is null in a local workspace, and cannot be changed there', async () => {
    await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local', industry: '', email: '' } });
    expect(await getConnection()).toBeNull();
    await expect(update({ api_key: 'other' })).rejects.toMatchObject({ code: 'not_linked' });
    await expect(started.app(appRoutes.checkConnection, {})).rejects.toMatchObject({ code: 'not_linked' });
    await expect(started.app(appRoutes.unlinkWorkspace, {})).rejects.toMatchObject({ code: 'not_linked' });
  });

  test('uses a replaced API key at once, and forgets what was found with the other one', async () => {
    await waitForCheck();
    started.remote.state.keys.delete(started.remote.keys.admin);
    const updated = await update({ api_key: `  ${started.remote.keys.viewer} ` });
    expect(updated).toMatchObject({ key_hint: started.remote.keys.viewer.slice(-4), role: null, checked_at: null });
    expect(started.store.secrets.get(`${started.workspaceId}/remote-key`)).toBe(started.remote.keys.viewer);
    expect(await waitForCheck()).toMatchObject({ role: 'viewer' });
    await started.service.close();
    expect(findFilesWith(started.dataDir, [started.remote.keys.viewer, started.remote.keys.admin])).toEqual([]);
  });

  test('refuses an API key with “Bearer” before it, but not one that starts with this word', async () => {
    const { admin } = started.remote.keys;
    for (const api_key of [`Bearer ${admin}`, `authorization: bearer\u200b ${admin}`, 'bearer'])
      await expect(update({ api_key })).rejects.toMatchObject({
        code: 'malformed',
        errors: [{ pointer: '/api_key', detail: expect.stringContaining('without “Bearer”') }],
      });
    expect(await getConnection()).toMatchObject({ key_hint: admin.slice(-4) });
    expect(await update({ api_key: 'bearer-0123456789' })).toMatchObject({ key_hint: '6789' });
  });

  test('gives the window at most the role of the API key', async () => {
    await update({ api_key: started.remote.keys.manager });
    await waitForCheck();
    const session = () => started.app(appRoutes.getSession, {});
    const changeRole = (role: 'admin' | 'viewer') => started.app(appRoutes.changeRole, { json: { role } });
    expect(await session()).toMatchObject({ role: 'manager', highest_role: 'manager' });
    expect(await changeRole('viewer')).toMatchObject({ role: 'viewer' });
    await expect(update({ key_header: 'X-API-Key' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await changeRole('admin')).toMatchObject({ role: 'manager' });
    // On this computer, the user is still the admin, and can replace the key.
    expect(await update({ api_key: started.remote.keys.admin })).toMatchObject({ role: null });
    expect(await session()).toMatchObject({ role: 'admin', highest_role: 'admin' });
  });

  test('sends to a changed address, without what was allowed for the other host', async () => {
    const other = await startStrictRemote({ orgId: started.remote.orgId });
    const certificate_sha256 = 'ab'.repeat(32);
    await update({ certificate_sha256 });
    expect(await getConnection()).toMatchObject({ certificate_sha256 });
    const updated = await update({ base_url: `${other.baseUrl}/`, api_key: other.keys.admin });
    expect(updated).toMatchObject({ base_url: other.baseUrl, certificate_sha256: null });
    await other.waitForRequests('getOrganization');
    await started.service.close();
    await other.close();
  });

  test.each([
    [{ base_url: 'http://voice.example' }, /without encryption/],
    [{ base_url: 'nowhere' }, /https:/],
  ])('refuses %j and changes nothing', async (change, detail) => {
    const before = await getConnection();
    await expect(update({ ...change, api_key: 'other' })).rejects.toMatchObject({
      code: 'connection_invalid',
      errors: [{ pointer: '/base_url', detail: expect.stringMatching(detail) }],
    });
    expect(await getConnection()).toMatchObject({ base_url: before?.base_url, key_hint: before?.key_hint });
    expect(started.store.secrets.get(`${started.workspaceId}/remote-key`)).toBe(started.remote.keys.admin);
  });

  test('refuses the address of an organization that another workspace is linked to', async () => {
    const other = await startStrictRemote({ orgId: started.remote.orgId });
    const connection = { base_url: other.baseUrl, org_id: started.remote.orgId, api_key: other.keys.admin };
    await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Second', connection } });
    await expect(update({ base_url: started.remote.baseUrl })).rejects.toMatchObject({
      code: 'already_linked',
      message: expect.stringContaining('“Kestrel”'),
    });
    await started.service.close();
    await other.close();
  });

  test('says that no API key is stored, and sends nothing without it', async () => {
    await started.service.close();
    started.store.secrets.delete(`${started.workspaceId}/remote-key`);
    const sent = started.remote.requests.length;
    const again = await startService({ dataDir: started.dataDir, keychain: createTestKeychain(started.store) });
    await again.app(appRoutes.openWorkspace, { params: { workspace_id: started.workspaceId } });
    expect((await again.app(appRoutes.getConnection, {})).connection).toMatchObject({ key_hint: null });
    await expect(again.app(appRoutes.checkConnection, {})).rejects.toMatchObject({
      message: expect.stringMatching(/^No API key is stored/),
    });
    const { status } = await readUntil(
      await subscribeToEvents(again.v1),
      ({ type }) => type === 'sync.changed',
      () => again.app(appRoutes.getSyncStatus, {}),
      ({ status: now }) => now?.state === 'paused',
    );
    expect(status?.reason).toMatch(/^No API key is stored/);
    expect(started.remote.requests.length).toBe(sent);
    await again.stop();
  });

  test('says that the API key cannot be read, and syncs once the keychain can be used', async () => {
    await started.service.close();
    const store = createLockableSecretStore(started.store);
    store.setLocked(true);
    const again = await startService({ dataDir: started.dataDir, keychain: createTestKeychain(store) });
    await again.app(appRoutes.openWorkspace, { params: { workspace_id: started.workspaceId } });
    const waitForState = async (state: SyncState) =>
      readUntil(
        await subscribeToEvents(again.v1),
        ({ type }) => type === 'sync.changed',
        () => again.app(appRoutes.getSyncStatus, {}),
        ({ status }) => status?.state === state,
      );
    const { status } = await waitForState('paused');
    expect(status?.reason).toMatch(/^The API key is not available, .* unlock it and choose Try again/);
    store.setLocked(false);
    expect(await again.app(appRoutes.getKeychainStatus, {})).toEqual({ kept_in: 'keychain' });
    await waitForState('up_to_date');
    expect((await again.app(appRoutes.getConnection, {})).connection?.key_hint).not.toBeNull();
    await again.stop();
  });

  test('is checked on request, with every step', async () => {
    const check = await started.app(appRoutes.checkConnection, {});
    expect(check.steps.map(({ result }) => result)).not.toContain('failed');
    expect(check.role).toBe('admin');
    expect(await getConnection()).toMatchObject({ role: 'admin', checked_at: expect.any(String) });
  });

  test('keeps what is known if the remote refuses the API key', async () => {
    await started.app(appRoutes.checkConnection, {});
    started.remote.state.keys.delete(started.remote.keys.admin);
    const check = await started.app(appRoutes.checkConnection, {});
    expect(check.steps.find(({ id }) => id === 'key')).toMatchObject({ result: 'failed' });
    expect(await getConnection()).toMatchObject({ role: 'admin' });
  });
});

test('a connection is checked before its workspace exists, which leaves nothing', async () => {
  const remote = await startStrictRemote();
  const store = createMemorySecretStore();
  const started = await startService({ keychain: createTestKeychain(store) });
  const check = await started.app(appRoutes.checkNewConnection, {
    json: { base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.keys.viewer },
  });
  expect(check.role).toBe('viewer');
  expect(check.permissions.find(({ operation }) => operation === 'GET /billing/usage')).toMatchObject({
    is_allowed: false,
  });
  expect((await started.app(appRoutes.listWorkspaces, {})).data).toEqual([]);
  expect([...store.secrets.keys()]).toEqual([]);
  expect(findFilesWith(started.dataDir, [remote.keys.viewer])).toEqual([]);
  await started.stop();
  await remote.close();
});

test('a workspace and the check of its connection use the proxy of the computer', async () => {
  const remote = await startStrictRemote();
  const proxy = await startForwardProxy();
  const keychain = createTestKeychain(createMemorySecretStore());
  const started = await startService({ keychain, findProxies: async () => [proxy.settings] });
  const base_url = remote.baseUrl.replace('127.0.0.1', 'voice.example');
  const connection = { base_url, org_id: remote.orgId, api_key: remote.keys.admin, allow_http: true };
  expect((await started.app(appRoutes.checkNewConnection, { json: connection })).role).toBe('admin');
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Kestrel', connection } });
  expect((await started.app(appRoutes.checkConnection, {})).role).toBe('admin');
  const { status } = await readUntil(
    await subscribeToEvents(started.v1),
    ({ type }) => type === 'sync.changed',
    () => started.app(appRoutes.getSyncStatus, {}),
    ({ status: now }) => now?.state === 'up_to_date',
  );
  expect(status?.reason).toBeNull();
  await started.stop();
  await proxy.close();
  await remote.close();
});

test.each([
  ['that closes the connection', null],
  ['whose gateway says so in a page', 'HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<p>Bad Request</p>'],
  ['whose gateway sends no HTTP', '\x15\x03\x01\x00\x02\x02\x46'],
])('an HTTP base URL that was not checked gets the advice to use HTTPS, from a remote %s', async (_, answer) => {
  const remote = await startStrictRemote({ tls: { key: privateKey, cert: certificate } });
  const gateway = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      const isHandshake = first[0] === 22;
      if (!isHandshake) return void (answer === null ? socket.destroy() : socket.end(answer, 'latin1'));
      const upstream = connect(remote.port, '127.0.0.1', () => upstream.write(first));
      upstream.on('error', () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    });
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo; // it listens on a port
  const base_url = `http://127.0.0.1:${port}${new URL(remote.baseUrl).pathname}`;
  const started = await startService({ keychain: createTestKeychain(createMemorySecretStore()) });
  const connection = { base_url, org_id: remote.orgId, api_key: remote.keys.admin };
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Kestrel', connection } });
  const { status } = await readUntil(
    await subscribeToEvents(started.v1),
    ({ type }) => type === 'sync.changed',
    () => started.app(appRoutes.getSyncStatus, {}),
    ({ status: now }) => now?.state === 'offline',
  );
  const advice = `In Settings under Connection, change the base URL to ${base_url.replace('http:', 'https:')}.`;
  expect(status?.reason).toBe(`127.0.0.1 expects HTTPS on port ${port}. ${advice}`);
  await started.stop();
  gateway.close();
  await remote.close();
});
