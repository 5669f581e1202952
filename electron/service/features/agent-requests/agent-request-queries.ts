import type { AgentRequest, AgentRequestSummary } from '../../../../shared/agents/agent-requests.ts';
import type { Integration } from '../../../../shared/agents/integrations.ts';
import {
  canTransitionAgentRequest,
  isAgentRequestClosed,
  type AgentRequestStatus,
} from '../../../../shared/agents/agent-request-status.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRow } from '../../platform/db/insert-row.ts';
import { insertAgentRequestEvent } from './agent-request-event-queries.ts';

/** A row of the table `agent_request`. */
export type AgentRequestRow = {
  readonly id: number;
  readonly request_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly objective: string;
  readonly target_audience: string;
  /** JSON array. */
  readonly required_integrations: string;
  readonly status: AgentRequestStatus;
  readonly assigned_engineer: string | null;
  readonly estimated_uat_at: number | null;
  readonly agent_id: string | null;
  readonly created_at: number;
  /** The agent that is tried in the acceptance test. */
  readonly build_agent_id: string | null;
};

export function toAgentRequest(row: AgentRequestRow): AgentRequest {
  const { request_id, status, assigned_engineer, estimated_uat_at } = row;
  return {
    request_id,
    status,
    assigned_engineer,
    estimated_uat_date: estimated_uat_at === null ? null : formatTimestamp(estimated_uat_at),
  };
}

export function toAgentRequestSummary(row: AgentRequestRow): AgentRequestSummary {
  const { name, objective, target_audience } = row;
  const required_integrations = JSON.parse(row.required_integrations) as Integration[]; // stored by insertAgentRequest
  return { ...toAgentRequest(row), name, objective, target_audience, required_integrations };
}

type NewAgentRequestRow = Pick<
  AgentRequestRow,
  'request_id' | 'org_id' | 'name' | 'objective' | 'target_audience' | 'created_at'
> & { readonly integrations: readonly Integration[]; readonly submittedBy: string };

/** Stores a request with status `pending_review` and its first event. Call in a transaction. */
export function insertAgentRequest(db: Database, request: NewAgentRequestRow): AgentRequestRow {
  const row = {
    request_id: request.request_id,
    org_id: request.org_id,
    name: request.name,
    objective: request.objective,
    target_audience: request.target_audience,
    required_integrations: JSON.stringify(request.integrations),
    status: 'pending_review',
    created_at: request.created_at,
  } as const;
  const id = insertRow(
    db,
    `INSERT INTO agent_request
       (request_id, org_id, name, objective, target_audience, required_integrations, status, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...Object.values(row),
  );
  insertAgentRequestEvent(db, id, { at: row.created_at, by: request.submittedBy, kind: 'status', value: row.status });
  return { ...row, id, assigned_engineer: null, estimated_uat_at: null, agent_id: null, build_agent_id: null };
}

export function findAgentRequest(db: Database, orgId: string, requestId: string): AgentRequestRow | undefined {
  return db.get<AgentRequestRow>('SELECT * FROM agent_request WHERE org_id = ? AND request_id = ?', orgId, requestId);
}

/** Returns requests with a row id below `before`, newest first. */
export function listAgentRequests(
  db: Database,
  orgId: string,
  page: { readonly status?: AgentRequestStatus | undefined; readonly before: number; readonly limit: number },
): readonly AgentRequestRow[] {
  const { status, before, limit } = page;
  if (status === undefined)
    return db.all<AgentRequestRow>(
      'SELECT * FROM agent_request WHERE org_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
      orgId,
      before,
      limit,
    );
  return db.all<AgentRequestRow>(
    'SELECT * FROM agent_request WHERE org_id = ? AND status = ? AND id < ? ORDER BY id DESC LIMIT ?',
    orgId,
    status,
    before,
    limit,
  );
}

/** The time of a change and the id of the API key. */
type ChangeInfo = { readonly at: number; readonly by: string };

/** Changes the status. Throws if the state machine does not allow it. Call in a transaction. */
export function moveAgentRequest(
  db: Database,
  { id, org_id, request_id, status }: AgentRequestRow,
  to: AgentRequestStatus,
  change: ChangeInfo & { readonly reason?: string; readonly agentId?: string },
): void {
  if (!canTransitionAgentRequest(status, to)) throw new Error(`${request_id} is ${status} and cannot move to ${to}.`);
  const { at, by, reason, agentId = null } = change;
  db.run('UPDATE agent_request SET status = ?, agent_id = ? WHERE org_id = ? AND id = ?', to, agentId, org_id, id);
  insertAgentRequestEvent(db, id, { at, by, kind: 'status', value: to, ...(reason !== undefined && { reason }) });
}

/** Assigns an engineer. Returns false if nothing changed. Call in a transaction. */
export function assignEngineer(
  db: Database,
  row: AgentRequestRow,
  engineer: string | null,
  { at, by }: ChangeInfo,
): boolean {
  if (row.assigned_engineer === engineer) return false;
  db.run('UPDATE agent_request SET assigned_engineer = ? WHERE org_id = ? AND id = ?', engineer, row.org_id, row.id);
  insertAgentRequestEvent(db, row.id, { at, by, kind: 'engineer', value: engineer });
  return true;
}

/** Sets the UAT date. Returns false if nothing changed. Call in a transaction. */
export function setUatDate(db: Database, row: AgentRequestRow, uatAt: number | null, { at, by }: ChangeInfo): boolean {
  if (row.estimated_uat_at === uatAt) return false;
  db.run('UPDATE agent_request SET estimated_uat_at = ? WHERE org_id = ? AND id = ?', uatAt, row.org_id, row.id);
  insertAgentRequestEvent(db, row.id, { at, by, kind: 'uat_date', value: uatAt === null ? null : String(uatAt) });
  return true;
}

/** Stores the agent that is tried in the acceptance test of a build request. */
export function setBuildAgent(db: Database, { id }: AgentRequestRow, agentId: string): void {
  db.run('UPDATE agent_request SET build_agent_id = ? WHERE id = ?', agentId, id);
}

/** Counts the build requests with an event at a time or later, in milliseconds since the epoch. */
export function countRequestsWithEventSince(db: Database, orgId: string, sinceMs: number): number {
  const counted = db.get<{ readonly count: number }>(
    `SELECT count(DISTINCT request) AS count FROM agent_request_event
     JOIN agent_request ON agent_request.id = request WHERE org_id = ? AND at >= ?`,
    orgId,
    sinceMs,
  );
  return counted?.count ?? 0;
}

/** Stores the status that the remote reports, with its event. The remote decides which status follows which. */
export function storeRemoteStatus(
  db: Database,
  { id, org_id }: AgentRequestRow,
  status: AgentRequestStatus,
  { at, by, reason }: { readonly at: number; readonly by: string; readonly reason?: string },
): void {
  db.run('UPDATE agent_request SET status = ? WHERE org_id = ? AND id = ?', status, org_id, id);
  insertAgentRequestEvent(db, id, { at, by, kind: 'status', value: status, ...(reason !== undefined && { reason }) });
}

export function deleteAgentRequest(db: Database, { id }: AgentRequestRow): void {
  db.run('DELETE FROM acceptance_decision WHERE request = ?', id);
  db.run('DELETE FROM agent_request_event WHERE request = ?', id);
  db.run('DELETE FROM agent_request WHERE id = ?', id);
}

/** Returns whether a build request was submitted here, or in another application of the remote. */
export function isSubmittedHere(db: Database, { id }: AgentRequestRow): boolean {
  const sql = `SELECT 1 FROM agent_request_event WHERE request = ? AND position = 0 AND actor_id <> 'remote'`;
  return db.get(sql, id) !== undefined;
}

/** Returns the build requests that are neither delivered nor rejected. */
export function listOpenRequestRows(db: Database, orgId: string): readonly AgentRequestRow[] {
  return listAgentRequests(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER }).filter(
    ({ status }) => !isAgentRequestClosed(status),
  );
}
