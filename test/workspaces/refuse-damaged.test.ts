import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import { changeDatabase } from '../helpers/damage/damage-database.ts';
import { startService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let workspaceDir: string;
let path: string;

const start = () =>
  startService({
    dataDir: folder.path,
    settings: new Conf({ cwd: folder.path, configName: 'settings' }),
    log: { error: () => {} },
  });

beforeEach(async () => {
  folder = await createTemporaryFolder();
  const { service, stop } = await start();
  await service.openServeWorkspace({ demo: false });
  await stop();
  const [id = ''] = readdirSync(join(folder.path, 'workspaces'));
  workspaceDir = join(folder.path, 'workspaces', id);
  path = join(workspaceDir, databaseFile);
});
afterEach(() => folder.remove());

/** The path, content and modification time of every file. SQLite's index of the log holds no data, and readers write to it. */
function readFiles() {
  return readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => [file, readFileSync(file).toString('base64'), statSync(file).mtimeMs]);
}

/** Leaves a write-ahead log, as a process that is killed does. */
function keepLog(change: () => void): void {
  const files = [path, `${path}-wal`, `${path}-shm`];
  const db = new SqliteDatabase(path);
  db.execute("UPDATE workspace SET name = 'In the log'");
  for (const file of files) writeFileSync(`${file}.copy`, readFileSync(file));
  db.close();
  for (const file of files) renameSync(`${file}.copy`, file);
  change();
}

test.each([
  ['missing', 'its database file is missing', () => rmSync(path)],
  ['empty', 'its database file is empty', () => truncateSync(path, 0)],
  ['cut in half', 'its database is damaged or incomplete', () => truncateSync(path, statSync(path).size / 2)],
  ['cut in half beside a log', 'its database is damaged', () => keepLog(() => truncateSync(path, 40_960))],
  [
    'damaged in the middle',
    'its database is damaged',
    () => writeFileSync(path, readFileSync(path).fill(0xa5, 4096 * 3, 4096 * 9)),
  ],
  ['a text', 'its database file is not a database', () => writeFileSync(path, 'Not a database. '.repeat(1000))],
  [
    'of another program',
    'its database belongs to another program',
    () => changeDatabase(path, 'PRAGMA application_id = 7'),
  ],
  [
    'of a newer version',
    'it was last opened by a newer Switchboard',
    () => changeDatabase(path, 'PRAGMA user_version = 9999'),
  ],
  [
    'of an unreleased version',
    'it was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that',
    () => changeDatabase(path, 'PRAGMA user_version = 25'),
  ],
  [
    'of an unreleased version beside a log',
    'it was written by an unreleased version of Switchboard',
    () => {
      changeDatabase(path, 'PRAGMA user_version = 1');
      keepLog(() => {});
    },
  ],
  [
    'of an unreleased version beside an unfinished restore and snapshot',
    'it was written by an unreleased version of Switchboard',
    () => {
      changeDatabase(path, 'PRAGMA user_version = 25');
      for (const name of ['.restoring-damaged-20260101T000000Z', 'damaged-20200101T000000Z', 'snapshots'])
        mkdirSync(join(workspaceDir, name));
      writeFileSync(join(workspaceDir, '.restoring-damaged-20260101T000000Z', 'restored.db'), 'a copy');
      writeFileSync(join(workspaceDir, 'damaged-20200101T000000Z', databaseFile), 'a copy');
      writeFileSync(join(workspaceDir, 'snapshots', '.new.db'), 'unfinished');
    },
  ],
  [
    'a folder',
    'its database cannot be opened',
    () => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
])('serve refuses a database that is %s, and changes no file', async (_, reason, damage) => {
  damage();
  const before = readFiles();
  const { service, app, stop } = await start();
  const refused: unknown = await service.openServeWorkspace({ demo: false }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'workspace_unusable', message: expect.stringMatching(/\.$/) });
  expect(String(refused).toLowerCase()).toContain(`“my organization” (${workspaceDir.split('/').at(-1)}) was neither`);
  expect(String(refused).toLowerCase()).toContain(reason.toLowerCase());
  const { data } = await app(appRoutes.listWorkspaces, {});
  expect(data).toMatchObject([{ name: 'My organization', kind: 'local', error: expect.any(String) }]);
  await stop();
  expect(readFiles()).toEqual(before);
});

test('serve refuses if the folder of the workspace that was open last is gone', async () => {
  renameSync(workspaceDir, join(folder.path, 'elsewhere'));
  const before = readFiles();
  const { service, stop } = await start();
  await expect(service.openServeWorkspace({ demo: false })).rejects.toMatchObject({
    code: 'workspace_unusable',
    message: expect.stringContaining('put the folder back'),
  });
  await stop();
  expect(readFiles()).toEqual(before);
});

test('a damaged workspace that was open last is named in the list, and the others can be opened', async () => {
  const first = await start();
  const other = await first.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Harbour Office' } });
  await first.app(appRoutes.openWorkspace, { params: { workspace_id: workspaceDir.split('/').at(-1) ?? '' } });
  await first.stop();
  // The pages that the list reads are intact, so that only the check at the start finds the damage.
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0xa5, bytes.length - 4096 * 12));

  const second = await start();
  expect((await second.app(appRoutes.getSession, {})).workspace).toBeNull();
  const { data } = await second.app(appRoutes.listWorkspaces, {});
  expect(data.map(({ name, error }) => [name, error])).toEqual([
    ['My organization', expect.stringMatching(/^Its database is damaged.*\. Nothing in it was changed\.$/)],
    ['Harbour Office', null],
  ]);
  await second.app(appRoutes.openWorkspace, { params: { workspace_id: other.workspace_id } });
  expect((await second.app(appRoutes.getSession, {})).workspace?.name).toBe('Harbour Office');
  await second.stop();
});

test('damage that only a start of the services finds is a problem, and nothing stays open', async () => {
  changeDatabase(path, 'DROP TABLE document');
  const { app, stop } = await start();
  expect((await app(appRoutes.getSession, {})).workspace).toBeNull();
  const { data } = await app(appRoutes.listWorkspaces, {});
  expect(data).toMatchObject([{ name: 'My organization', error: 'Its data cannot be read.' }]);
  await stop();
});
