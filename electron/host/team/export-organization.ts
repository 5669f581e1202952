import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newPassphraseSchema } from '../../../shared/workspaces/backups.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { rebuildCallCounts } from '../../service/features/insights/insight-queries.ts';
import { readVersion } from '../../service/open-service.ts';
import type { Row, SqlValue } from '../../service/platform/db/database.ts';
import { migrate } from '../../service/platform/db/migrate.ts';
import type { PostgresDatabase } from '../../service/platform/db/postgres/postgres-database.ts';
import type { PostgresDatabases } from '../../service/platform/db/postgres/postgres-databases.ts';
import { SqliteDatabase } from '../../service/platform/db/sqlite-database.ts';
import { listStoredObjects } from '../../service/platform/files/bucket/object-queries.ts';
import { getDefaultDataDir } from '../../service/platform/files/app-paths.ts';
import { backupWorkFactor } from '../../service/workspaces/backups/encryption.ts';
import { writeVerifiedBackup } from '../../service/workspaces/backups/verify-backup.ts';
import { fillSearchIndex } from '../../service/workspaces/fill-search-index.ts';
import { withDatabase } from '../../service/workspaces/maintenance/copy-database.ts';
import { useAsPrivateCopy } from '../../service/workspaces/maintenance/maintenance-queries.ts';
import { migrations } from '../../service/workspaces/migrations.ts';
import {
  digestRows,
  listColumns,
  listCopiedTables,
  quoteName,
  readFileRows,
  readServerRows,
  requireSameRows,
  type CopiedTable,
  type TableDigest,
} from './copied-tables.ts';
import { createProgressPrinter, type ProgressPrinter } from './print-progress.ts';
import { explainBucketError, openBucket } from './open-bucket.ts';
import { openTeamDatabases } from './open-team-databases.ts';
import type { TeamOptions } from './serve-team.ts';
import { withStageFolder } from './stage-folder.ts';

type ExportOptions = {
  readonly orgId: string;
  /** The new file. */
  readonly output: string;
  readonly passphrase: string | null;
};

/** What a table of the organization contains, as a backup has it. */
type ExportedTable = { readonly table: CopiedTable; readonly digest: TableDigest };

/**
 * Runs `serve --export-organization`: writes a backup of an organization as it is at one moment, which the desktop application can
 * restore, and prints what it contains.
 */
export async function exportOrganization(
  { orgId, output, passphrase }: ExportOptions,
  options: TeamOptions,
): Promise<void> {
  const path = resolve(output);
  requireFree(path);
  const checkedPassphrase = checkPassphrase(passphrase);
  const databases = await openTeamDatabases(options.database);
  const directory = databases.openDirectory();
  const id = (await directory.findByOrganization(orgId))?.id;
  directory.close();
  if (id === undefined) {
    const detail = `The database has no organization with the ID ${JSON.stringify(orgId)}.`;
    throw new Problem('organization_not_found', detail);
  }
  const organizationsDir = join(options.dataDir ?? getDefaultDataDir(), 'organizations');
  const bucket = await openBucket(options.bucket, databases, { filesDir: organizationsDir });
  const progress = createProgressPrinter();
  const result = await withStageFolder(join(organizationsDir, '.export'), async (stageDir) => {
    const databasePath = join(stageDir, 'exported.db');
    const place = { id, dir: join(stageDir, 'index') };
    const exported = exportDatabase(databases, place, databasePath, progress);
    const workspaceDir = bucket ? join(stageDir, 'organization') : join(organizationsDir, id, 'workspaces', id);
    await bucket?.downloadFiles(databases.inspect(place, listStoredObjects), workspaceDir).catch((error: unknown) => {
      throw explainBucketError(error);
    });
    const backupStageDir = join(stageDir, 'backup');
    mkdirSync(backupStageDir, { mode: 0o700 });
    const verifiedPath = `${path}.verified`;
    const input = {
      path: verifiedPath,
      partPath: `${path}.part`,
      passphrase: checkedPassphrase,
      migrations,
      stageDir: backupStageDir,
      workspaceDir,
      databasePath,
      appVersion: readVersion(),
      workFactor: backupWorkFactor,
      createdAt: Date.now(),
    };
    try {
      const { missing_files } = await writeVerifiedBackup(input, progress.backup);
      // The database that was read from the backup again.
      withDatabase(join(backupStageDir, 'checked.db'), { readOnly: true }, (db) => requireSame(db, exported, progress));
      giveName(verifiedPath, path);
      return {
        org_id: orgId,
        file: path,
        rows: exported.reduce((sum, { digest }) => sum + digest.rows, 0),
        missing_files,
      };
    } finally {
      for (const unfinished of [input.partPath, verifiedPath]) rmSync(unfinished, { force: true });
    }
  });
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

function requireFree(path: string): void {
  if (existsSync(path))
    throw new Problem('backup_folder_unusable', `The file ${path} exists already: choose another name.`);
}

function checkPassphrase(passphrase: string | null): string | null {
  if (passphrase === null) return null;
  const { data, error } = newPassphraseSchema.safeParse(passphrase);
  if (data !== undefined) return data;
  throw new Problem('passphrase_wrong', `SWITCHBOARD_BACKUP_PASSPHRASE: ${error?.issues[0]?.message}`);
}

/** Never replaces another file, which can have been created meanwhile. Some file systems have no links. */
function giveName(from: string, path: string): void {
  try {
    linkSync(from, path);
  } catch {
    requireFree(path);
    renameSync(from, path);
  }
}

/** Writes the rows of an organization, as they are at one moment, to a database file of the latest version. */
function exportDatabase(
  databases: PostgresDatabases,
  place: { readonly id: string; readonly dir: string },
  path: string,
  progress: ProgressPrinter,
): readonly ExportedTable[] {
  return databases.inspect(place, (from) =>
    withDatabase(path, {}, (to) => {
      useAsPrivateCopy(to);
      migrate(
        to,
        path,
        migrations.filter(({ version }) => version <= from.schemaVersion),
      );
      const copied = withoutTriggers(to, () =>
        to.transaction(() =>
          from.snapshot(() => listExportedTables(to).map((table) => exportTable(from, to, table, progress))),
        ),
      );
      requireSame(to, copied, progress);
      migrate(to, path, migrations);
      rebuildCallCounts(to);
      fillSearchIndex(to);
      return listExportedTables(to).map((table) => ({ table, digest: readDigest(to, table, progress) }));
    }),
  );
}

/** A backup contains no response that could be sent again, and no invitation that could be accepted. */
const listExportedTables = (db: SqliteDatabase) =>
  listCopiedTables(db).filter(({ name }) => name !== 'idempotency_record' && name !== 'invitation');

function withoutTriggers<Result>(db: SqliteDatabase, run: () => Result): Result {
  const triggers = db.all<{ readonly name: string; readonly sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid`,
  );
  for (const { name } of triggers) db.execute(`DROP TRIGGER ${quoteName(name)}`);
  const result = run();
  for (const { sql } of triggers) db.execute(sql);
  return result;
}

function exportTable(
  from: PostgresDatabase,
  to: SqliteDatabase,
  table: CopiedTable,
  progress: ProgressPrinter,
): ExportedTable {
  const { name, columns, keepsIds, rowId } = table;
  to.execute(`DELETE FROM ${quoteName(name)}`);
  const insert = `INSERT INTO ${quoteName(name)} (${listColumns(table)}) VALUES (${columns.map(() => '?').join(', ')})`;
  const store = (row: Row) => to.run(insert, ...columns.map((column) => row[column] as SqlValue)); // every value is one
  const rows = withoutSecrets(table, readServerRows(from, table));
  const count = (done: number) => progress.rows(`Exporting ${name}`, done);
  const digest = digestRows(callEach(rows, store), table, count);
  if (keepsIds && rowId !== null) {
    const sequence = from.get<{ readonly sequence: string }>(
      `SELECT pg_get_serial_sequence('${quoteName(name)}', '${rowId}') AS sequence`,
    )?.sequence;
    const last = from.get<{ readonly last: number }>(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequence}`,
    )?.last;
    to.run('DELETE FROM sqlite_sequence WHERE name = ?', name);
    to.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', name, last ?? 0);
  }
  return { table, digest };
}

function* callEach(rows: Iterable<Row>, call: (row: Row) => void): Generator<Row> {
  for (const row of rows) {
    call(row);
    yield row;
  }
}

/** A backup contains no hash of an API key. */
function* withoutSecrets({ name }: CopiedTable, rows: Iterable<Row>): Generator<Row> {
  for (const row of rows) yield name === 'api_key' ? { ...row, sha256: row['key_id'] } : row;
}

/** Throws unless the database has the exported rows. */
function requireSame(db: SqliteDatabase, exported: readonly ExportedTable[], progress: ProgressPrinter): void {
  for (const { table, digest } of exported) requireSameRows(table, digest, readDigest(db, table, progress));
}

function readDigest(db: SqliteDatabase, table: CopiedTable, progress: ProgressPrinter): TableDigest {
  return digestRows(readFileRows(db, table), table, (done) => progress.rows(`Comparing ${table.name}`, done));
}
