import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { problemSchema } from '../../shared/contract/problems.ts';
import { changesWorkspace, fillPath, type Route } from '../../shared/contract/route.ts';
import { readOnlyReason } from '../../shared/workspaces/workspaces.ts';
import { changeDatabase, damageTable } from '../helpers/damage/damage-database.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { createTestApiKey } from '../helpers/service/start-service-with-workspace.ts';
import { nextMigration } from '../helpers/service/next-migration.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let started: StartedService;
let dir: string;
let path: string;
let params: { readonly workspace_id: string };
let logged: string[];

const start = async (now: () => number = Date.now, versions = migrations) => {
  const settings = new Conf({ cwd: folder.path, configName: 'settings' });
  logged = [];
  const log = { error: (_: object, message: string) => logged.push(message) };
  started = await startService({
    dataDir: folder.path,
    settings,
    log,
    now,
    migrations: versions,
    rateLimitPerMinute: 0,
  });
};

beforeEach(async () => {
  folder = await createTemporaryFolder();
  copyDemoFolder(folder.path, 'recorded');
  const [workspace_id = ''] = readdirSync(join(folder.path, 'workspaces'));
  params = { workspace_id };
  dir = join(folder.path, 'workspaces', workspace_id);
  path = join(dir, databaseFile);
});
afterEach(async () => {
  await started.stop();
  await folder.remove();
});

const openReadOnly = () => started.app(appRoutes.openWorkspace, { params, query: { mode: 'read_only' } });
const getWorkspace = async () => (await started.app(appRoutes.getSession, {})).workspace;

const routes = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, tree: routeTreePaths.v1 })),
  ...Object.values<Route>(appRoutes).map((route) => ({ route, tree: routeTreePaths.app })),
];

/** The path, content and modification time of every file of the workspace. */
function readFiles() {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => [file, readFileSync(file).toString('base64'), statSync(file).mtimeMs]);
}

test('a damaged workspace can be read, and nothing in its folder is changed', async () => {
  await start();
  const { headers } = await createTestApiKey(started, 'admin');
  const { data } = await started.app(appRoutes.listCallRecords, { query: { status: 'completed' } });
  const call_id = data.at(-1)?.call_id ?? '';
  await started.service.close();
  // Work that is resumed when a workspace is opened.
  changeDatabase(
    path,
    `
    UPDATE call SET status = 'queued' WHERE id = (SELECT max(id) FROM call);
    UPDATE call SET status = 'in_progress' WHERE id = (SELECT max(id) - 1 FROM call);
    UPDATE document SET status = 'processing' WHERE id = 1;
    UPDATE document SET status = 'deleting' WHERE id = 2;
    UPDATE agent_request SET required_integrations = '[';`,
  );
  writeFileSync(join(dir, 'files', 'a'.repeat(64)), 'without a document');
  writeFileSync(join(dir, 'recordings', 'call_0.mp3'), 'without a call');
  writeFileSync(join(dir, 'workspace.json'), 'not a label');
  damageTable(path, 'saved_item');
  const before = readFiles();

  // Two billing periods later.
  await start(() => Date.now() + 70 * dayMs);
  expect(await getWorkspace()).toBeNull();
  const listed = (await started.app(appRoutes.listWorkspaces, {})).data;
  expect(listed).toMatchObject([{ error: expect.stringContaining('damaged'), is_readable: true, is_read_only: false }]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await openReadOnly()).toMatchObject({ name: 'Northwind Broadband', is_read_only: true });
  await vi.advanceTimersByTimeAsync(dayMs);
  vi.useRealTimers();
  expect(existsSync(join(dir, 'snapshots'))).toBe(false);
  expect(await getWorkspace()).toMatchObject({ error: expect.stringContaining('damaged'), is_read_only: true });
  expect((await started.send('/v1/calls', { headers })).status).toBe(200);
  const { recording_url } = await started.v1(v1Routes.getCall, { params: { call_id } });
  expect((await started.send(recording_url ?? '')).status).toBe(200);
  await started.app(appRoutes.getBillingOverview, {});
  expect((await started.app(appRoutes.getOverview, {})).calls.data).toHaveLength(5);
  const search = { json: { query: 'What does a technician visit cost?' }, headers: { 'Idempotency-Key': 'key' } };
  expect((await started.v1(v1Routes.searchKnowledge, search)).data.length).toBeGreaterThan(0);
  await expect(started.v1(v1Routes.listSavedItems, {})).rejects.toMatchObject({
    code: 'database_damaged',
    message: expect.stringMatching(/is damaged\. Nothing was changed\. Restore a snapshot, or export/),
  });
  await expect(started.v1(v1Routes.listAgentRequests, {}), 'a value that is not JSON').rejects.toMatchObject({
    code: 'database_damaged',
  });
  await expect(started.app(appRoutes.openWorkspace, { params })).rejects.toMatchObject({ code: 'workspace_unusable' });
  expect(await getWorkspace()).toMatchObject({ is_read_only: true });
  await started.service.close();
  expect(readFiles()).toEqual(before);
  expect(logged).not.toContain('could not close billing cycles');
});

test('every change of a read-only workspace is refused; the application can still be used', async () => {
  damageTable(path, 'note');
  await start();
  await openReadOnly();
  const refused = routes.filter(({ route }) => changesWorkspace(route));
  expect(refused.length).toBeGreaterThan(25);
  for (const { route, tree } of refused) {
    const ids = Object.keys(route.params?.shape ?? {}).map((name) => [name, '0']);
    const init = { method: route.method.toUpperCase(), body: '{', headers: { 'Content-Type': 'application/json' } };
    const response = await started.send(tree + fillPath(route.path, Object.fromEntries(ids)), init, 'window');
    const { code, status, detail } = problemSchema.parse(await response.json());
    expect({ id: route.id, code, status, detail }).toEqual({
      id: route.id,
      code: 'workspace_read_only',
      status: 409,
      detail: readOnlyReason,
    });
  }
  expect(await started.app(appRoutes.updateSettings, { json: { theme: 'dark' } })).toMatchObject({ theme: 'dark' });
  expect(await started.app(appRoutes.changeRole, { json: { role: 'viewer' } })).toMatchObject({ role: 'viewer' });
  await expect(started.v1(v1Routes.createApiKey, { json: { name: 'x', role: 'viewer' } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await started.app(appRoutes.changeRole, { json: { role: 'admin' } });
  await expect(
    started.app(appRoutes.renameWorkspace, { params, json: { name: 'New name' } }),
    'the reason why it cannot be opened',
  ).rejects.toMatchObject({ code: 'workspace_unusable', message: expect.stringContaining('damaged') });
  const other = await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour Office' } });
  expect(other).toMatchObject({ error: null, is_read_only: false });
  const { data } = await started.app(appRoutes.listWorkspaces, {});
  expect(data.map(({ error, is_read_only }) => [error === null, is_read_only])).toEqual([
    [false, false],
    [true, false],
  ]);
});

/** A table or index of each view. */
const tables = [
  'organization',
  'member',
  'agent_request',
  'document',
  'chunk_fts_data',
  'call',
  'turn',
  'invoice',
  'activity',
];

/** They take longer than all others together, and are tested elsewhere. */
const slowReads: readonly string[] = [appRoutes.bundleInvoices.id, appRoutes.exportWorkspace.id];

test('a read-only workspace answers all that can be read around the damage', async () => {
  await start();
  const known: Readonly<Record<string, string>> = {
    ...params,
    org_id: (await started.app(appRoutes.getSession, {})).org_id ?? '',
    call_id: (await started.app(appRoutes.listCallRecords, { query: { status: 'completed' } })).data[0]?.call_id ?? '',
    document_id: (await started.v1(v1Routes.listDocuments, {})).data[0]?.document_id ?? '',
    position: '0',
  };
  await started.service.close();
  const intact = readFileSync(path);
  const reads = routes.filter(
    ({ route }) => route.method === 'get' && route.response !== 'events' && !slowReads.includes(route.id),
  );
  for (const table of tables) {
    writeFileSync(path, intact);
    damageTable(path, table);
    await start();
    await openReadOnly();
    const codes = new Set<string>();
    let succeeded = 0;
    for (const { route, tree } of reads) {
      const ids = Object.keys(route.params?.shape ?? {}).map((name) => [name, known[name] ?? 'unknown_0']);
      const response = await started.send(tree + fillPath(route.path, Object.fromEntries(ids)), {}, 'window');
      if (response.ok) succeeded += 1;
      else codes.add(problemSchema.parse(await response.json()).code);
      if (response.ok) await response.arrayBuffer(); // an export goes on after the damage
    }
    const json = { query: 'What does a technician visit cost?' };
    await started.v1(v1Routes.searchKnowledge, { json }).catch(({ code }: { code: string }) => codes.add(code));
    expect([...codes], table).toContain('database_damaged');
    expect([...codes], table).not.toContain('internal');
    expect(succeeded, table).toBeGreaterThan(reads.length / 2);
    await started.service.close();
  }
});

test('a workspace that is not readable at all, or of an older version, is not opened', async () => {
  await start();
  await started.service.close();
  damageTable(path, 'call');
  await start(Date.now, [...migrations, nextMigration]);
  const list = async () => (await started.app(appRoutes.listWorkspaces, {})).data;
  expect(await list()).toMatchObject([{ error: expect.stringContaining('damaged'), is_readable: false }]);
  await expect(openReadOnly()).rejects.toMatchObject({
    code: 'workspace_unusable',
    message: expect.stringContaining('older Switchboard'),
  });
  await started.service.close();
  writeFileSync(path, 'not a database');
  await start();
  expect(await list()).toMatchObject([{ name: 'Northwind Broadband', is_readable: false }]);
  await expect(openReadOnly()).rejects.toMatchObject({ code: 'workspace_unusable' });
  expect(await getWorkspace()).toBeNull();
});

test('a read-only workspace stays open if a snapshot is damaged, and can be changed after a restore', async () => {
  await start();
  const [damaged, intact] = [
    await started.app(appRoutes.createSnapshot, { params }),
    await started.app(appRoutes.createSnapshot, { params }),
  ];
  await started.service.close();
  const snapshot = join(dir, 'snapshots', readdirSync(join(dir, 'snapshots')).toSorted()[0] ?? '');
  damageTable(snapshot, 'call');
  damageTable(path, 'note');
  await start();
  await openReadOnly();
  const restore = (snapshot_id: string) => started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } });
  await expect(restore(damaged.snapshot_id)).rejects.toMatchObject({
    code: 'workspace_unusable',
    message: 'This snapshot is damaged. Nothing was changed. Choose another one.',
  });
  expect(await getWorkspace()).toMatchObject({ is_read_only: true });
  expect(await restore(intact.snapshot_id)).toMatchObject({ error: null, is_read_only: false });
  expect(await getWorkspace()).toMatchObject({ error: null, is_read_only: false });
  await createTestApiKey(started, 'viewer');
});
