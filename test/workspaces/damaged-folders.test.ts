import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { damageTable } from '../helpers/damage/damage-database.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { createLocalWorkspace } from '../helpers/service/start-call-service.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let started: StartedService;
let harbour: string;
let office: string;
let logged: string[];
const settings = createMemorySettings();

const start = async () => {
  const log = { error: (_: object, message: string) => logged.push(message) };
  started = await startService({ dataDir: folder.path, settings, log });
};

beforeEach(async () => {
  logged = [];
  folder = await createTemporaryFolder();
  await start();
  harbour = await createLocalWorkspace(started, 'Harbour');
  office = await createLocalWorkspace(started, 'Office');
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

const at = (id: string, ...names: readonly string[]) => join(folder.path, 'workspaces', id, ...names);
const open = (workspace_id: string, query: { readonly mode?: 'read_only' } = {}) =>
  started.app(appRoutes.openWorkspace, { params: { workspace_id }, query });
const list = async () => (await started.app(appRoutes.listWorkspaces, {})).data;
const getOpenId = async () => (await started.app(appRoutes.getSession, {})).workspace?.workspace_id ?? null;
const remove = (workspace_id: string) => started.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
const unusable = (reason: RegExp) => ({ code: 'workspace_unusable', message: expect.stringMatching(reason) });

test.each(['not JSON', '{"name": 5}', null])('a label that is damaged (%s) is replaced or ignored', async (label) => {
  const path = at(harbour, 'workspace.json');
  rmSync(path);
  if (label === null) mkdirSync(path);
  else writeFileSync(path, label);
  expect(await open(harbour)).toMatchObject({ name: 'Harbour', error: null });
  const renamed = { params: { workspace_id: harbour }, json: { name: 'Skerry' } };
  expect(await started.app(appRoutes.renameWorkspace, renamed)).toMatchObject({ name: 'Skerry', error: null });
  if (label !== null) expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'Skerry' });
  await open(office);
  expect(logged).toEqual(
    Array.from({ length: label === null ? 2 : 0 }, () => 'could not store the label of a workspace'),
  );
  // Without its database and its label, a workspace is listed with its id.
  if (label !== null) writeFileSync(path, label);
  rmSync(at(harbour, databaseFile));
  expect(await list()).toMatchObject([
    { workspace_id: harbour, name: harbour, error: expect.stringContaining('missing'), is_readable: false },
    { workspace_id: office, name: 'Office', error: null },
  ]);
});

test.skipIf(process.platform === 'win32')('a database that is a broken link is named as the reason', async () => {
  const path = at(harbour, databaseFile);
  rmSync(path);
  symlinkSync(path, path);
  expect(await list()).toMatchObject([{ name: 'Harbour', error: expect.stringContaining('cannot be opened') }, {}]);
  await expect(open(harbour)).rejects.toMatchObject(unusable(/cannot be opened/));
  await expect(open(harbour, { mode: 'read_only' })).rejects.toMatchObject(unusable(/cannot be opened/));
  expect(await getOpenId()).toBe(office);
});

test('files in the place of folders do not prevent listing, export, measuring and removal', async () => {
  for (const name of ['files', 'incoming', 'recordings', 'snapshots']) {
    rmSync(at(harbour, name), { recursive: true, force: true });
    writeFileSync(at(harbour, name), 'not a folder');
  }
  await expect(open(harbour)).rejects.toMatchObject(unusable(/data cannot be read/));
  expect(await list()).toMatchObject([{ name: 'Harbour', is_readable: true }, { error: null }]);
  const params = { workspace_id: harbour };
  await expect(started.app(appRoutes.listSnapshots, { params })).rejects.toMatchObject(
    unusable(/snapshots .* cannot be read/),
  );
  const { workspaces } = await started.app(appRoutes.measureStorage, {});
  expect(workspaces).toMatchObject([{ documents: { count: 0 }, recordings: { count: 0 } }, { name: 'Office' }]);
  const response = await started.send(`/app/workspaces/${harbour}/export`, {}, 'window');
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  expect(await open(harbour, { mode: 'read_only' })).toMatchObject({ is_read_only: true });
  expect(await remove(harbour)).toEqual({ current_id: null });
  expect(readdirSync(join(folder.path, 'workspaces'))).toEqual([office]);
});

test('a folder of snapshots that is lost while the workspace is open does not prevent closing it', async () => {
  rmSync(at(office, 'snapshots'), { recursive: true, force: true });
  writeFileSync(at(office, 'snapshots'), 'not a folder');
  expect(await open(harbour)).toMatchObject({ error: null });
  expect(logged).toEqual(['could not remove unfinished snapshots']);
  rmSync(at(office, 'snapshots'));
});

test('a file in the place of a workspace is not a workspace', async () => {
  const id = 'wsp_000000000000000000000000';
  writeFileSync(at(id), 'not a folder');
  settings.set('currentWorkspace', id);
  await started.service.close();
  await start();
  expect((await list()).map(({ name }) => name)).toEqual(['Harbour', 'Office']);
  for (const change of [open, remove]) await expect(change(id)).rejects.toMatchObject({ code: 'workspace_not_found' });
  expect(logged).toEqual([]);
});

test('two damaged workspaces are both named, and each can be read and removed', async () => {
  await started.service.close();
  for (const id of [harbour, office]) damageTable(at(id, databaseFile), 'agent');
  await start();
  expect(logged).toEqual(['could not open the last workspace']);
  expect(await getOpenId()).toBeNull();
  await expect(open(harbour)).rejects.toMatchObject(unusable(/damaged/));
  expect(await list()).toMatchObject([
    { name: 'Harbour', error: expect.stringContaining('damaged'), is_readable: true },
    { name: 'Office', error: expect.stringContaining('damaged'), is_readable: true },
  ]);
  await open(harbour, { mode: 'read_only' });
  await open(office, { mode: 'read_only' });
  expect(await remove(harbour)).toEqual({ current_id: office });
  expect(await remove(office)).toEqual({ current_id: null });
  expect(await list()).toEqual([]);
  expect(readdirSync(join(folder.path, 'workspaces'))).toEqual([]);
});
