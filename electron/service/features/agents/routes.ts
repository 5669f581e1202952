import type { Agent, AgentRecord } from '../../../../shared/agents.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import { listPlaceholders } from '../../../../shared/greeting.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import {
  findAgent,
  listAgents,
  listAgentCallStats,
  setAgentStatus,
  type AgentRow,
  type AgentCallStats,
} from './queries.ts';

export function addAgentRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.listAgents, ({ db, orgId, query }) => {
    const before = readCursor(query.cursor, Number.MAX_SAFE_INTEGER);
    const rows = listAgents(db, orgId, { before, limit: query.limit + 1 });
    return { body: toPage(rows, query.limit, toAgent, (row) => row.id) };
  });
}

export function addAgentAppRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listAgentRecords, ({ db, orgId }) => {
    const rows = listAgents(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: -1 });
    const use = new Map(listAgentCallStats(db, orgId).map((one) => [one.agent_id, one]));
    return { body: { data: rows.map((row) => toAgentRecord(row, use.get(row.agent_id))) } };
  });

  bindRoute(
    tree,
    appRoutes.updateAgent,
    ({ db, orgId, events, found: agent, json: { status }, commit }) =>
      commit(() => {
        const { agent_id } = agent;
        setAgentStatus(db, agent_id, status);
        if (agent.status !== status) events.publish({ type: 'agent.changed', agent_id }, orgId);
        const use = listAgentCallStats(db, orgId).find((one) => one.agent_id === agent_id);
        return { body: toAgentRecord({ ...agent, status }, use) };
      }),
    requireAgent,
  );
}

type AgentContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly agent_id: string };
};

function requireAgent({ db, orgId, params }: AgentContext): AgentRow {
  const found = findAgent(db, orgId, params.agent_id);
  if (!found) throw new Problem('agent_not_found', `No agent has the id ${JSON.stringify(params.agent_id)}.`);
  return found;
}

function toAgent({ agent_id, name, objective, status, greeting }: AgentRow): Agent {
  return { agent_id, name, objective, status, placeholders: [...listPlaceholders(greeting)] };
}

function toAgentRecord(row: AgentRow, use: AgentCallStats | undefined): AgentRecord {
  return {
    ...toAgent(row),
    audience: row.audience,
    greeting: row.greeting,
    voice: row.voice,
    created_at: new Date(row.created_at).toISOString(),
    call_count: use?.calls ?? 0,
    last_call_at: use ? new Date(use.last_call_at).toISOString() : null,
  };
}
