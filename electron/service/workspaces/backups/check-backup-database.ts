import { Problem } from '../../../../shared/contract/problems.ts';
import { isActivityIntact } from '../../features/activity/verify-activity.ts';
import { Database } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { migrations } from '../../platform/db/migrations.ts';
import { inspectDatabase, readSchemaVersion } from '../../platform/db/open-database.ts';
import { checkIntegrity } from '../maintenance/maintenance-queries.ts';
import { getWorkspaceRow } from '../workspace-queries.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { createInvalidProblem, damagedDetail } from './backup-problems.ts';
import { countContent, describeSchema } from './backup-queries.ts';

const changedActivityDetail =
  'The activity log in this backup was changed after the backup was made. Choose another backup.';

/**
 * Checks the database of a backup completely: its pages and indexes, and that it is the workspace that the manifest describes,
 * with its activity intact if the manifest says so.
 * Throws Problem `backup_invalid`.
 */
export function checkBackupDatabase(path: string, manifest: BackupManifest): void {
  try {
    inspectDatabase(path, (db) => {
      const { damage, damagedIndexes } = checkIntegrity(db);
      if (damage !== null || damagedIndexes.length > 0) throw createInvalidProblem(damagedDetail);
      checkSchema(db, manifest);
      const facts = { ...countContent(db), workspace_id: getWorkspaceRow(db).workspace_id };
      const expected = { ...manifest.counts, workspace_id: manifest.workspace_id };
      if (JSON.stringify(facts) !== JSON.stringify(expected)) throw createInvalidProblem(damagedDetail);
      if (manifest.is_activity_intact && !isActivityIntact(db)) throw createInvalidProblem(changedActivityDetail);
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'backup_invalid') throw error;
    const reason = error instanceof Problem ? error.message.split('. ')[0] : 'Its database cannot be read';
    throw createInvalidProblem(`This backup cannot be used. ${reason}.`, error);
  }
}

/** A database with other tables, or with other triggers, which would run while it is used, was not written by Switchboard. */
function checkSchema(db: Database, { schema_version }: BackupManifest): void {
  const reference = new Database(':memory:');
  try {
    migrate(reference, ':memory:', migrations.slice(0, schema_version));
    const hasExpectedSchema =
      readSchemaVersion(db) === schema_version && describeSchema(db) === describeSchema(reference);
    if (!hasExpectedSchema)
      throw createInvalidProblem('The database in this backup was not written by Switchboard. Choose another backup.');
  } finally {
    reference.close();
  }
}
