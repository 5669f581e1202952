import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Problem } from '../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../shared/contract/timestamp.ts';
import { workspaceSchema, type Workspace } from '../../../shared/workspaces/workspaces.ts';
import { findConnection } from '../features/connection/connection-queries.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import type { Migration } from '../platform/db/migrate.ts';
import { hasLatestSchema } from '../platform/db/open-database.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

/** Returns a workspace as the list shows it. If it cannot be opened, `error` is the reason. */
export function describeWorkspace(
  id: string,
  dir: string,
  current: OpenWorkspace | undefined,
  { databases, migrations }: Pick<Context, 'databases' | 'migrations'>,
): Workspace {
  const read = (db: Database) => describe(db, migrations);
  const is_read_only = current?.id === id && current.db.isReadOnly;
  try {
    const description = current?.id === id ? read(current.db) : databases.inspect({ id, dir }, read);
    return { workspace_id: id, ...description, error: null, is_read_only };
  } catch (error) {
    const reason = error instanceof Problem ? error.message : 'Its database cannot be read.';
    const label = readLabel(dir) ?? createLabel(id, dir);
    return { workspace_id: id, ...label, remote_host: null, error: reason, is_readable: false, is_read_only };
  }
}

function describe(
  db: Database,
  migrations: readonly Migration[],
): WorkspaceLabel & Pick<Workspace, 'remote_host' | 'is_readable'> {
  const { name, kind, created_at } = getWorkspaceRow(db);
  const baseUrl = kind === 'linked' ? findConnection(db)?.settings.base_url : undefined;
  const remote_host = baseUrl === undefined ? null : new URL(baseUrl).host;
  const is_readable = hasLatestSchema(db, migrations);
  return { name, kind, created_at: formatTimestamp(created_at), remote_host, is_readable };
}

function createLabel(id: string, dir: string): WorkspaceLabel {
  return { name: id, kind: 'local', created_at: statSync(dir).birthtime.toISOString() };
}

const labelSchema = workspaceSchema.pick({ name: true, kind: true, created_at: true });

/** What the list of workspaces shows. */
type WorkspaceLabel = z.infer<typeof labelSchema>;

const labelFile = 'workspace.json';

/** Returns the copy of a workspace's label that is kept beside its database, for when the database cannot be read. */
function readLabel(dir: string): WorkspaceLabel | undefined {
  try {
    return labelSchema.parse(JSON.parse(readFileSync(join(dir, labelFile), 'utf8')));
  } catch {
    return undefined; // missing, or damaged like the database
  }
}

/** Stores the copy, unless it is the same already. */
export function writeLabel(dir: string, { name, kind, created_at }: Workspace | WorkspaceLabel): void {
  const label: WorkspaceLabel = { name, kind, created_at };
  if (JSON.stringify(readLabel(dir)) === JSON.stringify(label)) return;
  const temporaryPath = join(dir, `.${labelFile}`);
  writeFileSync(temporaryPath, JSON.stringify(label), { mode: 0o600 });
  renameSync(temporaryPath, join(dir, labelFile));
}
