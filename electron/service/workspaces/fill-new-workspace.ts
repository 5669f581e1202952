import { join } from 'node:path';
import type { NewWorkspace } from '../../../shared/workspaces/workspaces.ts';
import { localPlan, setPlan } from '../features/billing/plan-queries.ts';
import { insertConnection } from '../features/connection/connection-queries.ts';
import { insertMember, insertOrganization } from '../features/organizations/organization-queries.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { insertAgent } from '../features/agents/agent-queries.ts';
import { databaseFile } from './open-workspace.ts';
import { insertWorkspace } from './workspace-queries.ts';

type NewOf<Kind extends NewWorkspace['kind']> = Extract<NewWorkspace, { readonly kind: Kind }>;

/** Fills the empty folder of a new workspace, except a demo. Stores the API key of a linked one in the keychain. */
export async function fillNewWorkspace(
  dir: string,
  id: string,
  newWorkspace: NewOf<'local' | 'linked'>,
  context: Context,
): Promise<void> {
  const db = openDatabase(join(dir, databaseFile));
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
function seedLinked(db: Database, id: string, { name, connection }: NewOf<'linked'>, context: Context): void {
  const createdAt = context.now();
  const orgId = context.newId('org');
  const { api_key: _, ...settings } = connection;
  db.transaction(() => {
    insertOrganization(db, { id: orgId, name, industry: '', subscription_tier: '', createdAt });
    insertWorkspace(db, { workspace_id: id, name, kind: 'linked', org_id: orgId, created_at: createdAt });
    insertConnection(db, settings);
  });
}

/** Gives a new workspace an agent, so that the user can start a simulated call immediately. Suits any organization. */
function insertStarterAgent(db: Database, context: Context, orgId: string): void {
  insertAgent(db, {
    agent_id: context.newId('agt'),
    org_id: orgId,
    name: 'Front desk',
    objective: 'Ask customers whether everything works for them and answer their questions',
    audience: 'Customers',
    greeting: 'Hi {first_name}, this is the front desk, an automated assistant. Do you have a moment?',
    voice: 'slt',
    status: 'active',
    created_at: context.now(),
  });
}
