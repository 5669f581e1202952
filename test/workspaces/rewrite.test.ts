import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { RewriteRequest } from '../../electron/service/platform/db/rewrite-request.ts';
import { Maintenance, isWorkspaceIdle } from '../../electron/service/workspaces/maintenance/maintenance.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';

const [minuteMs, hourMs] = [60_000, 60 * 60_000];

let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(async () => {
  vi.useRealTimers();
  await folder.remove();
});

function countFreePages(path: string): unknown {
  const db = new SqliteDatabase(path, { readOnly: true });
  const count = db.get('PRAGMA freelist_count')?.['freelist_count'];
  db.close();
  return count;
}

test('the database of an open workspace is rewritten by the maintenance after a deletion, and stays in use', async () => {
  const settings = createMemorySettings();
  const first = await startServiceWithWorkspace({ dataDir: folder.path, settings });
  const { document_id } = await uploadAndWait(first.v1, 'Secret', 'Not for anyone. '.repeat(500));
  await uploadAndWait(first.v1, 'Opening hours', 'The office is open from 8 to 17.');
  await first.stop();
  const [id = ''] = readdirSync(join(folder.path, 'workspaces'));
  const dir = join(folder.path, 'workspaces', id);
  const [path, request] = [join(dir, databaseFile), join(dir, 'rewrite-requested')];

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const started = await startService({ dataDir: folder.path, settings });
  await started.v1(v1Routes.deleteDocument, { params: { document_id } });
  expect(existsSync(request)).toBe(true);
  expect(countFreePages(path)).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(minuteMs);
  await waitFor(() => expect(existsSync(request)).toBe(false));
  expect(countFreePages(path)).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const listUnfinished = () => readdirSync(join(dir, 'snapshots')).filter((name) => name.startsWith('.'));
  await waitFor(() => expect(listUnfinished()).toEqual([]));

  const found = await started.v1(v1Routes.searchKnowledge, { json: { query: 'When is the office open?' } });
  expect(found.data[0]?.text).toContain('from 8 to 17');
  await started.v1(v1Routes.createApiKey, { json: { name: 'After', role: 'viewer' } });
  await started.stop();
  const second = await startService({ dataDir: folder.path, settings });
  expect((await second.v1(v1Routes.listApiKeys, {})).data.map(({ name }) => name)).toEqual(['After']);
  await second.stop();
});

test('a database that changes or is used while it is rewritten keeps its file, and is rewritten an hour later', async () => {
  const path = join(folder.path, databaseFile);
  const db = openDatabase(path, migrations);
  db.execute('CREATE TABLE item (name TEXT NOT NULL) STRICT');
  const request = new RewriteRequest(folder.path);
  request.set();
  /** What happens when the maintenance asks whether the workspace is idle: before and after it rewrites a copy, each time. */
  const answers = [
    () => true,
    () => db.run('INSERT INTO item VALUES (?)', 'added meanwhile').changes > 0,
    () => true,
    () => false,
    () => false,
    () => true,
    () => true,
  ];
  const log = { error: vi.fn() };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const maintenance = new Maintenance(db, {
    databasePath: path,
    workspaceDir: folder.path,
    context: { now: () => Date.UTC(2026, 2, 1), log },
    events: { publish: () => {} },
    rewriteRequest: request,
    isIdle: () => answers.shift()?.() ?? true,
  });
  const { ino } = statSync(path);
  await vi.advanceTimersByTimeAsync(minuteMs);
  for (const left of [5, 3, 2]) {
    await waitFor(() => expect(answers.length).toBe(left), 1);
    expect([statSync(path).ino, request.isSet]).toEqual([ino, true]);
    // The hour begins when the unfinished files have been deleted.
    await waitFor(async () => {
      await vi.advanceTimersByTimeAsync(hourMs);
      expect(answers.length).toBeLessThan(left);
    });
  }
  await waitFor(() => expect(request.isSet).toBe(false));
  expect(statSync(path).ino).not.toBe(ino);
  expect(db.all('SELECT name FROM item')).toEqual([{ name: 'added meanwhile' }]);
  expect(log.error).not.toHaveBeenCalled();
  await maintenance.close();
  db.close();
});

test('a workspace is idle if no request, document, call or backup uses it', () => {
  const idle = {
    inFlightRequests: { isEmpty: true },
    knowledge: { isIdle: true },
    calls: { countUnfinished: () => 0 },
    backups: { tasks: { current: null } },
  };
  expect(isWorkspaceIdle(idle)).toBe(true);
  expect(isWorkspaceIdle({ ...idle, inFlightRequests: { isEmpty: false } })).toBe(false);
  expect(isWorkspaceIdle({ ...idle, knowledge: { isIdle: false } })).toBe(false);
  expect(isWorkspaceIdle({ ...idle, calls: { countUnfinished: () => 1 } })).toBe(false);
  expect(isWorkspaceIdle({ ...idle, backups: { tasks: { current: {} } } })).toBe(false);
});
