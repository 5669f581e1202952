import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { ServiceOptions } from '../../../electron/service/service.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { createIdCounter } from '../../helpers/id-counter.ts';
import { startService, type StartedService } from '../../helpers/start-service.ts';

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
  await vi.waitFor(() => expect(findFolder()).toBeDefined());
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
  await vi.waitFor(() => expect(listFolders()).toEqual([workspace_id]));
  await prepareDemo();
  expect(listFolders()).toHaveLength(2);
  await started.service.close();
  expect(listFolders()).toEqual([workspace_id]);
});

test('a demo that could not be prepared is created when the user asks for it', async () => {
  const errors: unknown[] = [];
  await start({ log: { error: ({ err }) => errors.push(err) } });
  const taken = createIdCounter()('wsp');
  mkdirSync(join(started.dataDir, 'workspaces', `.new-${taken}`));
  await prepareDemo();
  await vi.waitFor(() => expect(errors).toEqual([expect.objectContaining({ code: 'EEXIST' })]));
  const { workspace_id } = await createDemo();
  expect(workspace_id).not.toBe(taken);
});
