import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromBuffer } from 'yauzl';
import { text } from 'node:stream/consumers';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { getMigrationBackupPath } from '../../electron/service/platform/db/migrate.ts';
import { firstVersion } from '../../electron/service/platform/db/unreleased-version.ts';
import { SnapshotFolder } from '../../electron/service/workspaces/maintenance/snapshot-folder.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { changeDatabase, damageTable } from '../helpers/damage/damage-database.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { waitForDocument } from '../helpers/service/wait-for-document.ts';

let folder: TemporaryFolder;
let started: StartedService;
let dir: string;
let path: string;
let params: { readonly workspace_id: string };
let logged: string[];
const settings = createMemorySettings();

const log = { error: (_: object, message: string) => logged.push(message) };

beforeEach(async () => {
  logged = [];
  folder = await createTemporaryFolder();
  started = await startServiceWithWorkspace({ dataDir: folder.path, settings, log });
  const [workspace_id = ''] = readdirSync(join(folder.path, 'workspaces'));
  params = { workspace_id };
  dir = join(folder.path, 'workspaces', workspace_id);
  path = join(dir, databaseFile);
});
afterEach(async () => {
  vi.useRealTimers();
  await started.stop();
  await folder.remove();
});

const restart = async () => {
  await started.service.close();
  started = await startService({ dataDir: folder.path, settings, log });
};
const createSnapshot = () => started.app(appRoutes.createSnapshot, { params });
const listSnapshots = async () => (await started.app(appRoutes.listSnapshots, { params })).data;
const createKey = (name: string) => started.v1(v1Routes.createApiKey, { json: { name, role: 'viewer' } });

async function readZip(response: Response): Promise<ReadonlyMap<string, string>> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false, autoClose: false }, (error, file) =>
      file ? resolve(file) : reject(error),
    );
  });
  const entries: import('yauzl').Entry[] = [];
  zip.on('entry', (entry: import('yauzl').Entry) => entries.push(entry));
  await new Promise((resolve) => zip.once('end', resolve));
  const contents = new Map<string, string>();
  for (const entry of entries) {
    const stream = await new Promise<import('node:stream').Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    contents.set(entry.fileName, await text(stream));
  }
  return contents;
}

test('a snapshot is private, verified, and contains no text of documents', async () => {
  await uploadAndWait(started.v1, 'Tower', 'The bell tower has a very particular lantern.');
  const request = { json: { query: 'Which lantern has the tower?' }, headers: { 'Idempotency-Key': 'one' } };
  await started.v1(v1Routes.searchKnowledge, request);
  await started.app(appRoutes.askKnowledge, request);
  const snapshot = await createSnapshot();
  expect(snapshot.is_activity_intact).toBe(true);
  expect(await listSnapshots()).toEqual([snapshot]);
  const [name = '', ...others] = readdirSync(join(dir, 'snapshots'));
  expect(others).toEqual([]);
  expect(statSync(join(dir, 'snapshots')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, 'snapshots', name)).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(join(dir, 'snapshots', name));
  expect(bytes.includes('particular lantern')).toBe(false);
  expect(bytes.includes('Harbour Office')).toBe(true);
  const db = new SqliteDatabase(join(dir, 'snapshots', name), { readOnly: true });
  expect(db.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  expect(db.get('SELECT title, status FROM document')).toEqual({ title: 'Tower', status: 'processing' });
  db.close();
});

test('a snapshot takes the place of the copy that was made before a migration', async () => {
  const backup = getMigrationBackupPath(path, firstVersion);
  cpSync(path, backup);
  await createSnapshot();
  expect(existsSync(backup)).toBe(false);
  await createKey('one');
  await started.service.close();
  cpSync(path, backup);
  changeDatabase(path, `UPDATE activity SET actor_name = 'Somebody else'`);
  await restart();
  expect((await createSnapshot()).is_activity_intact).toBe(false);
  expect(existsSync(backup), 'it may have what the workspace has lost').toBe(true);
});

test('one is due each day, also if the clock goes back, and the last seven are kept', () => {
  const snapshots = new SnapshotFolder(folder.path);
  const day = 24 * 60 * 60 * 1000;
  const add = (at: number) => {
    const { newPath } = snapshots.prepare();
    writeFileSync(newPath, String(at));
    return snapshots.add(newPath, at, true).snapshot_id;
  };
  const now = Date.UTC(2026, 2, 1);
  expect(snapshots.isDue(now)).toBe(true);
  add(now);
  expect(snapshots.isDue(now + day - 1)).toBe(false);
  expect(snapshots.isDue(now + day)).toBe(true);
  add(now + 10_000 * day);
  expect(snapshots.isDue(now + day)).toBe(true);
  for (let count = 1; count <= 7; count++) add(now + count * day);
  expect(snapshots.list().map(({ created_at }) => Date.parse(created_at) - now)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((days) => days * day),
  );
  expect(readdirSync(join(folder.path, 'snapshots'))).toHaveLength(7);
});

test('the open workspace is checked after a minute, and a snapshot is taken once a day', async () => {
  const [minute, hour, day] = [60_000, 60 * 60_000, 24 * 60 * 60_000];
  let now = Date.UTC(2026, 2, 1);
  await started.service.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  started = await startService({ dataDir: folder.path, settings, log, now: () => now });
  /** Each count includes a snapshot of its own, which waits for the work that was started by the time. */
  const countAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await createSnapshot();
    return (await listSnapshots()).length;
  };
  expect(await countAfter(minute)).toBe(2);
  expect(await countAfter(hour), 'the latest one is not a day old').toBe(3);
  now += day;
  expect(await countAfter(hour)).toBe(5);
  await started.service.close();
  started = await startService({ dataDir: folder.path, settings, log, now: () => now });
  expect(await countAfter(minute), 'a start is not a new day').toBe(6);
});

test('a damaged workspace is restored; nothing is deleted, and what is missing is reported', async () => {
  const { document_id } = await uploadAndWait(started.v1, 'Tower', 'The bell tower is open on Sundays.');
  const { snapshot_id } = await createSnapshot();
  await uploadAndWait(started.v1, 'Harbour', 'The harbour closes at night.');
  await createKey('later');
  await started.service.close();
  truncateSync(path, statSync(path).size / 2);
  const damaged = readFileSync(path);
  await restart();
  const before = await started.app(appRoutes.listWorkspaces, {});
  expect(before.data).toMatchObject([{ name: 'Harbour Office', error: expect.stringContaining('damaged') }]);
  expect(await listSnapshots()).toMatchObject([{ snapshot_id }]);

  const restored = await started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } });
  expect(restored).toMatchObject({ ...params, name: 'Harbour Office', error: null });
  expect(readFileSync(join(dir, restored.kept_in, databaseFile)).equals(damaged)).toBe(true);
  expect(readdirSync(join(dir, restored.kept_in, 'files'))).toHaveLength(1);
  await waitForDocument(started.v1, document_id);
  const { data } = await started.v1(v1Routes.listDocuments, {});
  expect(data.map(({ title, status }) => [title, status])).toEqual([['Tower', 'active']]);
  const found = await started.v1(v1Routes.searchKnowledge, { json: { query: 'When is the bell tower open?' } });
  expect(found.data[0]?.title).toBe('Tower');
  const { violation, gaps } = await started.v1(v1Routes.verifyActivity, {});
  expect(violation).toBeNull();
  expect(gaps).toMatchObject([{ kind: 'missing', entries: 3 }]);
  await expect(
    started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id: 'snp_999999' } }),
  ).rejects.toMatchObject({ code: 'snapshot_not_found' });
});

test('a restore gives nobody access again, and takes no number from the do-not-call list', async () => {
  const { org_id } = await started.app(appRoutes.getSession, {});
  const members = { org_id: org_id ?? '' };
  const revoked = await createKey('leaked');
  const rotated = await createKey('rotated');
  const invite = (email: string) =>
    started.v1(v1Routes.inviteMember, { params: members, json: { email, role: 'viewer' } });
  const accept = ({ secret, email }: { readonly secret: string | null; readonly email: string }) =>
    started.send('/v1/invitations/accept', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  const [left, withdrawn] = [await invite('left@example.com'), await invite('withdrawn@example.com')];
  const key = (await (await accept(left)).json()) as { readonly secret: string }; // as the contract says
  const listed = { recipient_number: '+14155550132' };
  const { entry_id } = await started.v1(v1Routes.addDoNotCallEntry, { json: { recipient_number: '+14155550133' } });
  const { snapshot_id } = await createSnapshot();

  await started.v1(v1Routes.revokeApiKey, { params: { key_id: revoked.key_id } });
  const { secret } = await started.v1(v1Routes.rotateApiKey, { params: { key_id: rotated.key_id } });
  for (const { user_id } of [left, withdrawn])
    await started.v1(v1Routes.removeMember, { params: { ...members, user_id } });
  const later = await createKey('later');
  await started.v1(v1Routes.addDoNotCallEntry, { json: { ...listed, reason: 'Asked us to stop' } });
  await started.v1(v1Routes.removeDoNotCallEntry, { params: { entry_id } });
  await started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } });

  const ask = async (apiKey: string | null) =>
    (await started.send('/v1/calls', { headers: { Authorization: `Bearer ${apiKey}` } })).status;
  expect(await Promise.all([revoked.secret, rotated.secret, key.secret].map(ask))).toEqual([401, 401, 401]);
  expect(await Promise.all([secret, later.secret].map(ask))).toEqual([200, 200]);
  expect((await accept(withdrawn)).status).toBe(409);
  const { data } = await started.v1(v1Routes.listMembers, { params: members });
  expect(data.map(({ email }) => email)).not.toContain('left@example.com');
  const { data: numbers } = await started.v1(v1Routes.listDoNotCallEntries, {});
  expect(numbers.map(({ recipient_number, reason }) => [recipient_number, reason])).toEqual([
    [listed.recipient_number, 'Asked us to stop'],
    ['+14155550133', ''],
  ]);
  expect(logged).toEqual(['the database lacks entries of the activity that were written']);
});

test('a snapshot of a workspace that is closed meanwhile is refused with the reason', async () => {
  const closed = expect(createSnapshot()).rejects.toMatchObject({
    code: 'workspace_unusable',
    message: expect.stringContaining('was closed'),
  });
  await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Other' } });
  await closed;
});

test('calls whose counts are wrong are counted again', async () => {
  await started.service.close();
  changeDatabase(
    path,
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status, disposition,
       duration_seconds, created_at, metadata)
     SELECT value, org_id, agent_id, name, '+15550100', 'simulated', 'fast', 'window', 'completed', 'Interested', 40, 0, '{}'
     FROM agent, json_each('["call_1", "call_2"]');
     UPDATE call SET disposition = 'INTERESTED' WHERE call_id = 'call_2';
     UPDATE call SET disposition = 'Interested' WHERE call_id = 'call_1'`,
  );
  const readCounts = () => {
    const db = new SqliteDatabase(path, { readOnly: true });
    const counts = db.all('SELECT hour, disposition, calls, talk_seconds, calls_30, calls_60 FROM call_count');
    db.close();
    return counts.map((row) => ({ ...row }));
  };
  const correct = [{ hour: 0, disposition: 'Interested', calls: 2, talk_seconds: 80, calls_30: 2, calls_60: 0 }];
  expect(readCounts()).toEqual(correct);
  await restart();
  await createSnapshot();
  expect(logged, 'the same outcome in two spellings').toEqual([]);
  await started.service.close();
  changeDatabase(
    path,
    `UPDATE call_count SET calls = 7; INSERT INTO call_count SELECT org_id, 5, agent_id,
     is_answered, disposition, is_success, calls, talk_seconds, calls_30, calls_60, 0, 0, 0, 0 FROM call_count`,
  );
  await restart();
  await createSnapshot();
  expect(logged).toEqual(['the figures of the insights were wrong; the calls were counted again']);
  expect(readCounts()).toEqual(correct);
  await createSnapshot();
  expect(logged).toHaveLength(1);
});

test('an index that a quick check does not find to be damaged is rebuilt after a snapshot', async () => {
  for (const name of ['one', 'two', 'three']) await createKey(name);
  await started.service.close();
  changeDatabase(
    path,
    `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE INDEX activity_by_result ON activity (request_id)' WHERE name = 'activity_by_result'`,
  );
  const check = () => {
    const db = new SqliteDatabase(path, { readOnly: true });
    const results = [db.all('PRAGMA quick_check')[0], db.all('PRAGMA integrity_check')[0]];
    db.close();
    return results.map((row) => Object.values(row ?? {})[0]);
  };
  expect(check()).toEqual(['ok', expect.stringContaining('missing from index activity_by_result')]);
  await restart();
  expect((await started.app(appRoutes.getSession, {})).workspace?.error).toBeNull();
  const snapshotsBefore: string[][] = [];
  vi.spyOn(log, 'error').mockImplementationOnce((_, message) => {
    snapshotsBefore.push(readdirSync(join(dir, 'snapshots')).filter((name) => /^\d/.test(name)));
    return logged.push(message);
  });
  await createSnapshot();
  expect(logged).toEqual(['an index of the database was damaged; it was rebuilt after a snapshot']);
  expect(snapshotsBefore, 'the snapshot is taken first').toEqual([[expect.stringMatching(/^000001-/)]]);
  expect(await listSnapshots()).toHaveLength(1);
  await createSnapshot();
  expect(logged).toHaveLength(1);
  await started.service.close();
  expect(check()).toEqual(['ok', 'ok']);
  await restart();
});

test('damage that appears while the workspace is open is reported, and no snapshot is taken of it', async () => {
  for (let count = 0; count < 60; count++) await createKey(`key ${count}`);
  await restart();
  await createSnapshot();
  damageTable(path, 'api_key', 'key 11'); // not in the last page, which is in the write-ahead log
  await expect(createSnapshot()).rejects.toMatchObject({ code: 'workspace_unusable' });
  expect(logged).toContain('the database is damaged');
  const keys = started.v1(v1Routes.listApiKeys, { query: { limit: 100 } });
  await expect(keys).rejects.toMatchObject({ code: 'database_damaged' });
  const { attention } = await started.app(appRoutes.getOverview, {});
  expect(attention).toContainEqual({ kind: 'database_damaged' });
  expect(await listSnapshots()).toHaveLength(1);
});

test('an export contains all that can be read around a damaged page, and no secrets', async () => {
  for (let count = 0; count < 120; count++) await createKey(`key ${String(count).padStart(3, '0')}`);
  await uploadAndWait(started.v1, 'Tower', 'The bell tower is open on Sundays.');
  const { data } = await started.v1(v1Routes.listActivity, { query: { limit: 1 } });
  await started.service.close();
  damageTable(path, 'api_key', 'key 060');
  const bytes = readFileSync(path);
  await restart();
  expect((await started.app(appRoutes.listWorkspaces, {})).data[0]?.error).toContain('damaged');
  const response = await started.send(`/app/workspaces/${params.workspace_id}/export`, {}, 'window');
  const files = await readZip(response);
  const read = (name: string) =>
    (files.get(name) ?? '')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { number: number }]));
  const numbers = read('tables/activity.jsonl').map(({ number }) => number);
  const total = data[0]?.number ?? 0;
  expect([numbers[0], numbers.at(-1)]).toEqual([1, total]);
  expect(read('tables/document.jsonl')).toMatchObject([{ title: 'Tower' }]);
  expect(read('tables/api_key.jsonl').length + numbers.length).toBeGreaterThan(180);
  expect(read('tables/api_key.jsonl').length + numbers.length).toBeLessThan(total + 120);
  expect(files.get('report.txt')).toMatch(/some could not be read/);
  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1);
  expect([...files.keys()].filter((name) => /vector|fts/.test(name))).toEqual([]);
  expect(files.get('tables/api_key.jsonl')).not.toContain('sha256');
  expect(readFileSync(path).equals(bytes), 'the database is unchanged').toBe(true);
});

test('an export of a workspace whose database cannot be opened contains its files', async () => {
  await started.service.close();
  truncateSync(path, 0);
  mkdirSync(join(dir, 'recordings'), { recursive: true });
  writeFileSync(join(dir, 'recordings', 'call_1.mp3'), 'sound');
  cpSync(join(dir, 'recordings', 'call_1.mp3'), join(dir, 'files', 'a'.repeat(64)));
  await restart();
  const files = await readZip(await started.send(`/app/workspaces/${params.workspace_id}/export`, {}, 'window'));
  expect([...files.keys()]).toEqual([
    `files/${'a'.repeat(64)}`,
    'recordings/call_1.mp3',
    'unreadable.json',
    'report.txt',
  ]);
  expect(files.get('report.txt')).toContain('Its database file is empty.');
});

test('an export goes on without a file that disappears, and reports it', async () => {
  mkdirSync(join(dir, 'recordings'), { recursive: true });
  writeFileSync(join(dir, 'files', 'a'.repeat(64)), randomBytes(2_000_000));
  writeFileSync(join(dir, 'recordings', 'call_1.mp3'), 'sound');
  const response = await started.send(`/app/workspaces/${params.workspace_id}/export`, {}, 'window');
  rmSync(join(dir, 'recordings', 'call_1.mp3')); // the first file does not fit into the buffers
  const files = await readZip(response);
  expect(files.get('recordings/call_1.mp3')).toBe('');
  expect(files.get('report.txt')).toMatch(/^recordings\/call_1\.mp3: could not be read \(ENOENT/m);
  expect(files.get('report.txt')).toMatch(/^activity: \d+ rows$/m);
});

test('a snapshot takes the place of a database that is missing', async () => {
  const { snapshot_id } = await createSnapshot();
  await started.service.close();
  rmSync(path);
  await restart();
  const { data } = await started.app(appRoutes.listWorkspaces, {});
  expect(data).toMatchObject([{ name: 'Harbour Office', error: expect.stringContaining('missing') }]);
  const unusable = { code: 'workspace_unusable', message: expect.stringContaining('missing') };
  await expect(started.app(appRoutes.openWorkspace, { params })).rejects.toMatchObject(unusable);
  await expect(started.app(appRoutes.renameWorkspace, { params, json: { name: 'New' } })).rejects.toMatchObject(
    unusable,
  );
  expect(existsSync(path)).toBe(false);
  expect(await listSnapshots()).toMatchObject([{ snapshot_id }]);
  const restored = await started.app(appRoutes.restoreSnapshot, { params, json: { snapshot_id } });
  expect(restored).toMatchObject({ name: 'Harbour Office', error: null });
});
