import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChainHeadFile, ChainHeadInKeychain } from '../../electron/service/features/activity/chain-head-copies.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

/** A page and the header of its frame in the write-ahead log. */
const frameBytes = 4096 + 24;

let now: number;
let folder: TemporaryFolder;
let running: StartedService;
const settings = createMemorySettings();

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  folder = await createTemporaryFolder();
  running = await startServiceWithWorkspace({
    dataDir: join(folder.path, 'running'),
    settings,
    now: () => (now += 1000),
  });
});
afterEach(async () => {
  await running.stop();
  await folder.remove();
});

const createKey = (name: string) => running.v1(v1Routes.createApiKey, { json: { name, role: 'viewer' } });

/** Starts on a copy of the files as they are now, which is what a process that is killed leaves. */
async function startAfterKill(damage: (dir: string) => void) {
  const dataDir = join(folder.path, `killed-${readdirSync(folder.path).length}`);
  cpSync(running.dataDir, dataDir, { recursive: true });
  const [id = ''] = readdirSync(join(dataDir, 'workspaces'));
  damage(join(dataDir, 'workspaces', id));
  const logged: string[] = [];
  const log = { error: (_: object, message: string) => logged.push(message) };
  const service = await startService({ dataDir, settings, log, now: () => (now += 1000) });
  const { gaps, violation } = await service.v1(v1Routes.verifyActivity, {});
  expect(violation).toBeNull();
  const { attention } = await service.app(appRoutes.getOverview, {});
  return { ...service, gaps, attention, logged };
}

const cutLog = (frames: number) => (dir: string) => {
  const path = join(dir, `${databaseFile}-wal`);
  truncateSync(path, statSync(path).size - frames * frameBytes);
};

/** The byte is in the middle of a page of the frame that is this many frames before the end. */
const tearLog = (frame: number) => (dir: string) => {
  const path = join(dir, `${databaseFile}-wal`);
  const bytes = readFileSync(path);
  const at = bytes.length - frame * frameBytes + 2000;
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
};

test('nothing is missing after a kill, even without a pause after the last response', async () => {
  for (let count = 0; count < 5; count++) await createKey(`key ${count}`);
  const { gaps, attention, logged, stop } = await startAfterKill(() => {});
  expect([gaps, attention, logged]).toEqual([[], [], []]);
  await stop();
});

test.each([
  ['cut by one frame', cutLog(1)],
  ['cut by three frames', cutLog(3)],
  ['torn in its last frame', tearLog(1)],
  ['torn in an earlier frame', tearLog(12)],
  ['deleted', (dir: string) => rmSync(join(dir, `${databaseFile}-wal`))],
])('entries that a write-ahead log loses that is %s are reported, until when and since when', async (_, damage) => {
  for (let count = 0; count < 5; count++) await createKey(`key ${count}`);
  const before = (await running.v1(v1Routes.listActivity, {})).data;
  const after = await startAfterKill(damage);
  const kept = (await after.v1(v1Routes.listActivity, {})).data;
  const gap = {
    kind: 'missing',
    number: kept.length + 1,
    entries: before.length - kept.length,
    after: kept[0]?.at ?? null,
    until: before[0]?.at,
    detected_at: expect.any(String),
  };
  expect(gap.entries).toBeGreaterThan(0);
  expect(after.gaps).toEqual([gap]);
  expect(after.attention).toEqual([{ kind: 'activity_gap', gap }]);
  expect(after.logged).toEqual(['the database lacks entries of the activity that were written']);

  // The gap is reported once, and new entries do not hide it.
  await after.v1(v1Routes.createApiKey, { json: { name: 'later', role: 'viewer' } });
  await after.service.close();
  const again = await startService({ dataDir: after.dataDir, settings });
  expect((await again.v1(v1Routes.verifyActivity, {})).gaps).toEqual([gap]);
  await again.stop();
});

test('an older database with new entries in place of the lost ones is reported as replaced', async () => {
  const older = await startAfterKill(() => {});
  for (const { v1 } of [running, older])
    await v1(v1Routes.createApiKey, { json: { name: 'same place', role: 'viewer' } });
  await older.service.close();
  const [id = ''] = readdirSync(join(older.dataDir, 'workspaces'));
  const { gaps, stop } = await startAfterKill((dir) => {
    rmSync(join(dir, `${databaseFile}-wal`));
    cpSync(join(older.dataDir, 'workspaces', id, databaseFile), join(dir, databaseFile));
  });
  expect(gaps).toMatchObject([{ kind: 'replaced', number: 2, entries: 1 }]);
  await stop();
});

test('a refused request, which a power failure may undo, is covered by the next entry only', async () => {
  await createKey('kept');
  await running.send('/v1/knowledge/documents/doc_0', { method: 'DELETE' }, 'window');
  const refused = await startAfterKill(cutLog(1));
  expect(refused.gaps).toEqual([]);
  await refused.stop();
  await createKey('synced');
  const { gaps, stop } = await startAfterKill((dir) => rmSync(join(dir, `${databaseFile}-wal`)));
  expect(gaps).toHaveLength(1);
  await stop();
});

test('a write of the head that was interrupted leaves the previous head', async () => {
  const fail = (error: unknown) => {
    throw error;
  };
  const first = new ChainHeadFile(folder.path, fail);
  expect(first.stored).toBeUndefined();
  const heads = [1, 2, 3].map((rows) => ({ rows, hash: String(rows).repeat(64), at: rows * 1000 }));
  for (const head of heads) first.write(head);
  await first.close();
  const path = join(folder.path, 'activity-head');
  const bytes = readFileSync(path);
  const stored = () => {
    const file = new ChainHeadFile(folder.path, fail);
    void file.close();
    return file.stored;
  };
  expect(stored()).toEqual(heads[2]);
  // The third head is in the second slot.
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 300), Buffer.alloc(100), bytes.subarray(400)]));
  expect(stored()).toEqual(heads[1]);
  truncateSync(path, 100);
  expect(stored()).toBeUndefined();
});

test.skipIf(process.platform === 'win32')('each head is synced to the disk, and a failure is reported', async () => {
  symlinkSync('/dev/null', join(folder.path, 'activity-head')); // accepts every write, and no sync
  const errors: unknown[] = [];
  const file = new ChainHeadFile(folder.path, (error) => errors.push(error));
  file.write({ rows: 1, hash: '1'.repeat(64), at: 1000 });
  await file.close();
  expect(errors).toMatchObject([{ syscall: 'fdatasync' }]);
});

test('a keychain that fails is reported, and gets the next head', async () => {
  const kept: string[] = [];
  const errors: unknown[] = [];
  const set = async (_name: string, secret: string) => {
    if (errors.length === 0) throw new Error('The keychain cannot be used');
    kept.push(secret);
  };
  const secrets = { read: () => Promise.resolve(null), set };
  const head = await ChainHeadInKeychain.load(secrets, (error) => errors.push(error));
  head.write({ rows: 1, hash: '1'.repeat(64), at: 1000 });
  await head.close();
  expect(errors).toHaveLength(1);
  head.write({ rows: 2, hash: '2'.repeat(64), at: 2000 });
  await head.close();
  expect(kept.map((text) => (JSON.parse(text) as { rows: number }).rows)).toEqual([2]); // as it was written
});

const listOperations = async ({ v1 }: StartedService) =>
  (await v1(v1Routes.listActivity, {})).data.map(({ operation }) => operation);

test.each([
  ['deleted', (path: string) => rmSync(path)],
  ['emptied', (path: string) => truncateSync(path, 0)],
])('without a keychain, a head file that was %s is named in the activity, once', async (_, damage) => {
  await createKey('kept');
  const after = await startAfterKill((dir) => damage(join(dir, 'activity-head')));
  expect(await listOperations(after)).toEqual(['replaceActivityHead', 'createApiKey', 'createWorkspace']);
  expect((await after.v1(v1Routes.listActivity, {})).data[0]).toMatchObject({
    actor_name: 'Schedule',
    summary: 'Replaced deleted file activity-head',
  });
  expect(after.logged).toEqual(['the file activity-head was deleted, so entries that are missing cannot be noticed']);
  await after.service.close();
  const again = await startService({ dataDir: after.dataDir, settings });
  expect((await listOperations(again)).filter((operation) => operation === 'replaceActivityHead')).toHaveLength(1);
  await again.stop();
});

test('with a keychain, a deleted head file hides nothing', async () => {
  await running.stop();
  const options = { dataDir: join(folder.path, 'kept'), settings, keychain: createTestKeychain() };
  running = await startServiceWithWorkspace(options);
  await createKey('kept');
  await running.service.close();
  const [id = ''] = readdirSync(join(running.dataDir, 'workspaces'));
  rmSync(join(running.dataDir, 'workspaces', id, 'activity-head'));
  running = await startService(options);
  expect(await listOperations(running)).not.toContain('replaceActivityHead');
});

test('a new demo and a restored backup have their head from the start', async () => {
  await createKey('kept');
  const { backup_id } = await running.app(appRoutes.createBackup, { json: {} });
  await running.app(appRoutes.restoreBackup, { params: { backup_id }, json: {} });
  expect(await listOperations(running)).not.toContain('replaceActivityHead');
  await running.app(appRoutes.createWorkspace, { json: { kind: 'demo' } });
  expect(await listOperations(running)).not.toContain('replaceActivityHead');
});
