import type { Delivery } from '../../../../shared/agent-requests.ts';
import { insertAgent } from '../agents/queries.ts';
import type { Principal } from '../api-keys/authenticate.ts';
import type { OpenWorkspace } from '../../workspaces/open-workspace.ts';
import { moveRequest } from './request-queries.ts';
import type { AgentRequestRow } from './request-row.ts';

/** Makes the agent of a request and marks it delivered, in the transaction that it is called in; gives the agent's id. */
export function deliverRequest(
  { db, context }: OpenWorkspace,
  row: AgentRequestRow,
  agent: Delivery,
  { keyId }: Principal,
): string {
  const agent_id = context.newId('agt');
  const at = context.now();
  insertAgent(db, { ...agent, agent_id, org_id: row.org_id, status: 'active', created_at: at });
  moveRequest(db, row, 'delivered', { at, by: keyId, agentId: agent_id });
  return agent_id;
}
