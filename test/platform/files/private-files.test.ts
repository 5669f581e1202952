import { chmod, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '../../../shared/contract/client.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { openService } from '../../../electron/service/open-service.ts';
import { makeDataFolderPrivate } from '../../../electron/service/platform/files/private-files.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let usualMask: number;

beforeEach(async () => {
  folder = await createTemporaryFolder();
  usualMask = process.umask(0);
});
afterEach(async () => {
  process.umask(usualMask);
  await folder.remove();
});

/** Lists everything in a folder that other users can access, as `path mode`. */
async function listAccessible(dir: string): Promise<string[]> {
  const names = ['', ...(await readdir(dir, { recursive: true }))];
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await lstat(join(dir, name))).mode & 0o777 })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name, mode }) => `${name} ${mode.toString(8)}`);
}

it('a service that starts with umask 0 in a folder that everybody can read leaves nothing accessible', async () => {
  const dataDir = join(folder.path, 'data');
  await mkdir(join(dataDir, 'workspaces', 'wsp_0', 'recordings'), { recursive: true });
  for (const name of ['settings.json', 'settings.json.damaged']) await writeFile(join(dataDir, name), '{}');
  await writeFile(join(dataDir, 'workspaces', 'wsp_0', 'recordings', 'call_1.mp3'), 'sound');
  expect((await listAccessible(dataDir)).length, 'an earlier version left it like this').toBe(7);

  const { service, close } = await openService({ dataDir });
  const send = (url: string, init: RequestInit) =>
    Promise.resolve(service.fetch(new Request(`http://service.test${url}`, init), 'window'));
  const app = createClient(routeTreePaths.app, send);
  const v1 = createClient(routeTreePaths.v1, send);
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour Office' } });
  const file = new File(['The office opens at nine.'], 'hours.txt');
  await v1(v1Routes.uploadDocument, { form: { title: 'Opening hours', file } });
  await app(appRoutes.updateSettings, { json: { theme: 'dark' } });
  await app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  const written = await readdir(dataDir, { recursive: true });
  expect(
    written.filter((name) => /settings\.json$|in-use|\.db-(wal|shm)|files\/\w{64}|call_\w+\.mp3/.test(name)).length,
  ).toBeGreaterThan(50);
  expect(await listAccessible(dataDir)).toEqual([]);
  await close();
  expect(await listAccessible(dataDir)).toEqual([]);
});

it('changes nothing outside of its own files, and follows no symbolic link', async () => {
  const shared = join(folder.path, 'shared');
  await mkdir(join(shared, 'workspaces'), { recursive: true });
  await writeFile(join(shared, 'letter.txt'), 'of somebody else');
  await writeFile(join(folder.path, 'target'), 'elsewhere');
  await symlink(join(folder.path, 'target'), join(shared, 'workspaces', 'link'));
  await chmod(folder.path, 0o755);
  makeDataFolderPrivate(shared);
  expect(await listAccessible(folder.path)).toEqual(
    expect.arrayContaining([' 755', 'shared 777', 'shared/letter.txt 666', 'target 666']),
  );
  expect(await listAccessible(join(shared, 'workspaces'))).toEqual(['link 777']);
});
