import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/problems.ts';
import type { Workspace } from '../../../shared/workspaces.ts';
import { openDatabase } from '../db/open-database.ts';
import { databaseFile, type OpenWorkspace } from './open-workspace.ts';
import { findWorkspace, type WorkspaceRow } from './queries.ts';

/** A workspace as the list shows it; one that cannot be opened says why in `trouble`. */
export function describeWorkspace(id: string, dir: string, current: OpenWorkspace | undefined): Workspace {
  const size_bytes = folderSize(dir);
  try {
    const row = current?.id === id ? findWorkspace(current.db) : readClosed(dir);
    const { name, kind, created_at } = row;
    return { workspace_id: id, name, kind, created_at: new Date(created_at).toISOString(), size_bytes, trouble: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const created_at = statSync(dir).birthtime.toISOString();
    return { workspace_id: id, name: id, kind: 'local', created_at, size_bytes, trouble: error.message };
  }
}

function readClosed(dir: string): WorkspaceRow {
  const db = openDatabase(join(dir, databaseFile));
  try {
    return findWorkspace(db);
  } finally {
    db.close();
  }
}

function folderSize(dir: string): number {
  let size = 0;
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) size += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return size;
}
