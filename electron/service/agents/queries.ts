import type { AgentStatus } from '../../../shared/agents.ts';
import type { Database } from '../db/database.ts';

/** A row of the table `agent`. */
export type AgentRow = {
  readonly id: number;
  readonly agent_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  readonly greeting: string;
  readonly voice: string;
  readonly status: AgentStatus;
  readonly created_at: number;
};

export function insertAgent(db: Database, agent: Omit<AgentRow, 'id'>): void {
  db.run(
    `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    agent.agent_id,
    agent.org_id,
    agent.name,
    agent.objective,
    agent.audience,
    agent.greeting,
    agent.voice,
    agent.status,
    agent.created_at,
  );
}

export function findAgent(db: Database, orgId: string, agentId: string): AgentRow | undefined {
  return db.get<AgentRow>('SELECT * FROM agent WHERE agent_id = ? AND org_id = ?', agentId, orgId);
}

/** Newest first, from below row `before`. */
export function listAgents(
  db: Database,
  orgId: string,
  page: { readonly before: number; readonly limit: number },
): readonly AgentRow[] {
  return db.all<AgentRow>(
    'SELECT * FROM agent WHERE org_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
    orgId,
    page.before,
    page.limit,
  );
}
