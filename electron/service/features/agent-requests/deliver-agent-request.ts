import type { Delivery } from '../../../../shared/agents/agent-requests.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { insertAgent } from '../agents/agent-queries.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { moveAgentRequest } from './agent-request-queries.ts';
import type { AgentRequestRow } from './agent-request-row.ts';

/** Creates the agent and marks the build request as delivered. Call in a transaction. */
export function deliverAgentRequest(
  { db, context, events, principal }: Pick<RequestContext<Route>, 'db' | 'context' | 'events' | 'principal'>,
  row: AgentRequestRow,
  agent: Delivery,
): void {
  const agent_id = context.newId('agt');
  const at = context.now();
  insertAgent(db, { ...agent, agent_id, org_id: row.org_id, status: 'active', created_at: at });
  moveAgentRequest(db, row, 'delivered', { at, by: principal.keyId, agentId: agent_id });
  events.publish({ type: 'agent.changed', agent_id }, row.org_id);
}
