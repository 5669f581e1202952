import { Problem } from '../../../shared/contract/problems.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import type { Workspace } from '../../../shared/workspaces/workspaces.ts';
import { hasApiKeys } from '../features/api-keys/api-key-queries.ts';
import { createApiKey } from '../features/api-keys/api-keys.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { WorkspaceManager } from './workspace-manager.ts';

export type ServeCredentials = {
  readonly workspace_id: string;
  readonly org_id: string;
  readonly keys?: { readonly [role in Role]?: string };
};

const demoKeyName = 'Demo (command line)';

/**
 * Opens the workspace of the data folder, or creates one. A demo gets new keys for the three roles at every start, and the
 * keys of the previous start are revoked. Another workspace gets one admin key at the first start.
 */
export async function openServeWorkspace(
  workspaces: WorkspaceManager,
  { demo: isDemo, name = 'My organization' }: { readonly demo: boolean; readonly name?: string },
): Promise<ServeCredentials> {
  const { id, db, orgId, context, services } = await openOrCreateWorkspace(workspaces, isDemo, name);
  const createKey = (role: Role, keyName: string) => createApiKey(db, context, { orgId, role, name: keyName }).secret;
  if (isDemo) {
    const keys = db.transaction(() => {
      services.apiKeys.revokeByName(orgId, demoKeyName);
      return {
        admin: createKey('admin', demoKeyName),
        manager: createKey('manager', demoKeyName),
        viewer: createKey('viewer', demoKeyName),
      };
    });
    return { workspace_id: id, org_id: orgId, keys };
  }
  if (hasApiKeys(db, orgId)) return { workspace_id: id, org_id: orgId };
  return { workspace_id: id, org_id: orgId, keys: { admin: createKey('admin', 'First key') } };
}

async function openOrCreateWorkspace(
  workspaces: WorkspaceManager,
  isDemo: boolean,
  name: string,
): Promise<OpenWorkspace> {
  const kind = isDemo ? 'demo' : 'local';
  if (workspaces.current?.kind !== kind) {
    const existing = findWorkspace(workspaces, kind);
    if (existing) await openExisting(workspaces, existing);
    else {
      await workspaces.create(isDemo ? { kind: 'demo' } : { kind: 'local', name, industry: '', email: '' });
      // A new demo can answer from its documents with its first request. Documents of an earlier run are not awaited.
      await workspaces.current?.services.knowledge.whenIdle();
    }
  }
  return workspaces.requireCurrent();
}

/**
 * Returns the workspace to serve: the one that was open last, or else the first one that can be opened. Returns one that
 * cannot be opened rather than none, because a new workspace must not take the place of a damaged one. Throws Problem
 * `workspace_unusable` if the folder of the last one is gone, such as on a disk that is not connected.
 */
function findWorkspace(workspaces: WorkspaceManager, kind: Workspace['kind']): Workspace | undefined {
  const { lastId } = workspaces;
  if (lastId && !workspaces.hasFolder(lastId)) {
    const detail =
      `The folder of the workspace ${lastId}, which was open last, is missing from the data folder. ` +
      'No workspace was created: put the folder back, or choose another data folder with --data.';
    throw new Problem('workspace_unusable', detail);
  }
  const candidates = workspaces.list().filter((workspace) => workspace.kind === kind);
  return (
    candidates.find(({ workspace_id }) => workspace_id === lastId) ??
    candidates.find(({ error }) => error === null) ??
    candidates[0]
  );
}

async function openExisting(workspaces: WorkspaceManager, { workspace_id, name, error }: Workspace): Promise<void> {
  try {
    if (error !== null) throw new Problem('workspace_unusable', error);
    await workspaces.open(workspace_id);
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    const reason = cause.message.replace(/^It/, 'it');
    const detail = `The workspace “${name}” (${workspace_id}) was neither opened nor replaced: ${reason}`;
    throw new Problem(cause.code, detail, { cause });
  }
}
