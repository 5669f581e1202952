import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { revokeApiKey as revokeRoute } from '../../../../shared/organization/api-keys.ts';
import { restoreBackup as restoreRoute, type BackupSummary } from '../../../../shared/workspaces/backups.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { syncFolder } from '../../platform/files/sync-file.ts';
import { storeFirstChainHead } from '../../features/activity/chain-head-keeper.ts';
import { insertActivity } from '../../features/activity/activity-queries.ts';
import { listActiveApiKeys, revokeApiKey } from '../../features/api-keys/api-key-queries.ts';
import { removeInvitations } from '../../features/organizations/invitation-queries.ts';
import { rebuildNoteIndex } from '../../features/calls/call-index-queries.ts';
import { rebuildCallCounts } from '../../features/insights/insight-queries.ts';
import { rebuildChunkIndex } from '../../features/knowledge/document-text-queries.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeMigrationBackups, type Migration } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { windowActor } from '../../features/activity/create-audit-log.ts';
import { askAboutRestoredItems } from '../maintenance/maintenance-queries.ts';
import { contentFolders, databaseName, sumSizes, toSummary } from './backup-manifest.ts';
import { createProgressCounter, type ReportProgress, type RestoreInput, requireFreeSpace } from './backup-protocol.ts';
import { checkBackupDatabase } from './verify-backup.ts';
import { openBackup } from './read-backup.ts';
import { setWorkspaceIdentity } from './backup-queries.ts';

/** Restores a backup into the empty folder of a new workspace, and migrates its database. */
export async function restoreBackup(input: RestoreInput, report: ReportProgress): Promise<BackupSummary> {
  const { workspaceDir } = input;
  const databasePath = join(workspaceDir, databaseName);
  report({ step: 'extracting', done_bytes: 0, total_bytes: 0 });
  const { manifest, readEntries, close } = await openBackup(input);
  const contentBytes = sumSizes(manifest.entries);
  try {
    await requireFreeSpace(workspaceDir, contentBytes);
    for (const folder of contentFolders) mkdirSync(join(workspaceDir, folder), { mode: 0o700 });
    // The names of a manifest are safe below a folder.
    await readEntries(
      ({ name }) => join(workspaceDir, name),
      createProgressCounter(report, 'extracting', contentBytes),
    );
  } finally {
    close();
  }
  report({ step: 'checking', done_bytes: 0, total_bytes: 0 });
  checkBackupDatabase(databasePath, manifest, input.migrations);
  const { workspaceId: id, restoredAt, requestId } = input;
  const name = chooseName(manifest.name, input.takenNames, restoredAt);
  adoptDatabase(databasePath, input.migrations, { id, name, restoredAt, requestId });
  for (const folder of [...contentFolders, '.']) syncFolder(join(workspaceDir, folder));
  syncFolder(dirname(workspaceDir));
  return { ...toSummary(manifest), workspace_name: name };
}

/** Returns the name of the workspace, with the date if another workspace has it. */
function chooseName(name: string, takenNames: readonly string[], restoredAt: number): string {
  const date = new Date(restoredAt).toISOString().slice(0, 10);
  for (let attempt = 0; ; attempt++) {
    const suffix = attempt === 0 ? '' : ` (restored ${date}${attempt === 1 ? '' : `, ${attempt}`})`;
    const candidate = name.slice(0, limits.workspaceNameLength - suffix.length).trimEnd() + suffix;
    if (!takenNames.includes(candidate)) return candidate;
  }
}

type NewIdentity = {
  readonly id: string;
  readonly name: string;
  readonly restoredAt: number;
  readonly requestId: string;
};

/**
 * Migrates the database of a backup and makes it a new workspace's: with an id and a name of its own, without the API
 * keys of the original, whose secrets a backup does not contain. The activity continues with what was done here.
 */
function adoptDatabase(path: string, migrations: readonly Migration[], identity: NewIdentity): void {
  const db = openDatabase(path, migrations);
  try {
    db.transaction(() => {
      setWorkspaceIdentity(db, identity);
      askAboutRestoredItems(db);
      record(db, identity, restoreRoute, { id: identity.id, label: identity.name });
      removeInvitations(db); // another program can have written some
      for (const { key_id, org_id, name } of listActiveApiKeys(db)) {
        revokeApiKey(db, org_id, key_id, identity.restoredAt);
        record(db, identity, revokeRoute, { id: key_id, label: name });
      }
    });
    // Another program can have written texts without their words, and calls without their counts.
    rebuildChunkIndex(db);
    rebuildNoteIndex(db);
    rebuildCallCounts(db);
    removeMigrationBackups(db);
    storeFirstChainHead(db, dirname(path));
  } finally {
    db.close();
  }
}

function record(
  db: Database,
  { restoredAt, requestId }: NewIdentity,
  { id, status }: Pick<Route, 'id' | 'status'>,
  subject: { readonly id: string; readonly label: string },
): void {
  insertActivity(db, {
    ...windowActor,
    at: restoredAt,
    role: 'admin',
    operation: id,
    subject_id: subject.id,
    subject_label: subject.label,
    result: 'done',
    status,
    code: null,
    request_id: requestId,
  });
}
