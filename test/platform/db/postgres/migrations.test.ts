import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getLatestVersion, type Migration } from '../../../../electron/service/platform/db/migrate.ts';
import { loadLibpq, type ConnectLibpq } from '../../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../../../electron/service/platform/db/postgres/postgres-databases.ts';
import { SqliteDatabase } from '../../../../electron/service/platform/db/sqlite-database.ts';
import { firstVersion } from '../../../../electron/service/platform/db/unreleased-version.ts';
import { fillSearchIndex } from '../../../../electron/service/workspaces/fill-search-index.ts';
import { migrations } from '../../../../electron/service/workspaces/migrations.ts';
import { nextMigration } from '../../../helpers/service/next-migration.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../../helpers/service/start-postgres.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../helpers/service/temporary-folder.ts';
import { listPostgresCatalogue, listSqliteCatalogue } from './list-catalogue.ts';

const bin = findPostgres();

/** Statements that only a later version needs: columns of each type, and another trigger. */
const laterMigration: Migration = {
  version: nextMigration.version + 1,
  up: `
    ALTER TABLE call ADD COLUMN language TEXT COLLATE NOCASE;
    ALTER TABLE call ADD COLUMN cost_cents INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE call ADD COLUMN score REAL;
    ALTER TABLE call ADD COLUMN voiceprint BLOB;
    CREATE INDEX call_by_language ON call (org_id, language, id);
    DROP TRIGGER remote_passage_of_deleted_document;
    CREATE TRIGGER remote_passage_of_deleted_document AFTER DELETE ON document BEGIN
      DELETE FROM remote_passage WHERE document_id = old.document_id AND position >= 0;
    END;
    UPDATE organization SET legal_name = name WHERE legal_name IS 'KEPT';
  `,
};

const versions = [...migrations, nextMigration, laterMigration];

const insertOrganization = `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
  VALUES ('org_1', 'Kept', '', 'active', 'local', 1)`;

describe.skipIf(bin === null)('the schema of a workspace on PostgreSQL', () => {
  let server: StartedPostgres;
  let connect: ConnectLibpq;
  let folder: TemporaryFolder;
  const open = (id: string, known: readonly Migration[]) =>
    new PostgresDatabases({ connect, parameters: { dbname: server.url }, migrations: known }).open(
      { id, dir: join(folder.path, id) },
      { fillSearchIndex },
    );

  beforeAll(async () => {
    [server, connect, folder] = await Promise.all([startPostgres(bin ?? ''), loadLibpq(), createTemporaryFolder()]);
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  test('is migrated from each version to the next, and keeps its rows', () => {
    for (const { version } of versions.slice(1)) {
      const upTo = (latest: number) => versions.filter((one) => one.version <= latest);
      const id = `wsp_${version}`;
      const before = open(id, upTo(version - 1));
      expect(before.schemaVersion).toBe(version - 1);
      before.run(insertOrganization);
      before.close();
      const after = open(id, upTo(version));
      expect(after.schemaVersion).toBe(version);
      expect(after.get('SELECT name FROM organization')).toEqual({ name: 'Kept' });
      const file = new SqliteDatabase(':memory:');
      for (const { up } of upTo(version)) file.execute(up);
      expect(listPostgresCatalogue(after, id)).toEqual(listSqliteCatalogue(file));
      file.close();
      if (version === nextMigration.version) {
        expect(after.get('SELECT legal_name FROM organization')).toEqual({ legal_name: 'KEPT' });
        expect(after.all('SELECT org_id, entry FROM trade_register')).toEqual([{ org_id: 'org_1', entry: 'unknown' }]);
      }
      after.run('DELETE FROM document');
      after.close();
      expect(readdirSync(join(folder.path, id, 'cache'))).toContain(`search-index-${version}.db`);
      expect(() => open(id, upTo(version - 1))).toThrow('It was last opened by a newer Switchboard');
    }
  });

  test('is migrated over several versions at once', () => {
    open('wsp_a', migrations).close();
    const db = open('wsp_a', versions);
    expect(db.schemaVersion).toBe(laterMigration.version);
    db.close();
  });

  test('is refused and not changed if an unreleased version wrote it', () => {
    const db = open('wsp_c', migrations);
    db.run('UPDATE schema_version SET version = ?', firstVersion - 1);
    db.close();
    for (const known of [migrations, versions])
      expect(() => open('wsp_c', known)).toThrow(
        'It was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that version, or create another workspace.',
      );
  });

  test('is not changed by a migration that fails', () => {
    open('wsp_b', migrations).close();
    const broken = [
      ...migrations,
      { version: nextMigration.version, up: 'CREATE TABLE before (\n  a INTEGER\n) STRICT' },
      { version: nextMigration.version + 1, up: 'CREATE TABLE half (\n  a INTEGER\n) STRICT; SELECT nonsense;' },
    ];
    expect(() => open('wsp_b', broken)).toThrow('column "nonsense" does not exist');
    const db = open('wsp_b', migrations);
    expect(db.schemaVersion).toBe(getLatestVersion(migrations));
    expect(Object.keys(listPostgresCatalogue(db, 'wsp_b'))).not.toContain('before');
    db.close();
  });
});
