import { agentRequestRecordSchema, type AgentRequestRecord } from '../../../../shared/agent-requests.ts';
import { isAgentRequestClosed, agentRequestStatuses } from '../../../../shared/agent-request-status.ts';
import type { Database } from '../../platform/db/database.ts';
import { parseRows } from '../../platform/http/parse-rows.ts';
import type { Logger } from '../../platform/context.ts';
import { listRequests } from './request-queries.ts';
import { toAgentRequestSummary, toTimestamp, type AgentRequestRow } from './request-row.ts';
import { listStepsByRequest, listRequestSteps, toStep } from './step-queries.ts';

const newestCursor = Number.MAX_SAFE_INTEGER;

/** All requests of an organization with what happened to each, newest first, but those that are damaged. */
export function listRequestRecords(db: Database, orgId: string, log: Logger) {
  const steps = listStepsByRequest(db, orgId);
  const toWhole = (row: AgentRequestRow) =>
    agentRequestRecordSchema.parse(toRecord(row, (steps.get(row.id) ?? []).map(toStep)));
  return parseRows(listRequests(db, orgId, { before: newestCursor, limit: -1 }), toWhole, log);
}

/** Those that are not over, newest first, at most so many of a status. */
export function listOpenRequests(db: Database, orgId: string, limit: number): readonly AgentRequestRecord[] {
  return agentRequestStatuses
    .filter((status) => !isAgentRequestClosed(status))
    .flatMap((status) => listRequests(db, orgId, { status, before: newestCursor, limit }))
    .toSorted((a, b) => b.id - a.id)
    .map((row) => toRequestRecord(db, row));
}

export function hasRequests(db: Database, orgId: string): boolean {
  return listRequests(db, orgId, { before: newestCursor, limit: 1 }).length > 0;
}

export function toRequestRecord(db: Database, row: AgentRequestRow): AgentRequestRecord {
  return toRecord(row, listRequestSteps(db, row.id));
}

function toRecord(row: AgentRequestRow, events: AgentRequestRecord['events']): AgentRequestRecord {
  return {
    ...toAgentRequestSummary(row),
    created_at: toTimestamp(row.created_at),
    agent_id: row.agent_id,
    events: events,
  };
}
