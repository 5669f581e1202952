// Public: other features may import this file.
import { agentRequestRecordSchema, type AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { isAgentRequestClosed, agentRequestStatuses } from '../../../../shared/agents/agent-request-status.ts';
import type { Overview } from '../../../../shared/window/overview.ts';
import { noSyncFields } from '../../../../shared/workspaces/sync.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { createSyncFieldsReader, type Outbox } from '../outbox/outbox.ts';
import { parseRows } from '../../platform/http/parse-rows.ts';
import type { Logger } from '../../platform/context.ts';
import {
  countRequestsWithEventSince,
  listAgentRequests,
  toAgentRequestSummary,
  type AgentRequestRow,
} from './agent-request-queries.ts';
import {
  listEventsByAgentRequest,
  listAgentRequestEvents,
  listOpenCountChanges,
  toAgentRequestEvent,
} from './agent-request-event-queries.ts';

const newestCursor = Number.MAX_SAFE_INTEGER;

/** Returns all build requests with their history, newest first. Leaves out damaged rows and counts them. */
export function listAgentRequestRecords(
  { db, orgId, outbox }: { readonly db: Database; readonly orgId: string; readonly outbox: Outbox | null },
  log: Logger,
) {
  const events = listEventsByAgentRequest(db, orgId);
  const readSyncFields = createSyncFieldsReader(db, outbox, 'agent_request');
  const parseRecord = (row: AgentRequestRow) =>
    agentRequestRecordSchema.parse({
      ...buildRecord(row, (events.get(row.id) ?? []).map(toAgentRequestEvent)),
      ...readSyncFields(row.request_id),
    });
  return parseRows(
    listAgentRequests(db, orgId, { before: newestCursor, limit: Number.MAX_SAFE_INTEGER }),
    parseRecord,
    log,
  );
}

/** Returns the build requests in progress, newest first, at most `limit` of each status. */
export function listOpenAgentRequests(db: Database, orgId: string, limit: number): readonly AgentRequestRecord[] {
  return agentRequestStatuses
    .filter((status) => !isAgentRequestClosed(status))
    .flatMap((status) => listAgentRequests(db, orgId, { status, before: newestCursor, limit }))
    .toSorted((a, b) => b.id - a.id)
    .map((row) => toAgentRequestRecord(db, row));
}

/** Counts the build requests that changed at a time or later, in milliseconds since the epoch. */
export function countRequestsChangedSince(db: Database, orgId: string, sinceMs: number): number {
  return countRequestsWithEventSince(db, orgId, sinceMs);
}

/** Returns when the number of open build requests changed, at a time or later, oldest first. */
export function listOpenRequestChanges(db: Database, orgId: string, sinceMs: number): Overview['request_changes'] {
  return listOpenCountChanges(db, orgId, sinceMs).map(({ at, change }) => ({ at: formatTimestamp(at), change }));
}

export function hasAgentRequests(db: Database, orgId: string): boolean {
  return listAgentRequests(db, orgId, { before: newestCursor, limit: 1 }).length > 0;
}

export function toAgentRequestRecord(db: Database, row: AgentRequestRow): AgentRequestRecord {
  return buildRecord(row, listAgentRequestEvents(db, row.id));
}

function buildRecord(row: AgentRequestRow, events: AgentRequestRecord['events']): AgentRequestRecord {
  return {
    ...toAgentRequestSummary(row),
    created_at: formatTimestamp(row.created_at),
    agent_id: row.agent_id,
    build_agent_id: row.build_agent_id,
    events,
    ...noSyncFields,
  };
}
