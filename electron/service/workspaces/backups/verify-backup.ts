import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { isActivityIntact } from '../../features/activity/verify-activity.ts';
import { SqliteDatabase } from '../../platform/db/sqlite-database.ts';
import { migrate, type Migration } from '../../platform/db/migrate.ts';
import { inspectDatabase } from '../../platform/db/open-database.ts';
import { checkIntegrity } from '../maintenance/maintenance-queries.ts';
import { getWorkspaceRow } from '../workspace-queries.ts';
import {
  createInvalidProblem,
  createProgressCounter,
  damagedDetail,
  describeForeignValue,
  type OpenInput,
  type ReportProgress,
  type WriteInput,
} from './backup-protocol.ts';
import { writeBackup } from './write-backup.ts';
import { databaseName, sumSizes, toSummary, type BackupEntry, type BackupManifest } from './backup-manifest.ts';
import { openBackup } from './read-backup.ts';
import { countContent, describeSchema, listExpectedFiles } from './backup-queries.ts';
import { findForeignValue } from './stored-value-queries.ts';

/** Writes a backup and reads it again. Throws the problems of `writeBackup`, and `backup_invalid` if it was damaged meanwhile. */
export async function writeVerifiedBackup(input: WriteInput, report: ReportProgress): Promise<BackupSummary> {
  await writeBackup(input, report);
  try {
    return await verifyBackup(input, report);
  } catch (error) {
    rmSync(input.path, { force: true });
    if (!(error instanceof Problem && error.code === 'backup_invalid')) throw error;
    const detail = 'The backup was damaged while it was written, and was deleted. Check the disk of its folder.';
    throw new Problem('backup_invalid', detail, { cause: error });
  }
}

/** Reads a whole backup, and checks its database completely. Throws the problems of `openBackup`. */
export async function verifyBackup(input: OpenInput, report: ReportProgress): Promise<BackupSummary> {
  const databasePath = join(input.stageDir, 'checked.db');
  report({ step: 'verifying', done_bytes: 0, total_bytes: 0 });
  const { manifest, readEntries, close } = await openBackup(input);
  try {
    const count = createProgressCounter(report, 'verifying', sumSizes(manifest.entries));
    await readEntries(({ name }) => (name === databaseName ? databasePath : null), count);
  } finally {
    close();
  }
  checkBackupDatabase(databasePath, manifest, input.migrations);
  return toSummary(manifest);
}

const changedActivityDetail =
  'The activity log in this backup was changed after the backup was made. Choose another backup.';

/**
 * Checks the database of a backup completely: its pages and indexes, every value, and that it is the workspace that the manifest
 * describes, with the same files, and with its activity intact if the manifest says so.
 * Throws Problem `backup_invalid`.
 */
export function checkBackupDatabase(path: string, manifest: BackupManifest, migrations: readonly Migration[]): void {
  try {
    inspectDatabase(path, migrations, (db) => {
      const { damage, damagedIndexes } = checkIntegrity(db);
      if (damage !== null || damagedIndexes.length > 0) throw createInvalidProblem(damagedDetail);
      if (!hasKnownSchema(db, manifest.schema_version, migrations)) throw createInvalidProblem(foreignSchemaDetail);
      checkValues(db);
      const facts = { ...countContent(db), workspace_id: getWorkspaceRow(db).workspace_id };
      const expected = { ...manifest.counts, workspace_id: manifest.workspace_id };
      if (JSON.stringify(facts) !== JSON.stringify(expected)) throw createInvalidProblem(damagedDetail);
      if (manifest.is_activity_intact && !isActivityIntact(db)) throw createInvalidProblem(changedActivityDetail);
      checkFiles(db, manifest);
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'backup_invalid') throw error;
    const reason = error instanceof Problem ? error.message.split('. ')[0] : 'Its database cannot be read';
    throw createInvalidProblem(`This backup cannot be used. ${reason}.`, error);
  }
}

/** A value of another program can be one that no view can show, or become the path of another file. */
function checkValues(db: SqliteDatabase): void {
  const place = findForeignValue(db);
  if (place !== null)
    throw createInvalidProblem(`This backup cannot be used. ${describeForeignValue(place)}. Choose another backup.`);
}

const toKey = ({ name, size_bytes, sha256 }: BackupEntry) => `${name} ${size_bytes} ${sha256}`;

/** A backup contains exactly the files of its database, except those that it lists as missing. */
function checkFiles(db: SqliteDatabase, { entries, missing }: BackupManifest): void {
  const missingNames = new Set(missing);
  const expected = listExpectedFiles(db).filter(({ name }) => !missingNames.has(name));
  const contained = new Set(entries.filter(({ name }) => name !== databaseName).map(toKey));
  if (expected.length !== contained.size || !expected.every((file) => contained.has(toKey(file))))
    throw createInvalidProblem(damagedDetail);
}

const foreignSchemaDetail = 'The database in this backup was not written by Switchboard. Choose another backup.';

/**
 * Returns whether a database has exactly the schema of a version. One with other tables, or with other triggers, which would run
 * while it is used, was not written by Switchboard.
 */
export function hasKnownSchema(db: SqliteDatabase, version: number, migrations: readonly Migration[]): boolean {
  const reference = new SqliteDatabase(':memory:');
  try {
    migrate(
      reference,
      ':memory:',
      migrations.filter((migration) => migration.version <= version),
    );
    return db.schemaVersion === version && describeSchema(db) === describeSchema(reference);
  } finally {
    reference.close();
  }
}
