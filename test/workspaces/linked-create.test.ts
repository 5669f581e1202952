import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { findFilesWith } from '../helpers/desktop/record-secrets.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import {
  createMemorySecretStore,
  createTestKeychain,
  type MemorySecretStore,
} from '../helpers/service/test-keychain.ts';

const apiKey = 'sk_remote_0123456789';
const connection = { base_url: 'https://voice.example/v1/', org_id: 'org_remote', api_key: apiKey };

describe('creating a linked workspace', () => {
  let started: StartedService;
  let store: MemorySecretStore;
  beforeEach(async () => {
    store = createMemorySecretStore();
    started = await startService({ keychain: createTestKeychain(store) });
  });
  afterEach(() => started.stop());

  const create = (changes: object = {}, name = 'Kestrel') =>
    started.app(appRoutes.createWorkspace, {
      json: { kind: 'linked', name, connection: { ...connection, ...changes } },
    });
  const listNames = async () => (await started.app(appRoutes.listWorkspaces, {})).data.map(({ name }) => name);

  test('opens it, with its organization and the host of its remote', async () => {
    const workspace = await create();
    expect(workspace).toMatchObject({ name: 'Kestrel', kind: 'linked', remote_host: 'voice.example', error: null });
    const { org_id } = await started.app(appRoutes.getSession, {});
    expect(org_id).not.toBe('org_remote');
    const organization = await started.v1(v1Routes.getOrganization, { params: { org_id: org_id ?? '' } });
    expect(organization).toMatchObject({ name: 'Kestrel', industry: '' });
    expect((await started.app(appRoutes.listAgentRecords, {})).data).toEqual([]);
  });

  test('keeps the API key in the keychain only', async () => {
    const { workspace_id } = await create();
    expect(store.secrets.get(`${workspace_id}/remote-key`)).toBe(apiKey);
    await started.service.close();
    expect(findFilesWith(started.dataDir, [apiKey])).toEqual([]);
    expect(
      readFileSync(join(started.dataDir, 'workspaces', workspace_id, 'workspace.db')).includes('voice.example'),
    ).toBe(true);
  });

  test('deletes the API key with the workspace', async () => {
    const { workspace_id } = await create();
    await started.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
    expect([...store.secrets.keys()].filter((account) => account.startsWith(workspace_id))).toEqual([]);
  });

  test('keeps no API key if its folder cannot be stored', async () => {
    const keychain = createTestKeychain({
      ...store,
      set: async (account, secret) => {
        await store.set(account, secret);
        const [id = '', name] = account.split('/');
        if (name === 'remote-key') mkdirSync(join(second.dataDir, 'workspaces', id, 'in the way'), { recursive: true });
      },
    });
    const second = await startService({ keychain });
    const creation = second.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Kestrel', connection } });
    await expect(creation).rejects.toMatchObject({ code: 'internal' });
    expect([...store.secrets.keys()]).toEqual([]);
    await second.stop();
  });

  test('refuses to link the same organization twice, and names the workspace that is linked', async () => {
    await create();
    await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local', industry: '', email: '' } });
    await expect(create({ base_url: 'HTTPS://Voice.Example:443/v1' }, 'Again')).rejects.toMatchObject({
      code: 'already_linked',
      message: expect.stringContaining('“Kestrel”'),
    });
    await create({ org_id: 'org_other' }, 'Other organization');
    expect(await listNames()).toEqual(['Kestrel', 'Local', 'Other organization']);
  });

  test.each([
    ['no URL', 'voice', /https:\/\//],
    ['another scheme', 'ftp://voice.example', /https:\/\//],
    ['a password in the URL', 'https://user:secret@voice.example', /password/],
    ['a query', 'https://voice.example/v1?key=1', /after its path/],
    ['HTTP to another computer', 'http://voice.example/v1', /without encryption/],
  ])('refuses %s', async (_, base_url, detail) => {
    await expect(create({ base_url })).rejects.toMatchObject({
      code: 'connection_invalid',
      errors: [{ pointer: '/connection/base_url', detail: expect.stringMatching(detail) }],
    });
    expect(await listNames()).toEqual([]);
    expect([...store.secrets.keys()]).toEqual([]);
  });

  test.each([
    { base_url: 'http://127.0.0.1:1/v1' },
    { base_url: 'http://localhost:1/v1' },
    { base_url: 'http://[::1]:1/v1' },
    { base_url: 'http://voice.example/v1', allow_http: true },
  ])('accepts HTTP to $base_url', async (changes) => {
    expect(await create(changes)).toMatchObject({ kind: 'linked', remote_host: new URL(changes.base_url).host });
  });
});
