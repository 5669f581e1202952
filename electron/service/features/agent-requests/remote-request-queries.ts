import { isAgentRequestClosed, type AgentRequestStatus } from '../../../../shared/agents/agent-request-status.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertAgentRequestEvent } from './agent-request-event-queries.ts';
import { listAgentRequests } from './agent-request-queries.ts';
import type { AgentRequestRow } from './agent-request-row.ts';

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
  return listAgentRequests(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: -1 }).filter(
    ({ status }) => !isAgentRequestClosed(status),
  );
}
