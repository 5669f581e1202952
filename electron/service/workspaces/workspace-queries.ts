import { Problem } from '../../../shared/contract/problems.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import type { Database } from '../platform/db/database.ts';

export type WorkspaceRow = {
  readonly workspace_id: string;
  readonly name: string;
  readonly kind: Workspace['kind'];
  readonly org_id: string;
  readonly created_at: number;
};

/** Returns the only row of the table `workspace`. Throws Problem `workspace_unusable` if it is missing. */
export function getWorkspaceRow(db: Database): WorkspaceRow {
  const row = db.get<WorkspaceRow>('SELECT * FROM workspace LIMIT 1');
  if (!row)
    throw new Problem('workspace_unusable', 'Its database is incomplete. Delete the workspace and create it again.');
  return row;
}

export function insertWorkspace(db: Database, row: WorkspaceRow): void {
  db.run(
    'INSERT INTO workspace (workspace_id, name, kind, org_id, created_at) VALUES (?, ?, ?, ?, ?)',
    row.workspace_id,
    row.name,
    row.kind,
    row.org_id,
    row.created_at,
  );
}

export function renameWorkspace(db: Database, name: string): void {
  db.run('UPDATE workspace SET name = ?', name);
}
