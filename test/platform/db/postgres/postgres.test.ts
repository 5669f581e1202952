import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  hidePasswords,
  loadLibpq,
  type ConnectLibpq,
} from '../../../../electron/service/platform/db/postgres/libpq.ts';
import type { PostgresDatabase } from '../../../../electron/service/platform/db/postgres/postgres-database.ts';
import { PostgresDatabases } from '../../../../electron/service/platform/db/postgres/postgres-databases.ts';
import { SqliteDatabase } from '../../../../electron/service/platform/db/sqlite-database.ts';
import type { Migration } from '../../../../electron/service/platform/db/migrate.ts';
import { Maintenance } from '../../../../electron/service/workspaces/maintenance/maintenance.ts';
import { migrations } from '../../../../electron/service/workspaces/migrations.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../../helpers/service/start-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../helpers/service/temporary-folder.ts';
import { listSqliteCatalogue, listPostgresCatalogue } from './list-catalogue.ts';

const bin = findPostgres();

describe.skipIf(bin === null)('a workspace on PostgreSQL', () => {
  let server: StartedPostgres;
  let connect: ConnectLibpq;
  let folder: TemporaryFolder;
  let db: PostgresDatabase;
  const place = (id: string) => ({ id, dir: join(folder.path, id) });
  const createDatabases = (known: readonly Migration[] = migrations) =>
    new PostgresDatabases({ connect, parameters: { dbname: server.url }, migrations: known });
  const open = (id: string, fillSearchIndex = () => {}) => createDatabases().open(place(id), { fillSearchIndex });

  beforeAll(async () => {
    const started = Date.now();
    [server, connect, folder] = await Promise.all([startPostgres(bin ?? ''), loadLibpq(), createTemporaryFolder()]);
    expect(Date.now() - started).toBeLessThan(15_000);
    db = open('wsp_a');
  });

  afterAll(async () => {
    db.close();
    await server.stop();
    await folder.remove();
  });

  test('has the tables, columns, keys and indexes of the file', () => {
    const file = new SqliteDatabase(':memory:');
    for (const { up } of migrations) file.execute(up);
    expect(listPostgresCatalogue(db, 'wsp_a')).toEqual(listSqliteCatalogue(file));
    file.close();
  });

  test('stores and returns values as a file does', () => {
    db.execute(
      'CREATE TABLE value (id bigint PRIMARY KEY, text text, number double precision, bytes bytea, big bigint)',
    );
    const insert = 'INSERT INTO value VALUES (?, ?, ?, ?, ?)';
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    db.run(insert, 1, `it's “ä” \\ ? 𝄞\n`, 0.1 + 0.2, bytes, Number.MAX_SAFE_INTEGER);
    db.run(insert, 2, '', -1e300, new Uint8Array(), -1);
    db.run(insert, 3, null, null, null, null);
    db.run(insert, 4, 'a\0b', NaN, null, null);
    expect(db.all('SELECT text, number, bytes, big FROM value ORDER BY id')).toEqual([
      { text: `it's “ä” \\ ? 𝄞\n`, number: 0.1 + 0.2, bytes, big: Number.MAX_SAFE_INTEGER },
      { text: '', number: -1e300, bytes: new Uint8Array(), big: -1 },
      { text: null, number: null, bytes: null, big: null },
      { text: 'a\uFFFDb', number: null, bytes: null, big: null },
    ]);
    db.run('UPDATE value SET big = ? WHERE id = 1', 2n ** 53n);
    expect(() => db.get('SELECT big FROM value WHERE id = 1')).toThrow(RangeError);
    expect(db.get('SELECT sum(id) AS total, count(*) AS rows, max(id) = 4 AS isLast FROM value')).toEqual({
      total: 10,
      rows: 4,
      isLast: 1,
    });
    expect(db.get('SELECT 1 AS one WHERE FALSE')).toBeUndefined();
    expect(db.run('DELETE FROM value WHERE id > ?', 2)).toEqual({ changes: 2 });
    expect(db.get('DELETE FROM value WHERE id = 1 RETURNING text')).toEqual({ text: `it's “ä” \\ ? 𝄞\n` });
    db.execute('DROP TABLE value');
  });

  test('stores texts as UTF-8, also if the connection string has another encoding', () => {
    const parameters = { dbname: server.url, client_encoding: 'LATIN1' };
    const read = (one: PostgresDatabase) => one.get(`SELECT length(?::text) AS characters, 'ä€' AS text`, 'ä€');
    const databases = new PostgresDatabases({ connect, parameters, migrations });
    expect(databases.inspect(place('wsp_a'), read)).toEqual({ characters: 2, text: 'ä€' });
  });

  test('compares texts by their bytes, and without case where the column says so', () => {
    db.execute(`CREATE TABLE word (text text COLLATE "C", name text COLLATE nocase);
      INSERT INTO word VALUES ('b', 'Über'), ('B', 'zebra'), ('a', 'ÜBER')`);
    expect(db.all('SELECT text FROM word ORDER BY text').map(({ text }) => text)).toEqual(['B', 'a', 'b']);
    expect(db.get('SELECT count(*) AS count FROM word WHERE name = ?', 'über')).toEqual({ count: 2 });
    db.execute('DROP TABLE word');
  });

  test('stores a transaction as a whole or not at all', () => {
    db.execute('CREATE TABLE entry (id bigint PRIMARY KEY)');
    const called: string[] = [];
    const add = (id: number) => db.run('INSERT INTO entry VALUES (?)', id);
    db.transaction(() => {
      db.afterCommit(() => called.push('committed'));
      add(1);
      db.transaction(() => add(2));
      expect(called).toEqual([]);
    });
    expect(() =>
      db.bulkTransaction(() => {
        db.afterCommit(() => called.push('never'));
        add(3);
        add(3);
      }),
    ).toThrow('duplicate key value violates unique constraint "entry_pkey"');
    db.bulkTransaction(() => add(4));
    expect(db.hasUnsyncedCommit).toBe(true);
    expect(db.all('SELECT id FROM entry ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }]);
    expect(called).toEqual(['committed']);
    db.execute('DROP TABLE entry');
  });

  test('sends what a transaction writes with its next query, or with its commit', () => {
    let waits = 0;
    const count =
      <Values extends readonly unknown[], T>(call: (...values: Values) => T) =>
      (...values: Values) => {
        waits++;
        return call(...values);
      };
    const connectCounted = Object.assign((parameters: Readonly<Record<string, string>>) => {
      const connection = connect(parameters);
      const { execute, query, runQueue } = connection;
      return { ...connection, execute: count(execute), runQueue: count(runQueue), query: count(query) as typeof query };
    }, connect);
    const options = { connect: connectCounted, parameters: { dbname: server.url }, migrations };
    const counted = new PostgresDatabases(options).open(place('wsp_counted'), { fillSearchIndex: () => {} });
    counted.execute('CREATE TABLE number (value bigint PRIMARY KEY)');
    const insert = (value: number) => counted.run('INSERT INTO number VALUES (?)', value);
    const read = () => counted.all('SELECT value FROM number ORDER BY value').map(({ value }) => value);
    const write = () =>
      counted.transaction(() => {
        counted.run('DELETE FROM number');
        insert(1);
        expect(read()).toEqual([1]);
        insert(2);
        insert(3);
      });
    write();
    waits = 0;
    write();
    expect(waits).toBe(2);
    counted.transaction(() => expect(counted.run('UPDATE number SET value = value + 10').changes).toBe(3));
    expect(read()).toEqual([11, 12, 13]);
    // Many statements, of which the queue holds a part.
    counted.transaction(() => {
      for (let value = 100; value < 2_000; value++) insert(value);
    });
    expect(read()).toHaveLength(1_903);
    counted.run('DELETE FROM number WHERE value >= 100');
    // A statement that fails ends the transaction, whatever is sent after it.
    const failures: readonly ((fail: () => void) => void)[] = [
      (fail) => fail(),
      (fail) => {
        fail();
        read();
      },
      (fail) => {
        insert(20);
        fail();
        insert(21);
      },
      (fail) => {
        fail();
        throw new Error('duplicate key, but another error');
      },
    ];
    for (const failure of failures) {
      expect(() => counted.transaction(() => failure(() => insert(11)))).toThrow('duplicate key');
      expect(read()).toEqual([11, 12, 13]);
    }
    counted.close();
  });

  test('is unavailable if its connection ends while statements wait to be sent', () => {
    const lost = open('wsp_lost');
    expect(() =>
      lost.transaction(() => {
        lost.run(`UPDATE search_index_state SET state = 'lost'`);
        db.get(
          'SELECT pg_terminate_backend(CAST(? AS INTEGER))',
          lost.get('SELECT pg_backend_pid() AS pid')?.['pid'] as number,
        );
        lost.run(`UPDATE search_index_state SET state = 'lost again'`);
      }),
    ).toThrow(expect.objectContaining({ code: 'unavailable' }));
    lost.close();
    const opened = open('wsp_lost');
    expect(opened.get('SELECT state FROM search_index_state')?.['state']).not.toContain('lost');
    opened.close();
  });

  test('is separate from other workspaces', () => {
    const other = open('wsp_b');
    const insert = `INSERT INTO organization VALUES ('org_1', ?, '', 'active', '', 1)`;
    db.run(insert, 'A');
    other.run(insert, 'B');
    expect([db, other].map((one) => one.get('SELECT name FROM organization')?.['name'])).toEqual(['A', 'B']);
    other.close();
  });

  test('builds its search index again unless it belongs to the rows', async () => {
    let fills = 0;
    const reopen = () => open('wsp_c', () => void fills++);
    const find = (one: PostgresDatabase) =>
      one.searchIndex.all(`SELECT rowid AS id FROM note_fts WHERE note_fts MATCH 'pump'`).length;
    const write = (one: PostgresDatabase) =>
      one.searchIndex.run(`INSERT INTO note_fts (rowid, text) VALUES (?, 'pump')`, fills * 10);
    const first = reopen();
    expect(fills).toBe(1);
    write(first);
    expect(() =>
      first.transaction(() => {
        first.searchIndex.run(`INSERT INTO note_fts (rowid, text) VALUES (99, 'pump')`);
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    expect(find(first)).toBe(1);
    first.close();
    const second = reopen();
    expect([fills, find(second)]).toEqual([1, 1]);
    // Another node changes the rows and its own index.
    second.run(`UPDATE search_index_state SET state = 'other'`);
    second.close();
    const third = reopen();
    expect([fills, find(third)]).toEqual([2, 0]);
    third.close();
    for (const name of readdirSync(join(place('wsp_c').dir, 'cache')))
      await rm(join(place('wsp_c').dir, 'cache', name));
    reopen().close();
    expect(fills).toBe(3);
  });

  test('rolls its rows back, too, if the search index has rolled back by itself', () => {
    const insert = `INSERT INTO note_fts (rowid, text) VALUES (1, 'pump')`;
    const other = open('wsp_e');
    other.execute('CREATE TABLE entry (id bigint PRIMARY KEY)');
    expect(() =>
      other.transaction(() => {
        other.run('INSERT INTO entry VALUES (1)');
        other.searchIndex.run(insert);
        other.searchIndex.execute('ROLLBACK');
        throw new Error('The disk is full.');
      }),
    ).toThrow('The disk is full.');
    other.transaction(() => other.run('INSERT INTO entry VALUES (2)'));
    expect(other.all('SELECT id FROM entry')).toEqual([{ id: 2 }]);
    other.close();
  });

  test('is refused if it was written by a newer version, and is not changed', () => {
    const newer = [...migrations, { version: 9999, up: 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;' }];
    createDatabases(newer)
      .open(place('wsp_d'), { fillSearchIndex: () => {} })
      .close();
    expect(() => open('wsp_d')).toThrow('It was last opened by a newer Switchboard: its schema version is 9999');
    expect(() => createDatabases().inspect(place('wsp_none'), () => 0)).toThrow('Its schema is missing');
  });

  test('limits statements, except those that copy or build', () => {
    const show = (database: PostgresDatabase) => database.get('SHOW statement_timeout')?.['statement_timeout'];
    let building: unknown;
    const opened = createDatabases().open(place('wsp_limits'), {
      fillSearchIndex: (built) => (building = show(built as PostgresDatabase)),
    });
    expect([building, show(opened)]).toEqual(['2min', '9s']);
    opened.snapshot(() => expect(show(opened)).toBe('0'));
    expect(show(opened)).toBe('9s');
    opened.close();
    createDatabases().create(place('wsp_limits_created'), (created) => expect(show(created)).toBe('0'));
  });

  test('has no maintenance of a file', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const maintenance = new Maintenance(db, {
      databasePath: join(folder.path, 'none.db'),
      workspaceDir: folder.path,
      context: { now: Date.now, log: { error: () => {} } },
      events: { publish: () => {} },
      rewriteRequest: { isSet: true, clear: () => {} },
      isIdle: () => true,
    });
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    await maintenance.close();
  });

  test('says why it cannot connect, without the password', () => {
    const refused = () =>
      new PostgresDatabases({
        connect,
        parameters: { dbname: 'postgresql://someone:geheim@127.0.0.1:1/postgres' },
        migrations,
      }).inspect(place('wsp_a'), () => 0);
    expect(refused).toThrow('Connection refused');
    expect(refused).not.toThrow('geheim');
    expect(hidePasswords('bad "postgresql://me:geheim@host/db" or password=geheim host=x')).toBe(
      'bad "postgresql://me:…@host/db" or password=… host=x',
    );
  });

  test('says what to install if the client library is missing', async () => {
    await expect(loadLibpq('libpq-missing.so.5')).rejects.toThrow(
      "--database needs libpq-missing.so.5: install PostgreSQL's client library (Debian: libpq5), then start again.",
    );
  });
});
