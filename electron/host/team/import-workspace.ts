import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import { isActivityIntact } from '../../service/features/activity/verify-activity.ts';
import { createApiKey } from '../../service/features/api-keys/api-keys.ts';
import { areCallCountsCurrent, rebuildCallCounts } from '../../service/features/insights/insight-queries.ts';
import { generateId } from '../../service/platform/context.ts';
import type { Directory } from '../../service/platform/db/postgres/directory.ts';
import type { PostgresDatabase } from '../../service/platform/db/postgres/postgres-database.ts';
import { SqliteDatabase } from '../../service/platform/db/sqlite-database.ts';
import { databaseFile } from '../../service/platform/db/workspace-databases.ts';
import { insertObject } from '../../service/platform/files/bucket/object-queries.ts';
import { getDefaultDataDir } from '../../service/platform/files/app-paths.ts';
import { syncFolder } from '../../service/platform/files/sync-file.ts';
import { makeWorkspaceLocal } from '../../service/workspaces/change-link-queries.ts';
import { getWorkspaceRow } from '../../service/workspaces/workspace-queries.ts';
import { isWorkspaceId } from '../../service/workspaces/workspace-folders.ts';
import {
  DigestCounter,
  digestRows,
  listColumns,
  listCopiedTables,
  quoteName,
  readFileRows,
  readServerRows,
  requireSameRows,
  type CopiedTable,
} from './copied-tables.ts';
import { joinEqualTexts } from './join-equal-texts.ts';
import { createProgressPrinter, type ProgressPrinter } from './print-progress.ts';
import { explainBucketError, openBucket } from './open-bucket.ts';
import { openTeamDatabases } from './open-team-databases.ts';
import type { TeamOptions } from './serve-team.ts';
import { withStageFolder } from './stage-folder.ts';
import { openWorkspaceSource, type WorkspaceSource } from './workspace-source.ts';

/** Marks the folder of an organization until its rows are stored: the next attempt deletes it. */
const unfinishedFile = 'unfinished-import';

/**
 * Runs `serve --import-workspace`: stores a workspace as an organization of the database, with all rows and files, and prints what
 * was stored. Without an API key that works, it gets one, which is printed once.
 */
export async function importWorkspace(path: string, passphrase: string | null, options: TeamOptions): Promise<void> {
  const databases = await openTeamDatabases(options.database);
  const directory = databases.openDirectory();
  const source = await openWorkspaceSource(path, passphrase);
  try {
    await requireImportable(source, directory);
    const { workspaceId } = source;
    const organizationsDir = join(options.dataDir ?? getDefaultDataDir(), 'organizations');
    const bucket = await openBucket(options.bucket, databases, { filesDir: organizationsDir });
    const progress = createProgressPrinter();
    const result = await withStageFolder(join(organizationsDir, '.import'), async (stageDir) => {
      const stagedDir = join(stageDir, 'organization');
      const workspaceDir = join(stagedDir, 'workspaces', workspaceId);
      mkdirSync(workspaceDir, { recursive: true, mode: 0o700 });
      const missingFiles = await source.stage({ stageDir, workspaceDir, progress });
      const databasePath = join(stageDir, databaseFile);
      renameSync(join(workspaceDir, databaseFile), databasePath);
      const { orgId, secret } = await prepareDatabase(databasePath, directory);
      // Objects that no row names are deleted when the organization is first opened.
      const objects = await bucket?.uploadFiles(workspaceId, workspaceDir);
      const organizationDir = objects ? stagedDir : join(organizationsDir, workspaceId);
      if (!objects) publishFolder(stagedDir, organizationDir);
      try {
        const place = { id: workspaceId, dir: join(organizationDir, 'workspaces', workspaceId) };
        const rows = databases.create(place, (db) => {
          for (const object of objects ?? []) insertObject(db, object, 'stored');
          return copyDatabase(databasePath, db, progress);
        });
        rmSync(join(organizationDir, unfinishedFile), { force: true });
        return {
          org_id: orgId,
          ...(secret !== null && { keys: { admin: secret } }),
          rows,
          missing_files: missingFiles,
        };
      } catch (error) {
        rmSync(organizationDir, { recursive: true, force: true });
        throw error;
      }
    });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } catch (error) {
    throw explainBucketError(error);
  } finally {
    source.close();
    directory.close();
  }
}

async function requireImportable({ workspaceId, kind }: WorkspaceSource, directory: Directory): Promise<void> {
  if (kind === 'linked')
    throw new Problem(
      'not_linkable',
      'This workspace is linked to a remote, and a team server has no linked workspaces: unlink it in Switchboard, then import it.',
    );
  if (!isWorkspaceId(workspaceId)) throw new Problem('backup_invalid', 'This is not a workspace of Switchboard.');
  if (await directory.findById(workspaceId))
    throw createExistsProblem('This workspace was already imported into the database.');
}

const createExistsProblem = (detail: string) => new Problem('workspace_unusable', `${detail} Nothing was changed.`);

/** Prepares the copied database for the team server. Throws Problem if an organization there has its ID or one of its API keys. */
async function prepareDatabase(
  path: string,
  directory: Directory,
): Promise<{ readonly orgId: string; readonly secret: string | null }> {
  const db = new SqliteDatabase(path);
  try {
    const { org_id: orgId } = getWorkspaceRow(db);
    if (await directory.findByOrganization(orgId))
      throw createExistsProblem(`The database already has an organization with the ID ${orgId}.`);
    const keys = db.all<{ readonly sha256: string }>('SELECT sha256 FROM api_key WHERE revoked_at IS NULL');
    for (const { sha256 } of keys)
      if (await directory.findByKey(sha256))
        throw createExistsProblem('Another organization of the database has an API key of this workspace.');
    makeWorkspaceLocal(db);
    joinEqualTexts(db);
    const context = { newId: generateId, now: Date.now, randomBytes };
    if (keys.length > 0) return { orgId, secret: null };
    return { orgId, secret: createApiKey(db, context, { orgId, role: 'admin', name: 'First key' }).secret };
  } finally {
    db.close();
  }
}

/** Gives the staged folder its name. A folder that an interrupted import left is deleted. */
function publishFolder(stagedDir: string, organizationDir: string): void {
  writeFileSync(join(stagedDir, unfinishedFile), '');
  if (existsSync(organizationDir)) {
    if (!existsSync(join(organizationDir, unfinishedFile)))
      throw createExistsProblem(`The folder ${organizationDir} belongs to another organization.`);
    rmSync(organizationDir, { recursive: true });
  }
  renameSync(stagedDir, organizationDir);
  syncFolder(join(organizationDir, '..'));
}

/** Copies all rows and compares them. Returns their number. */
function copyDatabase(path: string, to: PostgresDatabase, progress: ProgressPrinter): number {
  const from = new SqliteDatabase(path, { readOnly: true });
  try {
    const wasIntact = isActivityIntact(from);
    const tables = listCopiedTables(from);
    const workspaceTables = ['workspace', 'api_key', 'invitation'];
    // Triggers that keep the directory of the database stay enabled.
    const quiet = tables.filter(({ name }) => !workspaceTables.includes(name)).map(({ name }) => quoteName(name));
    for (const name of quiet) to.execute(`ALTER TABLE ${name} DISABLE TRIGGER USER; DELETE FROM ${name}`);
    let rows = 0;
    for (const table of tables) rows += copyTable(from, to, table, progress);
    for (const name of quiet) to.execute(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    rebuildCallCounts(to);
    for (const { name } of tables) to.execute(`ANALYZE ${quoteName(name)}`);
    if (!areCallCountsCurrent(to) || isActivityIntact(to) !== wasIntact)
      throw new Problem('workspace_unusable', 'The copy differs from the workspace. Nothing was stored. Try again.');
    return rows;
  } finally {
    from.close();
  }
}

function copyTable(from: SqliteDatabase, to: PostgresDatabase, table: CopiedTable, progress: ProgressPrinter): number {
  const source = new DigestCounter();
  const report = (label: string) => (done: number) => progress.rows(`${label} ${table.name}`, done);
  to.copyIn(
    `${quoteName(table.name)} (${listColumns(table)})`,
    source.count(readFileRows(from, table), table, report('Storing')),
  );
  requireSameRows(table, source.digest, digestRows(readServerRows(to, table), table, report('Comparing')));
  if (table.rowId !== null) continueIds(from, to, table, table.rowId);
  return source.digest.rows;
}

/** New rows get ids after all that were ever used. */
function continueIds(from: SqliteDatabase, to: PostgresDatabase, { name, keepsIds }: CopiedTable, rowId: string): void {
  const sql = keepsIds
    ? `SELECT seq AS last FROM sqlite_sequence WHERE name = '${name}'`
    : `SELECT max(${quoteName(rowId)}) AS last FROM ${quoteName(name)}`;
  const last = from.get<{ readonly last: number | null }>(sql)?.last ?? 0;
  const sequence = `pg_get_serial_sequence('${quoteName(name)}', '${rowId}')`;
  to.get(`SELECT setval(${sequence}, ${Math.max(last, 1)}, ${last > 0})`);
}
