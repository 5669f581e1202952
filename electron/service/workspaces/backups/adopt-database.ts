import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { insertActivity } from '../../features/activity/activity-queries.ts';
import { listActiveApiKeys, revokeApiKey } from '../../features/api-keys/api-key-queries.ts';
import type { Database } from '../../platform/db/database.ts';
import { removeMigrationBackups } from '../../platform/db/migration-backups.ts';
import { openDatabase } from '../../platform/db/open-database.ts';
import { windowActor } from '../../features/activity/create-audit-log.ts';
import { askAboutRestoredItems } from '../restored-outbox-queries.ts';
import { setWorkspaceIdentity } from './backup-queries.ts';

type NewIdentity = {
  readonly id: string;
  readonly name: string;
  readonly restoredAt: number;
  readonly requestId: string;
};

/**
 * Migrates the database of a backup and makes it that of a new workspace: with an id and a name of its own, without the API
 * keys of the original, whose secrets a backup does not contain. The activity continues with what was done here.
 */
export function adoptDatabase(path: string, identity: NewIdentity): void {
  const db = openDatabase(path);
  try {
    db.transaction(() => {
      setWorkspaceIdentity(db, identity);
      askAboutRestoredItems(db);
      record(db, identity, appRoutes.restoreBackup, { id: identity.id, label: identity.name });
      for (const { key_id, org_id, name } of listActiveApiKeys(db)) {
        revokeApiKey(db, org_id, key_id, identity.restoredAt);
        record(db, identity, v1Routes.revokeApiKey, { id: key_id, label: name });
      }
    });
    removeMigrationBackups(db);
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
