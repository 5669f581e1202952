import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/problems.ts';
import { formatTimestamp } from '../../../shared/timestamp.ts';
import type { Workspace } from '../../../shared/workspaces.ts';
import type { Database } from '../platform/db/database.ts';
import { inspectDatabase } from '../platform/db/open-database.ts';
import { databaseFile, type OpenWorkspace } from './open-workspace.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** Returns a workspace as the list shows it. If it cannot be opened, `error` is the reason. */
export function describeWorkspace(id: string, dir: string, current: OpenWorkspace | undefined): Workspace {
  const path = join(dir, databaseFile);
  const read = (db: Database): Workspace => {
    const { name, kind, created_at } = getWorkspaceRow(db);
    return { workspace_id: id, name, kind, created_at: formatTimestamp(created_at), error: null };
  };
  try {
    return current?.id === id ? read(current.db) : inspectDatabase(path, read);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const created_at = statSync(dir).birthtime.toISOString();
    return { workspace_id: id, name: id, kind: 'local', created_at, error: error.message };
  }
}
