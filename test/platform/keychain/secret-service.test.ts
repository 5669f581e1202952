import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appRoutes } from '../../../shared/contract.ts';
import { createClient } from '../../../shared/client.ts';
import { routeTreePaths } from '../../../shared/contract.ts';
import { hasSecretService, startSecretService } from '../../helpers/secret-service.ts';
import { signIn } from '../../helpers/sign-in.ts';
import { startServe, type RunningHost } from '../../helpers/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/temporary-folder.ts';

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

async function getStatus({ origin, windowUrl }: RunningHost) {
  const headers = await signIn(windowUrl);
  const app = createClient(routeTreePaths.app, (path, init) => fetch(origin + path, { ...init, headers }));
  return app(appRoutes.getKeychainStatus, {});
}

const findWorkspaceId = () => readdirSync(join(dataDir, 'workspaces'))[0] ?? '';

const containsSecret = (secret: string) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .some((bytes) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'base64')));

testWithSecretService('secrets are in the Secret Service, where other programs of the user can read them', async () => {
  const secretService = await startSecretService(folder.path);
  for (const [name, value] of Object.entries(secretService.env)) vi.stubEnv(name, value);
  try {
    const serve = await startServe(dataDir);
    expect(await getStatus(serve)).toEqual({ kept_in: 'keychain' });
    const account = `${findWorkspaceId()}/url-signing-secret`;
    const secret = secretService.lookUp(account);
    expect(Buffer.from(secret, 'base64')).toHaveLength(32);
    expect(await serve.stop()).toBe(0);
    expect(containsSecret(secret)).toBe(false);
    expect(JSON.parse(secretService.lookUp(`${findWorkspaceId()}/activity-head`))).toMatchObject({ rows: 0 });

    secretService.lock();
    const locked = await startServe(dataDir);
    expect(await getStatus(locked)).toMatchObject({ kept_in: 'memory', reason: expect.stringMatching(/locked/) });
    expect(await locked.stop()).toBe(0);
    expect(secretService.lookUp(account), 'nothing was replaced').toBe('');
  } finally {
    await secretService.stop();
  }
});

test.runIf(process.platform === 'linux')('without a Secret Service, secrets stay in memory', async () => {
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', `unix:path=${folder.path}/missing`);
  const serve = await startServe(dataDir);
  expect(await getStatus(serve)).toMatchObject({ kept_in: 'memory', reason: expect.stringMatching(/\.$/) });
  expect(await serve.stop()).toBe(0);
});
