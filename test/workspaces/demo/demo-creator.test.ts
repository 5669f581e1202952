import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createIdCounter } from '../../helpers/clock/id-counter.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { waitFor } from '../../helpers/clock/wait-for.ts';

let started: StartedService;

afterEach(() => started.stop());

async function start(options: Partial<ServiceOptions> = {}): Promise<void> {
  started = await startService({ newId: createIdCounter(), ...options });
}

const listFolders = () => readdirSync(join(started.dataDir, 'workspaces')).toSorted();

/** Returns the folder of the prepared demo, once it exists. */
async function prepareDemo(): Promise<string | undefined> {
  await started.app(appRoutes.prepareDemo, {});
  const findFolder = () => listFolders().find((name) => name.startsWith('.new-wsp_'));
  await waitFor(() => expect(findFolder()).toBeDefined());
  return findFolder();
}

const createDemo = () => started.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });

test('a prepared demo is not listed until it is created', async () => {
  await start();
  const prepared = await prepareDemo();
  expect(await prepareDemo()).toBe(prepared);
  expect(listFolders()).toEqual([prepared]);
  expect((await started.app(appRoutes.listWorkspaces, {})).data).toEqual([]);
  const { workspace_id } = await createDemo();
  expect(`.new-${workspace_id}`).toBe(prepared);
  expect(listFolders()).toEqual([workspace_id]);
  expect((await started.app(appRoutes.listCallRecords, {})).total).toBeGreaterThan(1_000);
});

test('a prepared demo that is too old is replaced, because its dates are relative to its creation', async () => {
  let now = Date.now();
  await start({ now: () => now });
  const prepared = await prepareDemo();
  now += 11 * 60_000;
  const { workspace_id, created_at } = await createDemo();
  expect(`.new-${workspace_id}`).not.toBe(prepared);
  expect(Date.parse(created_at)).toBe(now);
  expect(listFolders()).toEqual([workspace_id]);
});

test('a prepared demo is deleted when another workspace opens, and when the service closes', async () => {
  await start();
  await prepareDemo();
  const local = { kind: 'local', name: 'Acme', industry: '', email: '' } as const;
  const { workspace_id } = await started.app(appRoutes.createWorkspace, { json: local });
  // The worker that fills it is waited for.
  await waitFor(() => expect(listFolders()).toEqual([workspace_id]));
  // Nothing is prepared while a workspace is open.
  await started.app(appRoutes.prepareDemo, {});
  expect(listFolders()).toEqual([workspace_id]);
  await started.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
  await prepareDemo();
  await started.service.close();
  expect(listFolders()).toEqual([]);
  await started.app(appRoutes.prepareDemo, {});
  expect(listFolders()).toEqual([]);
});

test('a demo is created although the folder of the prepared one is gone', async () => {
  await start({ log: { error: () => {} } });
  const dir = join(started.dataDir, 'workspaces', (await prepareDemo()) ?? '');
  const isComplete = () => {
    const files = readdirSync(dir, { recursive: true }).map(String);
    return files.some((file) => file.endsWith('.mp3')) && !files.includes(`${databaseFile}-wal`);
  };
  await waitFor(() => expect(isComplete()).toBe(true));
  rmSync(dir, { recursive: true });
  const { workspace_id } = await createDemo();
  expect(listFolders()).toEqual([workspace_id]);
});

test('a demo that could not be prepared is created when the user asks for it', async () => {
  const errors: unknown[] = [];
  await start({ log: { error: ({ err }) => errors.push(err) } });
  const taken = createIdCounter()('wsp');
  mkdirSync(join(started.dataDir, 'workspaces', `.new-${taken}`));
  await prepareDemo();
  await waitFor(() => expect(errors).toEqual([expect.objectContaining({ code: 'EEXIST' })]));
  const { workspace_id } = await createDemo();
  expect(workspace_id).not.toBe(taken);
});
