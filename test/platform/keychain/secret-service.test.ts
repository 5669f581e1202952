import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SecretName } from '../../../electron/service/platform/keychain/keychain.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createClient } from '../../../shared/contract/client.ts';
import { routeTreePaths } from '../../../shared/contract/contract.ts';
import { hasSecretService, startSecretService } from '../../helpers/desktop/secret-service.ts';
import { signIn } from '../../helpers/browser/sign-in.ts';
import { startServe, type RunningHost } from '../../helpers/service/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

// Debian: apt-get install dbus-daemon gnome-keyring libsecret-tools
const testWithSecretService = test.skipIf(!hasSecretService);

let folder: TemporaryFolder;
let dataDir: string;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  dataDir = join(folder.path, 'data');
  mkdirSync(dataDir);
  vi.stubEnv('SWITCHBOARD_KEYCHAIN', undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

async function openApp({ origin, windowUrl }: RunningHost) {
  const headers = await signIn(windowUrl);
  return createClient(routeTreePaths.app, (path, init) =>
    fetch(origin + path, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
  );
}

const getStatus = async (host: RunningHost) => (await openApp(host))(appRoutes.getKeychainStatus, {});

const findWorkspaceId = () => readdirSync(join(dataDir, 'workspaces'))[0] ?? '';

const containsSecret = (secret: string) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .some((bytes) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'base64')));

/** Starts a Secret Service that ends with the test. Hosts that start afterwards use it. */
async function useSecretService() {
  const secretService = await startSecretService(folder.path);
  onTestFinished(() => secretService.stop());
  for (const [name, value] of Object.entries(secretService.env)) vi.stubEnv(name, value);
  return secretService;
}

testWithSecretService('secrets are in the Secret Service, where other programs of the user can read them', async () => {
  const secretService = await useSecretService();
  const serve = await startServe(dataDir);
  expect(await getStatus(serve)).toEqual({ kept_in: 'keychain' });
  const lookUp = (name: SecretName) => secretService.lookUp(`${findWorkspaceId()}/${name}`);
  const secret = lookUp('url-signing-secret');
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(await serve.stop()).toBe(0);
  expect(containsSecret(secret)).toBe(false);
  const head = lookUp('activity-head');
  expect(JSON.parse(head)).toMatchObject({ rows: 0 });

  secretService.lock();
  const locked = await startServe(dataDir);
  expect(await getStatus(locked)).toMatchObject({ kept_in: 'memory', reason: expect.stringMatching(/locked/) });
  expect(await locked.stop()).toBe(0);
  await secretService.unlock();
  expect([lookUp('url-signing-secret'), lookUp('activity-head')], 'nothing was replaced').toEqual([secret, head]);
});

testWithSecretService('a keyring that is locked later loses and keeps nothing by mistake', async () => {
  const secretService = await useSecretService();
  const serve = await startServe(dataDir);
  const app = await openApp(serve);
  const create = async (name: string) => {
    const connection = { base_url: 'https://127.0.0.1:9', org_id: `org_${name}`, api_key: `key of ${name}` };
    return (await app(appRoutes.createWorkspace, { json: { kind: 'linked', name, connection } })).workspace_id;
  };
  const lookUp = (id: string, name: SecretName) => secretService.lookUp(`${id}/${name}`);
  const [local, deleted, kept] = [findWorkspaceId(), await create('deleted'), await create('kept')];
  expect(lookUp(kept, 'remote-key')).toBe('key of kept');
  expect(lookUp(deleted, 'remote-key')).toBe('key of deleted');
  await app(appRoutes.deleteWorkspace, { params: { workspace_id: local } });
  expect(lookUp(local, 'url-signing-secret'), 'deleted while the keyring is unlocked').toBe('');

  secretService.lock();
  await app(appRoutes.getConnection, {});
  expect(await app(appRoutes.getKeychainStatus, {}), 'a key that was read before').toMatchObject({ kept_in: 'memory' });
  await app(appRoutes.deleteWorkspace, { params: { workspace_id: deleted } });
  expect((await app(appRoutes.listWorkspaces, {})).data).toMatchObject([{ name: 'kept' }]);
  await secretService.unlock();
  expect(lookUp(deleted, 'remote-key')).toBe('key of deleted');
  expect(await app(appRoutes.getKeychainStatus, {})).toEqual({ kept_in: 'keychain' });
  expect(lookUp(deleted, 'remote-key')).toBe('');
  expect(lookUp(kept, 'remote-key')).toBe('key of kept');
  expect(await serve.stop()).toBe(0);
  expect(JSON.parse(lookUp(kept, 'activity-head'))).toMatchObject({ rows: expect.any(Number) });
  expect(containsSecret('key of kept')).toBe(false);
});

test.runIf(process.platform === 'linux')('without a Secret Service, secrets stay in memory', async () => {
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${folder.path}/missing`);
  const serve = await startServe(dataDir);
  expect(await getStatus(serve)).toMatchObject({ kept_in: 'memory', reason: expect.stringMatching(/\.$/) });
  expect(await serve.stop()).toBe(0);
});
