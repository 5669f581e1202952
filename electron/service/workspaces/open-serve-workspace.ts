import type { Role } from '../../../shared/roles.ts';
import type { Context } from '../platform/context.ts';
import { createApiKey } from '../features/api-keys/create-api-key.ts';
import { hasApiKeys } from '../features/api-keys/api-key-queries.ts';
import type { WorkspaceManager } from './workspace-manager.ts';
import type { OpenWorkspace } from './open-workspace.ts';

export type ServeCredentials = {
  readonly org_id: string;
  readonly keys?: { readonly [role in Role]?: string };
};

const demoKeyName = 'Demo, from the command line';

/**
 * Opens the data folder's workspace, or makes one. A demo gives fresh keys for the three roles at every start and takes
 * back those of the start before; another workspace gives one admin key the first time, and none afterwards.
 */
export async function openServeWorkspace(
  house: WorkspaceManager,
  context: Context,
  isDemo: boolean,
): Promise<ServeCredentials> {
  const workspace = await openOrCreateWorkspace(house, isDemo);
  const { db, orgId } = workspace;
  const make = (role: Role, name: string) => createApiKey(db, context, { orgId, role, name }).secret;
  if (isDemo) {
    const keys = db.transaction(() => {
      workspace.services.apiKeys.revokeByName(orgId, demoKeyName);
      return {
        admin: make('admin', demoKeyName),
        manager: make('manager', demoKeyName),
        viewer: make('viewer', demoKeyName),
      };
    });
    return { org_id: orgId, keys };
  }
  if (hasApiKeys(db, orgId)) return { org_id: orgId };
  return { org_id: orgId, keys: { admin: make('admin', 'First key') } };
}

async function openOrCreateWorkspace(house: WorkspaceManager, isDemo: boolean): Promise<OpenWorkspace> {
  const kind = isDemo ? 'demo' : 'local';
  if (house.current?.kind !== kind) {
    const found = house.list().find((workspace) => workspace.kind === kind && workspace.error === null);
    if (found) await house.open(found.workspace_id);
    else {
      await house.create(
        isDemo ? { kind: 'demo' } : { kind: 'local', name: 'My organization', industry: '', email: '' },
      );
      // A new demo answers questions from its first request on; what an earlier run left half read may take its time.
      await house.current?.services.knowledge.whenIdle();
    }
  }
  if (!house.current) throw new Error('A workspace that was opened is not open.');
  return house.current;
}
