import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../shared/contract/timestamp.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { findConnection } from '../features/connection/connection-queries.ts';
import type { Database } from '../platform/db/database.ts';
import { hasLatestSchema, inspectDatabase } from '../platform/db/open-database.ts';
import { databaseFile, type OpenWorkspace } from './open-workspace.ts';
import { readLabel, type WorkspaceLabel } from './workspace-label.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** Returns a workspace as the list shows it. If it cannot be opened, `error` is the reason. */
export function describeWorkspace(id: string, dir: string, current: OpenWorkspace | undefined): Workspace {
  const is_read_only = current?.id === id && current.db.isReadOnly;
  try {
    const description = current?.id === id ? describe(current.db) : inspectDatabase(join(dir, databaseFile), describe);
    return { workspace_id: id, ...description, error: null, is_read_only };
  } catch (error) {
    const reason = error instanceof Problem ? error.message : 'Its database cannot be read.';
    const label = readLabel(dir) ?? createLabel(id, dir);
    return { workspace_id: id, ...label, remote_host: null, error: reason, is_readable: false, is_read_only };
  }
}

function describe(db: Database): WorkspaceLabel & Pick<Workspace, 'remote_host' | 'is_readable'> {
  const { name, kind, created_at } = getWorkspaceRow(db);
  // An older schema has no table of connections, but no linked workspaces either.
  const baseUrl = kind === 'linked' ? findConnection(db)?.settings.base_url : undefined;
  const remote_host = baseUrl === undefined ? null : new URL(baseUrl).host;
  return { name, kind, created_at: formatTimestamp(created_at), remote_host, is_readable: hasLatestSchema(db) };
}

function createLabel(id: string, dir: string): WorkspaceLabel {
  return { name: id, kind: 'local', created_at: statSync(dir).birthtime.toISOString() };
}
