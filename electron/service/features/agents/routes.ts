import type { Agent, AgentRecord, AgentStatus } from '../../../../shared/agents/agents.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { listPlaceholders } from '../../../../shared/agents/greeting.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import { RemoteError, type RemoteLink } from '../remote/remote-client.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import {
  listAgents,
  listAgentCallStats,
  setAgentStatus,
  type ListedAgentRow,
  type AgentCallStats,
} from './agent-queries.ts';
import { requireListedAgent } from './require-agent.ts';
import { addVersionRoutes } from './version-routes.ts';

const agentStatusLabels = { active: 'Active', archived: 'Archived' } as const satisfies Record<AgentStatus, string>;

export function addAgentRoutes(trees: RouteTrees<AgentServices>): void {
  addV1Routes(trees.v1);
  addVersionRoutes(trees.v1);
  addAppRoutes(trees.app);
}

function addV1Routes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.listAgents, ({ db, orgId, query }) => {
    const before = readCursor(query.cursor, Number.MAX_SAFE_INTEGER);
    const rows = listAgents(db, orgId, { before, limit: query.limit + 1 });
    return { body: toPage(rows, query.limit, toAgent, (row) => row.id) };
  });
}

/** `remote` is null unless the workspace is linked. */
type AgentServices = { readonly remote: RemoteLink | null };

function addAppRoutes(tree: RouteTree<AgentServices>): void {
  bindRoute(tree, appRoutes.listAgentRecords, ({ db, orgId, services }) => {
    const isRemote = services.remote !== null;
    const rows = listAgents(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER });
    const callStats = new Map(listAgentCallStats(db, orgId).map((stats) => [stats.agent_id, stats]));
    return { body: { data: rows.map((row) => toAgentRecord(row, callStats.get(row.agent_id), isRemote)) } };
  });

  bindRoute(
    tree,
    appRoutes.updateAgent,
    async ({ db, orgId, events, services, found: agent, json: { status }, commit, setAuditSubject }) => {
      if (services.remote) await requireUnlisted(services.remote);
      setAuditSubject({ label: formatTargetLabel(agent.name, agentStatusLabels[status]) });
      return commit(() => {
        const { agent_id } = agent;
        setAgentStatus(db, orgId, agent_id, status);
        if (agent.status !== status) events.publish({ type: 'agent.changed', agent_id }, orgId);
        const callStats = listAgentCallStats(db, orgId).find((stats) => stats.agent_id === agent_id);
        return { body: toAgentRecord({ ...agent, status }, callStats, services.remote !== null) };
      });
    },
    requireListedAgent,
  );
}

/** Throws Problem `not_available_on_remote` if the remote's list decides which agents are archived. */
async function requireUnlisted(remote: RemoteLink): Promise<void> {
  const client = await remote.getClient().catch(rethrowAsProblem);
  if (client.capabilities.agent_list)
    throw new Problem(
      'not_available_on_remote',
      'The agents of this workspace are archived and restored on the remote.',
    );
}

function rethrowAsProblem(error: unknown): never {
  throw error instanceof RemoteError ? new Problem('not_available_on_remote', error.message, { cause: error }) : error;
}

function toAgent({ agent_id, name, objective, status, greeting }: ListedAgentRow): Agent {
  return { agent_id, name, objective, status, placeholders: [...listPlaceholders(greeting)] };
}

function toAgentRecord(row: ListedAgentRow, callStats: AgentCallStats | undefined, isRemote: boolean): AgentRecord {
  return {
    ...toAgent(row),
    audience: row.audience,
    greeting: isRemote ? '' : row.greeting,
    voice: row.voice,
    created_at: formatTimestamp(row.created_at),
    call_count: callStats?.calls ?? 0,
    last_call_at: callStats?.last_call_at ? formatTimestamp(callStats.last_call_at) : null,
  };
}
