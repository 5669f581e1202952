import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import Conf from 'conf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { isWrite, type Route } from '../../shared/route.ts';
import { createLocalWorkspace, startCallService, type CallService } from '../helpers/start-call-service.ts';
import { prepareBilling } from '../helpers/prepare-billing.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';
import { commandScenarios } from './command-scenarios.ts';

const commands = [...Object.values<Route>(v1Routes), ...Object.values<Route>(appRoutes)].filter(isWrite);

/** What they do is not in the open workspace's database, or goes on by itself; each with the reason. */
const outsideOfTheTransaction: Readonly<Record<string, string>> = {
  changeRole: 'kept in memory until the program ends',
  createWorkspace: 'makes a database of its own',
  openWorkspace: 'opens another database',
  renameWorkspace: 'of any workspace, also of one that is not open',
  deleteWorkspace: 'takes a database away',
  updateSettings: 'stored beside the workspaces',
  updateLocalApi: 'stored beside the workspaces',
  sendTurn: 'said to a call that goes on',
  hangUp: 'ends a call that goes on',
  cancelCall: 'ends a call that goes on',
};

let folder: TemporaryFolder;
let room: CallService;
let home: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  await prepareBilling(folder.path, { name: 'Harbour', ageDays: 40, callsPerDay: 1 });
  const settings = new Conf({ cwd: folder.path, configName: 'settings' });
  room = await startCallService({ dataDir: folder.path, settings, log: { error: () => {} } });
  home = await currentId();
});
afterAll(async () => {
  await room.stop();
  await folder.remove();
});

const currentId = async () => (await room.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';

const listRows = async () => (await room.v1(v1Routes.listActivity, { query: { limit: 200 } })).data;

/** Through a connection of its own, as somebody with a database tool would. */
function withDatabase<T>(use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder.path, 'workspaces', home, 'workspace.db'));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** All that the workspace holds, but for who did what. */
function readAll(): Readonly<Record<string, unknown>> {
  const apart = ['activity', 'activity_head', 'idempotency_record'];
  return withDatabase((db) => {
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`);
    const names = tables.all().map(({ name }) => String(name));
    const held = names.filter((name) => !apart.includes(name));
    return Object.fromEntries(held.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
  });
}

const noRow = `CREATE TRIGGER no_row BEFORE INSERT ON activity WHEN NEW.result = 'done'
  BEGIN SELECT RAISE(ABORT, 'The row cannot be written.'); END`;

test('there is a scenario for every command of the contract, and for nothing else', () => {
  expect(Object.keys(commandScenarios).toSorted()).toEqual(commands.map(({ id }) => id).toSorted());
  expect(commands.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(outsideOfTheTransaction)));
});

describe.each(commands.map(({ id, summary, status }) => ({ id, summary, status })))(
  '$id',
  ({ id, summary, status }) => {
    test.skipIf(id in outsideOfTheTransaction)('is done together with its row, or not at all', async () => {
      const run = await commandScenarios[id]?.(room);
      const before = readAll();
      withDatabase((db) => db.exec(noRow));
      try {
        await expect(run?.()).rejects.toMatchObject({ code: 'internal' });
        expect(readAll()).toEqual(before);
      } finally {
        withDatabase((db) => db.exec('DROP TRIGGER no_row'));
      }
      expect((await listRows())[0]).toMatchObject({ operation: id, result: 'failed', code: 'internal', status: 500 });
    });

    test('leaves one row, which says who did what to what', { timeout: 30_000 }, async () => {
      const run = await commandScenarios[id]?.(room);
      const before = new Set((await listRows()).map(({ hash }) => hash));
      await run?.();
      const rows = (await listRows()).filter(({ hash, operation }) => !before.has(hash) && operation === id);
      expect(rows).toEqual([
        expect.objectContaining({ actor_name: 'Window', role: 'admin', summary, result: 'done', status, code: null }),
      ]);
      expect(rows[0]?.subject_id ?? rows[0]?.subject_label, 'names what it was done to').toEqual(
        expect.stringMatching(/./),
      );
      if ((await currentId()) !== home) await room.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
    });
  },
);

test('what removes the open workspace leaves no row, as there is nothing left to write it in', async () => {
  const other = await createLocalWorkspace(room, 'Doomed');
  await room.app(appRoutes.deleteWorkspace, { params: { workspace_id: other } });
  expect(await currentId()).toBe('');
  await room.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
  expect((await listRows()).filter(({ subject_id }) => subject_id === other)).toEqual([]);
});

test('after all of it the chain is whole', async () => {
  expect((await room.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
});
