import { createDefinition } from '../../../shared/agents/agent-definition.ts';
import { basename } from 'node:path';
import type { ConnectionSettings } from '../../../shared/workspaces/connection.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { NewWorkspace } from '../../../shared/workspaces/workspaces.ts';
import { checkSettings } from '../features/connection/workspace-connection.ts';
import { findConnection, insertConnection } from '../features/connection/connection-queries.ts';
import { localPlan, setPlan } from '../features/billing/plan-queries.ts';
import { insertMember } from '../features/organizations/member-queries.ts';
import { createMemberId } from '../features/organizations/remote-organization.ts';
import { storeRemoteItem } from '../features/remote/remote-item-queries.ts';
import { insertOrganization } from '../features/organizations/organization-queries.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import type { WorkspaceDatabases } from '../platform/db/workspace-databases.ts';
import { createAgent, windowAuthor } from '../features/agents/agent-versions.ts';
import { fillSearchIndex } from './fill-search-index.ts';
import { getWorkspaceRow, insertWorkspace } from './workspace-queries.ts';

type Address = Pick<ConnectionSettings, 'base_url' | 'org_id'>;

/** Returns the checked input of a new workspace. Throws Problem `connection_invalid` or `already_linked`. */
export function checkNewWorkspace(
  newWorkspace: NewWorkspace,
  dirs: readonly string[],
  databases: WorkspaceDatabases,
): NewWorkspace {
  if (newWorkspace.kind !== 'linked') return newWorkspace;
  const { api_key, ...settings } = newWorkspace.connection;
  const checked = checkSettings(settings, '/connection/base_url');
  requireNotLinked(dirs, checked, databases);
  return { ...newWorkspace, connection: { ...checked, api_key } };
}

/** Throws Problem `already_linked` if one of the folders has a workspace that is linked to the same organization. */
export function requireNotLinked(dirs: readonly string[], address: Address, databases: WorkspaceDatabases): void {
  for (const dir of dirs) {
    const name = findNameIfLinkedTo(dir, address, databases);
    if (name === undefined) continue;
    const detail = `The workspace “${name}” is already linked to this organization. Open it instead.`;
    throw new Problem('already_linked', detail);
  }
}

function findNameIfLinkedTo(
  dir: string,
  { base_url, org_id }: Address,
  databases: WorkspaceDatabases,
): string | undefined {
  try {
    return databases.inspect({ id: basename(dir), dir }, (db) => {
      const { name, kind } = getWorkspaceRow(db);
      const settings = kind === 'linked' ? findConnection(db)?.settings : undefined;
      return settings?.base_url === base_url && settings.org_id === org_id ? name : undefined;
    });
  } catch {
    return undefined; // one that cannot be opened syncs nothing
  }
}

type NewOf<Kind extends NewWorkspace['kind']> = Extract<NewWorkspace, { readonly kind: Kind }>;

/** Fills the empty folder of a new workspace, except a demo. Stores the API key of a linked one in the keychain. */
export async function fillNewWorkspace(
  dir: string,
  id: string,
  newWorkspace: NewOf<'local' | 'linked'>,
  context: Context,
): Promise<void> {
  const db = context.databases.open({ id, dir }, { fillSearchIndex });
  try {
    switch (newWorkspace.kind) {
      case 'local':
        return seedLocal(db, id, newWorkspace, context);
      case 'linked':
        seedLinked(db, id, newWorkspace, context);
        return await context.keychain.forWorkspace(id).set('remote-key', newWorkspace.connection.api_key);
    }
  } finally {
    db.close();
  }
}

function seedLocal(db: Database, id: string, { name, industry, email }: NewOf<'local'>, context: Context): void {
  const createdAt = context.now();
  const orgId = context.newId('org');
  db.transaction(() => {
    insertOrganization(db, { id: orgId, name, industry, subscription_tier: 'local', createdAt });
    setPlan(db, orgId, localPlan, createdAt);
    insertWorkspace(db, { workspace_id: id, name, kind: 'local', org_id: orgId, created_at: createdAt });
    insertStarterAgent(db, context, orgId);
    const member = { user_id: context.newId('usr'), email, role: 'admin', status: 'active' } as const;
    if (email !== '') insertMember(db, orgId, member, createdAt);
  });
}

/** Its content is fetched from the remote; until then, the organization has the name of the workspace. */
function seedLinked(db: Database, id: string, { name, connection, member }: NewOf<'linked'>, context: Context): void {
  const createdAt = context.now();
  const orgId = context.newId('org');
  const { api_key: _, ...settings } = connection;
  db.transaction(() => {
    insertOrganization(db, { id: orgId, name, industry: '', subscription_tier: '', createdAt });
    insertWorkspace(db, { workspace_id: id, name, kind: 'linked', org_id: orgId, created_at: createdAt });
    insertConnection(db, settings);
    if (member) insertOwnMember(db, orgId, member, createdAt);
  });
}

/** Stores the remote's member to whom the API key belongs: the key may not be allowed to list the members. */
function insertOwnMember(
  db: Database,
  orgId: string,
  { user_id: remote_id, email, role }: NonNullable<NewOf<'linked'>['member']>,
  at: number,
): void {
  const local_id = createMemberId(remote_id);
  insertMember(db, orgId, { user_id: local_id, email, role, status: 'active' }, at);
  storeRemoteItem(db, { kind: 'member', local_id, remote_id, fetched_at: at });
}

/** Gives a new workspace an agent, so that the user can start a simulated call immediately. Suits any organization. */
function insertStarterAgent(db: Database, context: Context, orgId: string): void {
  createAgent(db, {
    agent_id: context.newId('agt'),
    org_id: orgId,
    created_at: context.now(),
    author: windowAuthor,
    definition: createDefinition({
      name: 'Front desk',
      objective: 'Ask customers whether everything works for them and answer their questions',
      audience: 'Customers',
      greeting: 'Hi {first_name}, this is the front desk, an automated assistant. Do you have a moment?',
      voice: 'slt',
    }),
  });
}
