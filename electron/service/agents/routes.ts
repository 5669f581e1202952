import type { Agent, AgentRecord } from '../../../shared/agents.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { listPlaceholders } from '../../../shared/greeting.ts';
import { Problem } from '../../../shared/problems.ts';
import type { Route } from '../../../shared/route.ts';
import type { EventHub } from '../events/event-hub.ts';
import { readCursor, toPage } from '../http/paging.ts';
import type { Call } from '../http/call.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { findAgent, listAgents, listAgentUse, setAgentStatus, type AgentRow, type AgentUse } from './queries.ts';

export function addAgentRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.listAgents, ({ workspace, principal, query }) => {
    const before = readCursor(query.cursor, Number.MAX_SAFE_INTEGER);
    const rows = listAgents(workspace.db, principal.orgId, { before, limit: query.limit + 1 });
    return { body: toPage(rows, query.limit, toAgent, (row) => row.id) };
  });
}

export function addAgentWindowRoutes(tree: RouteTree, hub: EventHub): void {
  bindRoute(tree, appRoutes.listAgentRecords, ({ workspace: { db }, principal: { orgId } }) => {
    const rows = listAgents(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: -1 });
    const use = new Map(listAgentUse(db, orgId).map((one) => [one.agent_id, one]));
    return { body: { data: rows.map((row) => toAgentRecord(row, use.get(row.agent_id))) } };
  });

  bindRoute(
    tree,
    appRoutes.changeAgent,
    (call) => {
      const row = agentOf(call);
      const { agent_id, org_id } = row;
      const { db } = call.workspace;
      const { status } = call.json;
      const answer = call.commit(() => {
        setAgentStatus(db, agent_id, status);
        const use = listAgentUse(db, org_id).find((one) => one.agent_id === agent_id);
        return { body: toAgentRecord({ ...row, status }, use) };
      });
      if (row.status !== status) hub.publish({ type: 'agent.changed', agent_id }, org_id);
      return answer;
    },
    agentOf,
  );
}

type AgentCall = Pick<Call<Route>, 'workspace' | 'principal'> & { readonly params: { readonly agent_id: string } };

function agentOf({ workspace, principal, params }: AgentCall): AgentRow {
  const found = findAgent(workspace.db, principal.orgId, params.agent_id);
  if (!found) throw new Problem('agent_not_found', `No agent has the id ${JSON.stringify(params.agent_id)}.`);
  return found;
}

function toAgent({ agent_id, name, objective, status, greeting }: AgentRow): Agent {
  return { agent_id, name, objective, status, placeholders: [...listPlaceholders(greeting)] };
}

function toAgentRecord(row: AgentRow, use: AgentUse | undefined): AgentRecord {
  return {
    ...toAgent(row),
    audience: row.audience,
    greeting: row.greeting,
    voice: row.voice,
    created_at: new Date(row.created_at).toISOString(),
    calls: use?.calls ?? 0,
    last_call_at: use ? new Date(use.last_call_at).toISOString() : null,
  };
}
