// Public: other features may import this file.
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertAgent } from './agent-queries.ts';

/** Gives a new workspace an agent, so that the user can start a simulated call immediately. Suits any organization. */
export function insertStarterAgent(db: Database, context: Context, orgId: string): void {
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
