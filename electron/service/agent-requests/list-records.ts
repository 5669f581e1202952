import { requestRecordSchema, type RequestRecord } from '../../../shared/agent-requests.ts';
import { isRequestOver, requestStatuses } from '../../../shared/request-status.ts';
import type { Database } from '../db/database.ts';
import { readEach } from '../http/read-each.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import { listRequests } from './request-queries.ts';
import { toRequestSummary, toTimestamp, type RequestRow } from './request-row.ts';
import { listSteps, listStepsOf, toStep } from './step-queries.ts';

const newest = Number.MAX_SAFE_INTEGER;

/** All requests of an organization with what happened to each, newest first, but those that are damaged. */
export function listRequestRecords({ db, context }: Pick<OpenWorkspace, 'db' | 'context'>, orgId: string) {
  const steps = listSteps(db, orgId);
  const toWhole = (row: RequestRow) => requestRecordSchema.parse(toRecord(row, (steps.get(row.id) ?? []).map(toStep)));
  return readEach(listRequests(db, orgId, { before: newest, limit: -1 }), toWhole, context.log);
}

/** Those that are not over, newest first, at most so many of a status. */
export function listOpenRequests(db: Database, orgId: string, limit: number): readonly RequestRecord[] {
  return requestStatuses
    .filter((status) => !isRequestOver(status))
    .flatMap((status) => listRequests(db, orgId, { status, before: newest, limit }))
    .toSorted((a, b) => b.id - a.id)
    .map((row) => toRequestRecord(db, row));
}

export function hasRequests(db: Database, orgId: string): boolean {
  return listRequests(db, orgId, { before: newest, limit: 1 }).length > 0;
}

export function toRequestRecord(db: Database, row: RequestRow): RequestRecord {
  return toRecord(row, listStepsOf(db, row.id));
}

function toRecord(row: RequestRow, steps: RequestRecord['steps']): RequestRecord {
  return { ...toRequestSummary(row), created_at: toTimestamp(row.created_at), agent_id: row.agent_id, steps };
}
