import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findAgent, type AgentRow, type ListedAgentRow } from './agent-queries.ts';

/** A request whose path contains an agent ID. */
export type AgentContext = Pick<RequestContext<Route>, 'db' | 'orgId' | 'principal'> & {
  readonly params: { readonly agent_id: string };
};

/**
 * Returns the agent of the path. Throws Problem `agent_not_found`, also for an agent in its acceptance test if the role cannot read
 * build requests.
 */
export function requireAgent({ db, orgId, principal, params }: AgentContext): AgentRow {
  const row = findAgent(db, orgId, params.agent_id);
  if (!row || (row.status === 'uat' && principal.role === 'viewer')) throw createNotFoundProblem(params.agent_id);
  return row;
}

/** Returns the agent of the path, unless it is in its acceptance test. Throws Problem `agent_not_found`. */
export function requireListedAgent(ctx: AgentContext): ListedAgentRow {
  const { status, ...row } = requireAgent(ctx);
  if (status === 'uat') throw createNotFoundProblem(row.agent_id);
  return { ...row, status };
}

function createNotFoundProblem(agentId: string): Problem {
  return new Problem('agent_not_found', `There is no agent with the ID ${JSON.stringify(agentId)}.`);
}
