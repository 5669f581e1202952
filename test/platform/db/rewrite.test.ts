import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';

const markerPattern = /zqm\d{7}/g;

test('a rewritten database contains none of the copies that SQLite leaves when it moves rows', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'workspace.db');
  const db = openDatabase(path, migrations);
  onTestFinished(() => db.close());
  db.execute('CREATE TABLE text (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, text TEXT NOT NULL) STRICT');
  const random = createRandom('one');
  const live: number[] = [];
  const deleted = new Set<string>();
  const format = (owner: number) => `zqm${String(owner).padStart(7, '0')}`;
  const findDeleted = () => {
    db.truncateLog();
    const markers = readFileSync(path, 'latin1').match(markerPattern) ?? [];
    return markers.filter((marker) => deleted.has(marker));
  };

  for (let owner = 1; owner <= 2_000 && findDeleted().length === 0; owner++) {
    live.push(owner);
    db.bulkTransaction(() => {
      for (let row = random.between(1, 30); row > 0; row--)
        db.run(
          'INSERT INTO text (owner, text) VALUES (?, ?)',
          owner,
          `${format(owner)} `.repeat(Math.ceil(random.between(1, 28))),
        );
    });
    if (live.length < 12) continue;
    const [removed = 0] = live.splice(Math.floor(random.between(0, live.length)), 1);
    const sql = 'DELETE FROM text WHERE id IN (SELECT id FROM text WHERE owner = ? LIMIT 16)';
    while (db.bulkTransaction(() => db.run(sql, removed)).changes > 0);
    deleted.add(format(removed));
  }
  expect(findDeleted(), 'copies of deleted rows, in spite of `secure_delete`').not.toEqual([]);
  db.rewrite();
  expect(findDeleted()).toEqual([]);
  expect(db.get('SELECT count(DISTINCT owner) AS owners FROM text')).toEqual({ owners: live.length });
});

test('the file of an open database is replaced by a copy, unless another connection uses it', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'workspace.db');
  const copyPath = join(folder.path, 'copy.db');
  const db = openDatabase(path, migrations);
  onTestFinished(() => db.close());
  const readSettings = () =>
    ['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete', 'trusted_schema', 'busy_timeout'].map((name) =>
      Object.values(db.get(`PRAGMA ${name}`) ?? {}),
    );
  const settings = readSettings();
  const readNames = () => db.all<{ readonly name: string }>('SELECT name FROM item').map(({ name }) => name);
  db.execute('CREATE TABLE item (name TEXT NOT NULL) STRICT');
  db.run('INSERT INTO item VALUES (?)', 'copied');
  db.run('VACUUM INTO ?', copyPath);
  db.run('INSERT INTO item VALUES (?)', 'later');

  const other = new SqliteDatabase(path);
  other.get('SELECT count(*) FROM item');
  expect(db.replaceFile(copyPath)).toBe(false);
  expect([readNames(), readSettings()]).toEqual([['copied', 'later'], settings]);
  other.close();
  expect(db.transaction(() => db.replaceFile(copyPath))).toBe(false);

  expect(db.replaceFile(copyPath)).toBe(true);
  expect([readNames(), readSettings()]).toEqual([['copied'], settings]);
  db.run('INSERT INTO item VALUES (?)', 'new');
  expect(inspectNames(path)).toEqual(['copied', 'new']);
});

function inspectNames(path: string): readonly unknown[] {
  const other = new SqliteDatabase(path, { readOnly: true });
  const rows = other.all('SELECT name FROM item');
  other.close();
  return rows.map(({ name }) => name);
}

test('the version of a database changes with each row that this connection or another changes, and not with reads', async () => {
  const folder = await createTemporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'workspace.db');
  const db = openDatabase(path, migrations);
  const other = new SqliteDatabase(path);
  onTestFinished(() => [other, db].forEach((one) => one.close()));
  db.execute('CREATE TABLE item (name TEXT NOT NULL) STRICT');
  const versions = [db.version];
  for (const one of [db, other, db]) {
    one.run('INSERT INTO item VALUES (?)', 'one');
    versions.push(db.version);
  }
  expect(new Set(versions).size).toBe(4);
  db.get('SELECT count(*) FROM item');
  db.truncateLog();
  expect(db.version).toBe(versions.at(-1));
});
