import type { Agent, AgentRecord } from '../../../shared/agents.ts';
import { appRoutes, v1Routes } from '../../../shared/contract.ts';
import { listPlaceholders } from '../../../shared/greeting.ts';
import { readCursor, toPage } from '../http/paging.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { listAgents, type AgentRow } from './queries.ts';

export function addAgentRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.listAgents, ({ workspace, principal, query }) => {
    const before = readCursor(query.cursor, Number.MAX_SAFE_INTEGER);
    const rows = listAgents(workspace.db, principal.orgId, { before, limit: query.limit + 1 });
    return { body: toPage(rows, query.limit, toAgent, (row) => row.id) };
  });
}

export function addAgentWindowRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listAgentRecords, ({ workspace, principal }) => {
    const rows = listAgents(workspace.db, principal.orgId, { before: Number.MAX_SAFE_INTEGER, limit: -1 });
    return { body: { data: rows.map(toAgentRecord) } };
  });
}

function toAgent({ agent_id, name, objective, status, greeting }: AgentRow): Agent {
  return { agent_id, name, objective, status, placeholders: [...listPlaceholders(greeting)] };
}

function toAgentRecord(row: AgentRow): AgentRecord {
  return { ...toAgent(row), audience: row.audience, greeting: row.greeting };
}
