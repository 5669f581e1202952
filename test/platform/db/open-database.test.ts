import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Database } from '../../../electron/service/platform/db/database.ts';
import { migrations } from '../../../electron/service/platform/db/migrations.ts';
import { openDatabase, readSchemaVersion } from '../../../electron/service/platform/db/open-database.ts';
import { Problem } from '../../../shared/contract/problems.ts';

describe('opening a database', () => {
  let dir: string;
  let path: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'switchboard-db-'));
    path = join(dir, 'workspace.db');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const catchProblem = (work: () => unknown): Problem => {
    try {
      work();
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
    throw new Error('Nothing was thrown.');
  };

  test('makes it durable, in WAL mode, with foreign keys and secure deletion', () => {
    const db = openDatabase(path);
    const pragma = (name: string) => db.get(`PRAGMA ${name}`)?.[name];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('secure_delete')).toBe(1);
    db.bulkTransaction(() => {});
    expect(pragma('synchronous')).toBe(2);
    db.close();
  });

  test('migrates a new file to the latest schema without a snapshot', () => {
    const db = openDatabase(path);
    expect(readSchemaVersion(db)).toBe(migrations.length);
    db.close();
    expect(existsSync(`${path}.before-1`)).toBe(false);
  });

  test('applies each migration to data of the previous schema, after a snapshot', () => {
    for (let version = 1; version < migrations.length; version++) {
      const old = join(dir, `schema-${version}.db`);
      const before = openDatabase(old, migrations.slice(0, version));
      before.run(
        `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
         VALUES ('org_1', 'Kept', '', 'active', 'local', 1)`,
      );
      before.close();
      const after = openDatabase(old);
      expect(after.get('SELECT name FROM organization')).toEqual({ name: 'Kept' });
      after.close();
      const snapshot = new Database(`${old}.before-${version + 1}`);
      expect(readSchemaVersion(snapshot)).toBe(version);
      expect(snapshot.get('SELECT name FROM organization')).toEqual({ name: 'Kept' });
      snapshot.close();
    }
  });

  test('a migration that fails changes neither schema nor data', () => {
    openDatabase(path).close();
    const broken = [
      ...migrations,
      { slug: 'before', up: 'CREATE TABLE before (a INTEGER) STRICT' },
      { slug: 'broken', up: 'CREATE TABLE half (a INTEGER) STRICT; SELECT nonsense;' },
    ];
    expect(catchProblem(() => openDatabase(path, broken)).code).toBe('workspace_unusable');
    const db = openDatabase(path);
    expect(db.all(`SELECT name FROM sqlite_schema WHERE name IN ('before', 'half')`)).toEqual([]);
    db.close();
  });

  test('rejects a newer schema with a reason and does not change the file', () => {
    openDatabase(path, [...migrations, { slug: 'future', up: 'CREATE TABLE future (a INTEGER) STRICT' }]).close();
    const bytes = readFileSync(path);
    const problem = catchProblem(() => openDatabase(path));
    expect(problem.code).toBe('workspace_unusable');
    expect(problem.message).toContain('newer Switchboard');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('rejects a damaged file, a file that is not a database, and a database of another program', () => {
    openDatabase(path).close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096, 4096 * 6);
    writeFileSync(path, bytes);
    expect(catchProblem(() => openDatabase(path)).code).toBe('workspace_unusable');

    writeFileSync(path, 'This is not a database, but it is long enough to be looked at as one. '.repeat(20));
    expect(catchProblem(() => openDatabase(path)).code).toBe('workspace_unusable');

    const foreign = join(dir, 'foreign.db');
    const db = new Database(foreign);
    db.execute('PRAGMA application_id = 1; CREATE TABLE a (b INTEGER)');
    db.close();
    expect(catchProblem(() => openDatabase(foreign)).message).toContain('another program');
  });

  test('after a crash, the file contains no text whose deletion was only in the write-ahead log', () => {
    const db = openDatabase(path);
    const text = 'the lantern is in the tower';
    db.run(
      `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
       VALUES ('org_1', ?, '', 'active', 'local', 1)`,
      text,
    );
    db.truncateLog();
    db.run('DELETE FROM organization');
    const crashed = join(dir, 'crashed.db');
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, crashed + suffix);
    db.close();
    expect(readFileSync(crashed).includes(text)).toBe(true);
    const reopened = openDatabase(crashed);
    for (const suffix of ['', '-wal']) expect(readFileSync(crashed + suffix).includes(text), suffix).toBe(false);
    reopened.close();
  });

  test('a transaction stores all of its changes or none', () => {
    const db = openDatabase(path);
    const insert = (id: string) =>
      db.run(
        `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
         VALUES (?, '', '', 'active', '', 0)`,
        id,
      );
    expect(() =>
      db.transaction(() => {
        insert('org_1');
        insert('org_1');
      }),
    ).toThrow(/UNIQUE/);
    expect(db.all('SELECT * FROM organization')).toEqual([]);
    db.transaction(() => db.transaction(() => insert('org_2')));
    expect(db.all('SELECT org_id FROM organization')).toEqual([{ org_id: 'org_2' }]);
    db.close();
  });
});
