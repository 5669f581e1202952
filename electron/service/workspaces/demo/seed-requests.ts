import { dayMs } from '../../../../shared/duration.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import {
  assignEngineer,
  findAgentRequest,
  insertAgentRequest,
  moveAgentRequest,
  setUatDate,
} from '../../features/agent-requests/agent-request-queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { resolveDemoTime } from './demo-time.ts';
import type { DemoAction } from './seed-activity.ts';
import { demoRequests, type DemoRequest, type DemoRequestEvent } from './demo-requests.ts';

export type SeedRequestsOptions = {
  readonly orgId: string;
  /** When the demo is made. */
  readonly now: number;
  /** Ids of the demo's agents by their names. */
  readonly agents: ReadonlyMap<string, string>;
};

/** Fills in the build requests of the demo, and gives what was done to them. To be called in a transaction. */
export function seedRequests(
  db: Database,
  { newId }: Context,
  { orgId, now, agents }: SeedRequestsOptions,
): readonly DemoAction[] {
  return demoRequests.flatMap((request) => {
    const requestId = newId('abr');
    const at = resolveDemoTime(request.submitted, now);
    insertAgentRequest(db, {
      request_id: requestId,
      org_id: orgId,
      name: request.name,
      objective: request.objective,
      target_audience: request.audience,
      integrations: request.integrations,
      submittedBy: 'window',
      created_at: at,
    });
    for (const step of request.events)
      applyRequestEvent(db, orgId, requestId, step, { now, agentId: findAgentId(request, agents) });
    const about = { id: requestId, label: request.name };
    return [
      { at, route: v1Routes.submitAgentRequest, ...about },
      ...request.events.map((step) => ({ at: resolveDemoTime(step, now), route: getEventRoute(step), ...about })),
    ];
  });
}

function getEventRoute(step: DemoRequestEvent): DemoAction['route'] {
  if (!('status' in step)) return appRoutes.updateAgentRequest;
  return step.status === 'delivered' ? appRoutes.deliverAgentRequest : appRoutes.moveAgentRequest;
}

function findAgentId({ agent }: DemoRequest, agents: ReadonlyMap<string, string>): string | undefined {
  return agent === undefined ? undefined : agents.get(agent);
}

function applyRequestEvent(
  db: Database,
  orgId: string,
  requestId: string,
  step: DemoRequestEvent,
  { now, agentId }: { readonly now: number; readonly agentId: string | undefined },
): void {
  const row = findAgentRequest(db, orgId, requestId);
  if (!row) throw new Error('A request of the demo is gone.');
  const deed = { at: resolveDemoTime(step, now), by: 'window' };
  if ('engineer' in step) assignEngineer(db, row, step.engineer, deed);
  else if ('uatInDays' in step) setUatDate(db, row, chooseUatTime(now + step.uatInDays * dayMs), deed);
  else if (step.status === 'rejected') moveAgentRequest(db, row, step.status, { ...deed, reason: step.reason });
  else moveAgentRequest(db, row, step.status, { ...deed, ...(step.status === 'delivered' && agentId && { agentId }) });
}

/** A UAT begins at an hour that somebody would have named: at ten, on that day or the first working day after. */
export function chooseUatTime(timeMs: number): number {
  const day = new Date(timeMs);
  const weekendDays = { 6: 2, 0: 1 }[day.getDay()] ?? 0;
  // Told in local time, in which it is read.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + weekendDays, 10).getTime();
}
