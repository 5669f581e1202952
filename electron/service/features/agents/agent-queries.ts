// Public: other features may import this file.
import type { AgentStatus } from '../../../../shared/agents/agents.ts';
import type { Voice } from '../../../../shared/agents/voices.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRow } from '../../platform/db/insert-row.ts';

/** A row of the table `agent`. */
export type AgentRow = {
  readonly id: number;
  readonly agent_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  readonly greeting: string;
  readonly voice: Voice;
  readonly status: AgentStatus | 'uat';
  readonly created_at: number;
  /** 0 if no version was published yet. An agent that only a remote changes has 1, without the version itself. */
  readonly published_version: number;
};

/** Stores an agent without its versions, and returns its row id. */
export function insertAgent(
  db: Database,
  agent: Omit<AgentRow, 'id' | 'published_version'> & { readonly published_version?: number },
): number {
  return insertRow(
    db,
    `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at, published_version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    agent.agent_id,
    agent.org_id,
    agent.name,
    agent.objective,
    agent.audience,
    agent.greeting,
    agent.voice,
    agent.status,
    agent.created_at,
    agent.published_version ?? 1,
  );
}

/** An agent that lists contain. */
export type ListedAgentRow = AgentRow & { readonly status: AgentStatus };

export function findAgent(db: Database, orgId: string, agentId: string): AgentRow | undefined {
  return db.get<AgentRow>('SELECT * FROM agent WHERE org_id = ? AND agent_id = ?', orgId, agentId);
}

/** Returns agents with a row id below `before`, newest first, without those in an acceptance test. */
export function listAgents(
  db: Database,
  orgId: string,
  page: { readonly before: number; readonly limit: number },
): readonly ListedAgentRow[] {
  return db.all<ListedAgentRow>(
    `SELECT * FROM agent WHERE org_id = ? AND id < ? AND status <> 'uat' ORDER BY id DESC LIMIT ?`,
    orgId,
    page.before,
    page.limit,
  );
}

export function setAgentStatus(db: Database, orgId: string, agentId: string, status: AgentStatus): void {
  db.run('UPDATE agent SET status = ? WHERE org_id = ? AND agent_id = ?', status, orgId, agentId);
}

/** Makes the agent of an acceptance test an active one. */
export function releaseAgent(db: Database, id: number): void {
  db.run(`UPDATE agent SET status = 'active' WHERE id = ?`, id);
}

export function updateAgent(
  db: Database,
  orgId: string,
  agentId: string,
  { name, objective, greeting, status }: Pick<AgentRow, 'name' | 'objective' | 'greeting' | 'status'>,
): void {
  db.run(
    'UPDATE agent SET name = ?, objective = ?, greeting = ?, status = ? WHERE org_id = ? AND agent_id = ?',
    name,
    objective,
    greeting,
    status,
    orgId,
    agentId,
  );
}

/** Replaces a name that calls have stored because the agent had no other when they were placed. */
export function renameAgentInCalls(
  db: Database,
  orgId: string,
  { agentId, from, to }: { readonly agentId: string; readonly from: string; readonly to: string },
): void {
  db.run(
    'UPDATE call INDEXED BY call_of_agent SET agent_name = ? WHERE org_id = ? AND agent_id = ? AND agent_name = ?',
    to,
    orgId,
    agentId,
    from,
  );
}

/** `last_call_at` is null if no call of the agent has a date. */
export type AgentCallStats = {
  readonly agent_id: string;
  readonly calls: number;
  readonly last_call_at: number | null;
};

/** Returns the number of calls and the time of the last call of each agent. Leaves out agents without calls. */
export function listAgentCallStats(db: Database, orgId: string): readonly AgentCallStats[] {
  // A covering index, because there can be many calls.
  return db.all<AgentCallStats>(
    `SELECT agent_id, count(*) AS calls, max(created_at) AS last_call_at
     FROM call INDEXED BY call_of_agent WHERE org_id = ? GROUP BY agent_id`,
    orgId,
  );
}
