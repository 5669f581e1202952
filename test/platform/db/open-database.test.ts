import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { getLatestVersion } from '../../../electron/service/platform/db/migrate.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { firstVersion, isUnreleasedDatabase } from '../../../electron/service/platform/db/unreleased-version.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { changeDatabase } from '../../helpers/damage/damage-database.ts';
import { nextMigration } from '../../helpers/service/next-migration.ts';

test('the versions of the database have successive numbers, from the first that was released', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => firstVersion + index));
});

describe('opening a database', () => {
  let dir: string;
  let path: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'switchboard-db-'));
    path = join(dir, 'workspace.db');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Leaves a write-ahead log, as a process that is killed does. */
  const keepLog = (database: string) => {
    const db = new SqliteDatabase(database);
    db.execute('CREATE TABLE in_the_log (a INTEGER) STRICT');
    for (const suffix of ['', '-wal']) copyFileSync(database + suffix, `${database}.copy${suffix}`);
    db.close();
    for (const suffix of ['', '-wal']) renameSync(`${database}.copy${suffix}`, database + suffix);
  };

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
    const db = openDatabase(path, migrations);
    const pragma = (name: string) => db.get(`PRAGMA ${name}`)?.[name];
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(2);
    expect(pragma('foreign_keys')).toBe(1);
    expect(pragma('secure_delete')).toBe(1);
    db.bulkTransaction(() => {});
    expect(pragma('synchronous')).toBe(2);
    db.close();
  });

  test('gives a new file the latest version without a snapshot', () => {
    const db = openDatabase(path, [...migrations, nextMigration]);
    expect(db.schemaVersion).toBe(nextMigration.version);
    db.close();
    expect(readdirSync(dir)).toEqual(['workspace.db']);
  });

  test('applies each migration to data of the version before, after a snapshot', () => {
    const versions = [...migrations, nextMigration];
    for (const { version } of versions.slice(1)) {
      const upTo = (latest: number) => versions.filter((one) => one.version <= latest);
      const old = join(dir, `schema-${version}.db`);
      const before = openDatabase(old, upTo(version - 1));
      before.run(
        `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
         VALUES ('org_1', 'Kept', '', 'active', 'local', 1)`,
      );
      before.close();
      const after = openDatabase(old, upTo(version));
      expect(after.schemaVersion).toBe(version);
      expect(after.get('SELECT name FROM organization')).toEqual({ name: 'Kept' });
      if (version === nextMigration.version) {
        expect(after.get('SELECT legal_name FROM organization')).toEqual({ legal_name: 'KEPT' });
        expect(after.all('SELECT * FROM trade_register')).toEqual([{ org_id: 'org_1', entry: 'unknown' }]);
      }
      after.close();
      const snapshot = new SqliteDatabase(`${old}.before-${version}`);
      expect(snapshot.schemaVersion).toBe(version - 1);
      expect(snapshot.all('SELECT * FROM organization')).toEqual([
        {
          org_id: 'org_1',
          name: 'Kept',
          industry: '',
          status: 'active',
          subscription_tier: 'local',
          created_at: 1,
        },
      ]);
      snapshot.close();
    }
  });

  test('a migration that fails changes neither schema nor data', () => {
    openDatabase(path, migrations).close();
    const broken = [
      ...migrations,
      { version: nextMigration.version, up: 'CREATE TABLE before (a INTEGER) STRICT' },
      { version: nextMigration.version + 1, up: 'CREATE TABLE half (a INTEGER) STRICT; SELECT nonsense;' },
    ];
    expect(catchProblem(() => openDatabase(path, broken)).code).toBe('workspace_unusable');
    const db = openDatabase(path, migrations);
    expect(db.all(`SELECT name FROM sqlite_schema WHERE name IN ('before', 'half')`)).toEqual([]);
    expect(db.schemaVersion).toBe(getLatestVersion(migrations));
    db.close();
  });

  test('rejects a newer schema with a reason and does not change the file', () => {
    openDatabase(path, [...migrations, nextMigration]).close();
    const bytes = readFileSync(path);
    const problem = catchProblem(() => openDatabase(path, migrations));
    expect(problem.code).toBe('workspace_unusable');
    expect(problem.message).toContain('newer Switchboard');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test.each([
    ['the latest one before the release', 25, false],
    ['the latest one before the release, beside a write-ahead log', 25, true],
    ['the first one', 1, false],
    ['one without a number', 0, false],
    ['the number before the first that was released', firstVersion - 1, false],
  ])('rejects an unreleased version (%s) with a reason and changes no file', (_, version, hasLog) => {
    openDatabase(path, migrations).close();
    changeDatabase(path, `PRAGMA user_version = ${version}`);
    if (hasLog) keepLog(path);
    const readFiles = () => readdirSync(dir).map((name) => [name, readFileSync(join(dir, name)).toString('base64')]);
    const before = readFiles();
    expect(before).toHaveLength(hasLog ? 2 : 1);
    expect(isUnreleasedDatabase(path)).toBe(true);
    for (const supported of [migrations, [...migrations, nextMigration]]) {
      const problem = catchProblem(() => openDatabase(path, supported));
      expect(problem.code).toBe('workspace_unusable');
      expect(problem.message).toBe(
        'It was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that version, or create another workspace.',
      );
    }
    expect(readFiles()).toEqual(before);
  });

  test('does not take another file for one of an unreleased version', () => {
    openDatabase(path, migrations).close();
    expect(isUnreleasedDatabase(path)).toBe(false);
    changeDatabase(path, 'PRAGMA application_id = 7; PRAGMA user_version = 25');
    expect(isUnreleasedDatabase(path)).toBe(false);
    writeFileSync(path, 'short');
    expect([path, dir, join(dir, 'missing.db')].map(isUnreleasedDatabase)).toEqual([false, false, false]);
  });

  test('rejects a damaged file, a file that is not a database, and a database of another program', () => {
    openDatabase(path, migrations).close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096, 4096 * 6);
    writeFileSync(path, bytes);
    expect(catchProblem(() => openDatabase(path, migrations)).code).toBe('workspace_unusable');

    writeFileSync(path, 'This is not a database, but it is long enough to be looked at as one. '.repeat(20));
    expect(catchProblem(() => openDatabase(path, migrations)).code).toBe('workspace_unusable');

    const foreign = join(dir, 'foreign.db');
    const db = new SqliteDatabase(foreign);
    db.execute('PRAGMA application_id = 1; CREATE TABLE a (b INTEGER)');
    db.close();
    expect(catchProblem(() => openDatabase(foreign, migrations)).message).toContain('another program');
  });

  test('after a crash, the file contains no text whose deletion was only in the write-ahead log', () => {
    const db = openDatabase(path, migrations);
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
    const reopened = openDatabase(crashed, migrations);
    for (const suffix of ['', '-wal']) expect(readFileSync(crashed + suffix).includes(text), suffix).toBe(false);
    reopened.close();
  });

  test('a transaction stores all of its changes or none', () => {
    const db = openDatabase(path, migrations);
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
