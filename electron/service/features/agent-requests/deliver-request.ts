import type { Delivery } from '../../../../shared/agent-requests.ts';
import type { Route } from '../../../../shared/route.ts';
import { insertAgent } from '../agents/queries.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { moveRequest } from './request-queries.ts';
import type { AgentRequestRow } from './request-row.ts';

/** Makes the agent of a request and marks it delivered, in the transaction that it is called in; gives the agent's id. */
export function deliverRequest(
  { db, context, events, principal }: Pick<RequestContext<Route>, 'db' | 'context' | 'events' | 'principal'>,
  row: AgentRequestRow,
  agent: Delivery,
): void {
  const agent_id = context.newId('agt');
  const at = context.now();
  insertAgent(db, { ...agent, agent_id, org_id: row.org_id, status: 'active', created_at: at });
  moveRequest(db, row, 'delivered', { at, by: principal.keyId, agentId: agent_id });
  events.publish({ type: 'agent.changed', agent_id }, row.org_id);
}
