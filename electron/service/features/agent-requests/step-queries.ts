import type { AgentRequestEvent } from '../../../../shared/agent-requests.ts';
import type { AgentRequestStatus } from '../../../../shared/agent-request-status.ts';
import type { Database } from '../../platform/db/database.ts';
import { toTimestamp } from './request-row.ts';

type NewStep = {
  readonly at: number;
  /** A key's id; `window` for the program's own window. */
  readonly by: string;
  readonly kind: AgentRequestEvent['kind'];
  readonly value: string | null;
  readonly reason?: string;
};

export type StepRow = Omit<NewStep, 'by' | 'reason'> & {
  readonly request: number;
  readonly by: string | null;
  readonly reason: string | null;
};

/** Adds what happened to a request behind all that happened before. */
export function insertStep(db: Database, request: number, { at, by, kind, value, reason }: NewStep): void {
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

const stepColumns = 'step.request, step.at, step.kind, step.value, step.reason, key.name AS by';
const joinKeys = 'LEFT JOIN api_key AS key ON key.key_id = step.actor_id';

/** The steps of one request, in the order in which they happened. */
export function listRequestSteps(db: Database, request: number): AgentRequestEvent[] {
  const sql = `SELECT ${stepColumns} FROM agent_request_event AS step ${joinKeys} WHERE step.request = ? ORDER BY step.position`;
  return db.all<StepRow>(sql, request).map(toStep);
}

/** The rows of the steps of all requests of an organization by the request's row, in the order in which they happened. */
export function listStepsByRequest(db: Database, orgId: string): ReadonlyMap<number, readonly StepRow[]> {
  const rows = db.all<StepRow>(
    `SELECT ${stepColumns}
     FROM agent_request JOIN agent_request_event AS step ON step.request = agent_request.id ${joinKeys}
     WHERE agent_request.org_id = ? ORDER BY step.request, step.position`,
    orgId,
  );
  const steps = new Map<number, StepRow[]>();
  for (const row of rows) {
    const own = steps.get(row.request);
    if (own) own.push(row);
    else steps.set(row.request, [row]);
  }
  return steps;
}

export function toStep({ at, by, kind, value, reason }: StepRow): AgentRequestEvent {
  const done = { at: toTimestamp(at), actor_name: by };
  switch (kind) {
    case 'status':
      return { ...done, kind, status: value as AgentRequestStatus, reason }; // as moveRequest stored it
    case 'engineer':
      return { ...done, kind, engineer: value };
    case 'uat_date':
      return { ...done, kind, date: value === null ? null : toTimestamp(Number(value)) };
  }
}
