import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Keychain } from '../../../electron/service/platform/keychain/keychain.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { createMemorySettings } from '../../helpers/service/memory-settings.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import {
  createLockableSecretStore,
  createMemorySecretStore,
  createTestKeychain,
  type MemorySecretStore,
} from '../../helpers/service/test-keychain.ts';
import { waitFor } from '../../helpers/clock/wait-for.ts';
import { testOnFile } from '../../helpers/service/test-on-file.ts';

let folder: TemporaryFolder;
let store: MemorySecretStore;
let started: StartedService;
let workspace_id: string;
const settings = createMemorySettings();
const log = { error: () => {} };
const options = () => ({ dataDir: folder.path, settings, log, keychain: createTestKeychain(store) });

beforeEach(async () => {
  folder = await createTemporaryFolder();
  store = createMemorySecretStore();
  started = await startServiceWithWorkspace(options());
  [workspace_id = ''] = readdirSync(join(folder.path, 'workspaces'));
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

/** Creates a keychain that can be used only after `allow`. */
function createLockedKeychain() {
  let isLocked = true;
  const keychain = new Keychain(async () => {
    if (isLocked) throw new Error('The keychain is locked');
    return store;
  });
  return { keychain, allow: () => void (isLocked = false) };
}

/** Creates a keychain that is locked after its check, until `allow`. */
async function createKeychainLockedLater() {
  const lockable = createLockableSecretStore(store);
  const keychain = createTestKeychain(lockable);
  await keychain.check();
  lockable.setLocked(true);
  return { keychain, allow: () => lockable.setLocked(false) };
}

const createKey = (name: string) => started.v1(v1Routes.createApiKey, { json: { name, role: 'viewer' } });

test('the secret that signs URLs is in the keychain only, and outlasts a restart', async () => {
  const secret = store.secrets.get(`${workspace_id}/url-signing-secret`) ?? '';
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  await started.stop();
  for (const path of readdirSync(folder.path, { recursive: true, withFileTypes: true })) {
    if (!path.isFile()) continue;
    const bytes = readFileSync(join(path.parentPath, path.name));
    expect(bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'base64')), path.name).toBe(false);
  }
  started = await startService(options());
  expect(store.secrets.get(`${workspace_id}/url-signing-secret`)).toBe(secret);
});

test('a secret that signs URLs and cannot be read is not replaced', async () => {
  const secret = store.secrets.get(`${workspace_id}/url-signing-secret`);
  await started.stop();
  const { keychain, allow } = createLockedKeychain();
  started = await startService({ ...options(), keychain });
  allow();
  await started.app(appRoutes.getKeychainStatus, {});
  await started.stop();
  expect(store.secrets.get(`${workspace_id}/url-signing-secret`)).toBe(secret);
});

/** Stops the service, and replaces the workspace by a copy that lacks its last entry. */
async function putBackOlderCopy(): Promise<void> {
  const dir = join(folder.path, 'workspaces', workspace_id);
  await createKey('one');
  await started.stop();
  cpSync(dir, join(folder.path, 'older'), { recursive: true });
  started = await startService(options());
  await createKey('two');
  await started.stop();
  rmSync(dir, { recursive: true });
  renameSync(join(folder.path, 'older'), dir);
}

testOnFile('an older copy of a whole workspace is found by the head in the keychain', async () => {
  await putBackOlderCopy();
  expect(JSON.parse(store.secrets.get(`${workspace_id}/activity-head`) ?? '')).toMatchObject({ rows: 3 });
  started = await startService(options());
  const { gaps, violation } = await started.v1(v1Routes.verifyActivity, {});
  expect(violation).toBeNull();
  expect(gaps).toMatchObject([{ kind: 'missing', number: 3, entries: 1 }]);
});

testOnFile.each([createLockedKeychain, createKeychainLockedLater])(
  'an older copy is also found if the keychain can be read only later: %o',
  async (createKeychain) => {
    await putBackOlderCopy();
    const head = store.secrets.get(`${workspace_id}/activity-head`);
    const { keychain, allow } = await createKeychain();
    started = await startService({ ...options(), keychain });
    await createKey('in its place');
    expect((await started.v1(v1Routes.verifyActivity, {})).gaps).toEqual([]);
    allow();
    await started.app(appRoutes.getKeychainStatus, {});
    const gap = { kind: 'replaced', number: 3, entries: 1 };
    await waitFor(async () => expect((await started.v1(v1Routes.verifyActivity, {})).gaps).toMatchObject([gap]));
    await started.stop();
    expect(store.secrets.get(`${workspace_id}/activity-head`)).not.toBe(head);
    started = await startService(options());
    expect((await started.v1(v1Routes.verifyActivity, {})).gaps, 'reported once').toMatchObject([gap]);
  },
);

test('the head in the keychain is not replaced before it was read', async () => {
  await started.stop();
  const head = store.secrets.get(`${workspace_id}/activity-head`);
  const { keychain } = createLockedKeychain();
  started = await startService({ ...options(), keychain });
  await createKey('one');
  await started.stop();
  expect(store.secrets.get(`${workspace_id}/activity-head`)).toBe(head);
  started = await startService(options());
  expect((await started.v1(v1Routes.verifyActivity, {})).gaps).toEqual([]);
});

test('the secrets of a workspace that is deleted while the keychain is locked are removed later', async () => {
  await started.stop();
  const { keychain, allow } = createLockedKeychain();
  started = await startService({ ...options(), keychain });
  await started.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
  expect([...store.secrets.keys()]).not.toEqual([]);
  allow();
  await started.app(appRoutes.getKeychainStatus, {});
  expect([...store.secrets.keys()]).toEqual([]);
});

test('the secrets of a workspace are removed with it', async () => {
  await createKey('one');
  await started.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
  expect([...store.secrets.keys()]).toEqual([]);
});

test('the window is told where secrets are kept', async () => {
  expect(await started.app(appRoutes.getKeychainStatus, {})).toEqual({ kept_in: 'keychain' });
});
