import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';

const restoredAt = Date.UTC(2026, 2, 1, 9, 30);
const text = 'The bell tower has a very particular lantern.';

let folder: TemporaryFolder;
let started: StartedService;
let now: number;
let workspace_id: string;
let copy_id: string;
let dir: string;
const settings = createMemorySettings();

const options = () => ({ dataDir: folder.path, settings, now: () => now, log: { error: () => {} } });

beforeEach(async () => {
  now = restoredAt;
  folder = await createTemporaryFolder();
  started = await startServiceWithWorkspace(options());
  [workspace_id = ''] = readdirSync(join(folder.path, 'workspaces'));
  dir = join(folder.path, 'workspaces', workspace_id);
  const params = { workspace_id };
  const { document_id } = await uploadAndWait(started.v1, 'Tower', text);
  const { snapshot_id } = await started.app(appRoutes.createSnapshot, { params });
  ({ kept_in: copy_id } = await started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } }));
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
});
afterEach(async () => {
  vi.useRealTimers();
  await started.stop();
  await folder.remove();
});

const listCopies = async () => {
  const { workspaces } = await started.app(appRoutes.measureStorage, {});
  return workspaces.find((workspace) => workspace.workspace_id === workspace_id)?.damaged_copies;
};
const removeCopy = (id: string) => started.app(appRoutes.deleteDamagedCopy, { params: { workspace_id, copy_id: id } });

test('the files that a snapshot replaced are listed, and deleted with all text in them', async () => {
  expect(readFileSync(join(dir, copy_id, databaseFile)).includes('particular lantern')).toBe(true);
  expect(await listCopies()).toEqual([
    {
      copy_id: 'damaged-20260301T093000Z',
      replaced_at: '2026-03-01T09:30:00.000Z',
      deleted_at: '2026-03-31T09:30:00.000Z',
      size_bytes: expect.any(Number),
    },
  ]);
  for (const id of ['damaged-20260301T093001Z', 'files', '..', '.'])
    await expect(removeCopy(id), id).rejects.toMatchObject({
      code: /^\.+$/.test(id) ? 'not_found' : 'damaged_copy_not_found',
    });
  await started.app(appRoutes.changeRole, { json: { role: 'manager' } });
  await expect(removeCopy(copy_id)).rejects.toMatchObject({ code: 'forbidden' });
  await started.app(appRoutes.changeRole, { json: { role: 'admin' } });
  expect(await removeCopy(copy_id)).toEqual({ copy_id });
  expect(await listCopies()).toEqual([]);
  const left = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of left)
    expect(readFileSync(join(parentPath, name)).includes('particular lantern'), name).toBe(false);
});

test('a copy is deleted 30 days after the restore, while the workspace is open and at the next start', async () => {
  await started.service.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  now = restoredAt + 30 * dayMs - 1;
  started = await startService(options());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(existsSync(join(dir, copy_id))).toBe(true);
  await started.app(appRoutes.createSnapshot, { params: { workspace_id } }); // waits for the first check
  now += 1;
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(existsSync(join(dir, copy_id))).toBe(false);
  vi.useRealTimers();
  mkdirSync(join(dir, copy_id));
  await started.service.close();
  started = await startService(options());
  expect(existsSync(join(dir, copy_id))).toBe(false);
});

test('a copy that still contains the restored database is kept', async () => {
  await started.service.close();
  writeFileSync(join(dir, copy_id, 'restored.db'), 'not a database');
  now = restoredAt + 40 * dayMs;
  started = await startService(options());
  await expect(removeCopy(copy_id)).rejects.toMatchObject({ code: 'workspace_unusable' });
  expect(existsSync(join(dir, copy_id, 'restored.db'))).toBe(true);
});

test('the copy is deleted with its workspace', async () => {
  await started.app(appRoutes.deleteWorkspace, { params: { workspace_id } });
  expect(readdirSync(join(folder.path, 'workspaces'))).toEqual([]);
});
