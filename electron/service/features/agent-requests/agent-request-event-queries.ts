import type { AgentRequestEvent } from '../../../../shared/agents/agent-requests.ts';
import {
  agentRequestStatuses,
  isAgentRequestClosed,
  type AgentRequestStatus,
} from '../../../../shared/agents/agent-request-status.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';

type NewAgentRequestEvent = {
  readonly at: number;
  /** Id of a member or an API key, or `window`. */
  readonly by: string;
  readonly kind: AgentRequestEvent['kind'];
  readonly value: string | null;
  readonly reason?: string;
};

export type AgentRequestEventRow = Omit<NewAgentRequestEvent, 'by' | 'reason'> & {
  readonly request: number;
  readonly by: string | null;
  readonly by_remote: 0 | 1;
  readonly reason: string | null;
};

export function insertAgentRequestEvent(
  db: Database,
  request: number,
  { at, by, kind, value, reason }: NewAgentRequestEvent,
): void {
  db.run(
    `INSERT INTO agent_request_event (request, position, at, actor_id, kind, value, reason)
     SELECT ?1, count(*), ?2, ?3, ?4, ?5, ?6 FROM agent_request_event WHERE request = ?1`,
    request,
    at,
    by,
    kind,
    value,
    reason ?? null,
  );
}

const eventColumns = `event.request, event.at, event.kind, event.value, event.reason, coalesce(member.email, key.name) AS by,
  event.actor_id = 'remote' AS by_remote`;
const joinActors =
  'LEFT JOIN api_key AS key ON key.key_id = event.actor_id LEFT JOIN member ON member.user_id = event.actor_id';

/** Returns the history of a build request, oldest first. */
export function listAgentRequestEvents(db: Database, request: number): AgentRequestEvent[] {
  const sql = `SELECT ${eventColumns} FROM agent_request_event AS event ${joinActors} WHERE event.request = ? ORDER BY event.position`;
  return db.all<AgentRequestEventRow>(sql, request).map(toAgentRequestEvent);
}

/** Returns the history of every build request of an organization by row id, oldest first. */
export function listEventsByAgentRequest(
  db: Database,
  orgId: string,
): ReadonlyMap<number, readonly AgentRequestEventRow[]> {
  const rows = db.all<AgentRequestEventRow>(
    `SELECT ${eventColumns}
     FROM agent_request JOIN agent_request_event AS event ON event.request = agent_request.id ${joinActors}
     WHERE agent_request.org_id = ? ORDER BY event.request, event.position`,
    orgId,
  );
  const events = new Map<number, AgentRequestEventRow[]>();
  for (const row of rows) {
    const existing = events.get(row.request);
    if (existing) existing.push(row);
    else events.set(row.request, [row]);
  }
  return events;
}

const closedSql = agentRequestStatuses
  .filter(isAgentRequestClosed)
  .map((status) => `'${status}'`)
  .join(', ');

/**
 * Returns when build requests were created (1) and closed (-1), at a time or later, oldest first. When a request was created that was
 * submitted elsewhere is not known.
 */
export function listOpenCountChanges(
  db: Database,
  orgId: string,
  sinceMs: number,
): readonly { readonly at: number; readonly change: number }[] {
  return db.all(
    `SELECT created_at AS at, 1 AS change FROM agent_request WHERE org_id = ?1 AND created_at >= ?2
       AND NOT EXISTS (
         SELECT 1 FROM agent_request_event WHERE request = agent_request.id AND position = 0 AND actor_id = 'remote'
       )
     UNION ALL
     SELECT event.at, -1 FROM agent_request_event AS event JOIN agent_request ON agent_request.id = event.request
     WHERE org_id = ?1 AND event.at >= ?2 AND event.kind = 'status' AND event.value IN (${closedSql})
     ORDER BY at`,
    orgId,
    sinceMs,
  );
}

export function toAgentRequestEvent({
  at,
  by,
  by_remote,
  kind,
  value,
  reason,
}: AgentRequestEventRow): AgentRequestEvent {
  const common = { at: formatTimestamp(at), actor_name: by, by_remote: by_remote === 1 };
  switch (kind) {
    case 'status':
      return { ...common, kind, status: value as AgentRequestStatus, reason }; // stored by insertAgentRequestEvent
    case 'engineer':
      return { ...common, kind, engineer: value };
    case 'uat_date':
      return { ...common, kind, date: value === null ? null : formatTimestamp(Number(value)) };
  }
}
