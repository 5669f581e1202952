import { join } from 'node:path';
import type { ConnectionSettings } from '../../../shared/workspaces/connection.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { NewWorkspace } from '../../../shared/workspaces/workspaces.ts';
import { checkSettings } from '../features/connection/workspace-connection.ts';
import { findConnection } from '../features/connection/connection-queries.ts';
import { inspectDatabase } from '../platform/db/open-database.ts';
import { databaseFile } from './open-workspace.ts';
import { getWorkspaceRow } from './workspace-queries.ts';

type Address = Pick<ConnectionSettings, 'base_url' | 'org_id'>;

/** Returns the checked input of a new workspace. Throws Problem `connection_invalid` or `already_linked`. */
export function checkNewWorkspace(newWorkspace: NewWorkspace, dirs: readonly string[]): NewWorkspace {
  if (newWorkspace.kind !== 'linked') return newWorkspace;
  const { api_key, ...settings } = newWorkspace.connection;
  const checked = checkSettings(settings, '/connection/base_url');
  requireNotLinked(dirs, checked);
  return { ...newWorkspace, connection: { ...checked, api_key } };
}

/** Throws Problem `already_linked` if one of the folders has a workspace that is linked to the same organization. */
export function requireNotLinked(dirs: readonly string[], address: Address): void {
  for (const dir of dirs) {
    const name = findNameIfLinkedTo(dir, address);
    if (name === undefined) continue;
    const detail = `The workspace “${name}” is already linked to this organization. Open it instead.`;
    throw new Problem('already_linked', detail);
  }
}

function findNameIfLinkedTo(dir: string, { base_url, org_id }: Address): string | undefined {
  try {
    return inspectDatabase(join(dir, databaseFile), (db) => {
      const { name, kind } = getWorkspaceRow(db);
      // The table exists if the kind does.
      const settings = kind === 'linked' ? findConnection(db)?.settings : undefined;
      return settings?.base_url === base_url && settings.org_id === org_id ? name : undefined;
    });
  } catch {
    return undefined; // one that cannot be opened syncs nothing
  }
}
