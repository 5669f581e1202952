import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/problems.ts';
import { formatTimestamp } from '../../../shared/timestamp.ts';
import type { Workspace } from '../../../shared/workspaces.ts';
import type { Database } from '../platform/db/database.ts';
import { inspectDatabase } from '../platform/db/open-database.ts';
import { databaseFile, type OpenWorkspace } from './open-workspace.ts';
import { readLabel, type WorkspaceLabel } from './workspace-label.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** Returns a workspace as the list shows it. If it cannot be opened, `error` is the reason. */
export function describeWorkspace(id: string, dir: string, current: OpenWorkspace | undefined): Workspace {
  try {
    const label = current?.id === id ? readRow(current.db) : inspectDatabase(join(dir, databaseFile), readRow);
    return { workspace_id: id, ...label, error: null };
  } catch (error) {
    const reason = error instanceof Problem ? error.message : 'Its database cannot be read.';
    return { workspace_id: id, ...(readLabel(dir) ?? createLabel(id, dir)), error: reason };
  }
}

function readRow(db: Database): WorkspaceLabel {
  const { name, kind, created_at } = getWorkspaceRow(db);
  return { name, kind, created_at: formatTimestamp(created_at) };
}

function createLabel(id: string, dir: string): WorkspaceLabel {
  return { name: id, kind: 'local', created_at: statSync(dir).birthtime.toISOString() };
}
