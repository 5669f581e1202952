import type { Role } from '../../../shared/roles.ts';
import { hasApiKeys } from '../features/api-keys/api-key-queries.ts';
import { createApiKey } from '../features/api-keys/create-api-key.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

export type ServeCredentials = {
  readonly org_id: string;
  readonly keys?: { readonly [role in Role]?: string };
};

const demoKeyName = 'Demo (command line)';

/** The name that earlier versions gave to these keys. */
const oldDemoKeyName = 'Demo, from the command line';

/**
 * Opens the workspace of the data folder, or creates one. A demo gets new keys for the three roles at every start, and the
 * keys of the previous start are revoked. Another workspace gets one admin key at the first start.
 */
export async function openServeWorkspace(workspaces: WorkspaceManager, isDemo: boolean): Promise<ServeCredentials> {
  const { db, orgId, context, services } = await openOrCreateWorkspace(workspaces, isDemo);
  const createKey = (role: Role, name: string) => createApiKey(db, context, { orgId, role, name }).secret;
  if (isDemo) {
    const keys = db.transaction(() => {
      for (const name of [demoKeyName, oldDemoKeyName]) services.apiKeys.revokeByName(orgId, name);
      return {
        admin: createKey('admin', demoKeyName),
        manager: createKey('manager', demoKeyName),
        viewer: createKey('viewer', demoKeyName),
      };
    });
    return { org_id: orgId, keys };
  }
  if (hasApiKeys(db, orgId)) return { org_id: orgId };
  return { org_id: orgId, keys: { admin: createKey('admin', 'First key') } };
}

async function openOrCreateWorkspace(workspaces: WorkspaceManager, isDemo: boolean): Promise<OpenWorkspace> {
  const kind = isDemo ? 'demo' : 'local';
  if (workspaces.current?.kind !== kind) {
    const existing = workspaces.list().find((workspace) => workspace.kind === kind && workspace.error === null);
    if (existing) await workspaces.open(existing.workspace_id);
    else {
      await workspaces.create(
        isDemo ? { kind: 'demo' } : { kind: 'local', name: 'My organization', industry: '', email: '' },
      );
      // A new demo can answer from its documents with its first request. Documents of an earlier run are not awaited.
      await workspaces.current?.services.knowledge.whenIdle();
    }
  }
  return workspaces.requireCurrent();
}
