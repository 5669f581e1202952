import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient, type Client } from '../../shared/contract/client.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { signIn } from '../helpers/browser/sign-in.ts';
import { startHost, type RunningHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { getKeychainVariables } from '../sync/kill/linked-process.ts';
import { startTeam } from './team.ts';

const kills = 3;

/** Creates clients with the session of the window. */
async function asWindow({ windowUrl, origin }: RunningHost): Promise<Record<'app' | 'v1', Client>> {
  const session = await signIn(windowUrl);
  const create = (path: string) =>
    createClient(origin + path, (url, init) =>
      // The client passes headers as a record.
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...session } }),
    );
  return { app: create(routeTreePaths.app), v1: create(routeTreePaths.v1) };
}

test('each note of a process that is killed reaches the remote once', { timeout: 120_000 }, async () => {
  const team = await startTeam();
  onTestFinished(team.stop);
  const folder = await createTemporaryFolder();
  onTestFinished(folder.remove);
  const connection = await team.createConnection('Ada');
  // The API key outlives the process.
  const variables = getKeychainVariables(join(folder.path, 'keychain.json'));
  let host = await startHost(folder.path, { variables });
  let { app, v1 } = await asWindow(host);
  await app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Kestrel', connection } });
  const readCall = async () => (await app(appRoutes.listCallRecords, {})).data[0]?.call_id;
  const readShared = async () => (await app(appRoutes.getConnection, {})).connection?.capabilities.shared_work;
  await expect.poll(readShared).toBe(true);
  await expect.poll(readCall).toBeDefined();
  const params = { call_id: (await readCall()) ?? '' };
  const written: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    for (let count = 0; count < 4; count++) {
      const text = `Note ${written.length}`;
      await v1(v1Routes.createNote, { params, json: { at_seconds: written.length, text } });
      written.push(text);
    }
    await host.kill();
    host = await startHost(folder.path, { variables });
    ({ app, v1 } = await asWindow(host));
  }
  const listRemote = async () => (await team.read(team.remote)).notes.map(({ text }) => text);
  await expect.poll(listRemote, { timeout: 60_000 }).toEqual(written);
  expect((await v1(v1Routes.listNotes, { params })).data.map(({ text }) => text)).toEqual(written);
  expect(await host.stop()).toBe(0);
});
