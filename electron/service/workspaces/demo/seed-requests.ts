import { agentRequestStatusLabels } from '../../../../shared/agents/agent-request-status.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
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
import { ensureBuildAgent } from '../../features/agent-requests/build-agent.ts';
import type { DemoAction } from './seed-activity.ts';
import { demoRequests, type DemoRequest, type DemoRequestEvent } from './demo-requests.ts';

export type SeedRequestsOptions = {
  readonly orgId: string;
  /** The time at which the demo is created. */
  readonly now: number;
  /** Ids of the demo's agents by their names. */
  readonly agents: ReadonlyMap<string, string>;
};

/** Stores the demo's build requests and returns the actions on them. Call it in a transaction. */
export function seedRequests(
  db: Database,
  context: Pick<Context, 'newId' | 'now'>,
  { orgId, now, agents }: SeedRequestsOptions,
): readonly DemoAction[] {
  return demoRequests.flatMap((request) => {
    const requestId = context.newId('abr');
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
    for (const event of request.events)
      applyRequestEvent(db, orgId, requestId, event, { now, agentId: findAgentId(request, agents) });
    const row = findAgentRequest(db, orgId, requestId);
    if (row?.status === 'uat') ensureBuildAgent({ db, context }, row);
    const toAction = (event: DemoRequestEvent): DemoAction => ({
      at: resolveDemoTime(event, now),
      id: requestId,
      ...describeEvent(event, request.name),
    });
    return [
      { at, route: v1Routes.submitAgentRequest, id: requestId, label: request.name },
      ...request.events.map(toAction),
    ];
  });
}

function describeEvent(event: DemoRequestEvent, name: string): Pick<DemoAction, 'route' | 'label'> {
  if (!('status' in event)) return { route: appRoutes.updateAgentRequest, label: name };
  if (event.status === 'delivered') return { route: appRoutes.deliverAgentRequest, label: name };
  const label = formatTargetLabel(name, agentRequestStatusLabels[event.status]);
  return { route: appRoutes.moveAgentRequest, label };
}

function findAgentId({ agent }: DemoRequest, agents: ReadonlyMap<string, string>): string | undefined {
  return agent === undefined ? undefined : agents.get(agent);
}

function applyRequestEvent(
  db: Database,
  orgId: string,
  requestId: string,
  event: DemoRequestEvent,
  { now, agentId }: { readonly now: number; readonly agentId: string | undefined },
): void {
  const row = findAgentRequest(db, orgId, requestId);
  if (!row) throw new Error('A demo request is missing.');
  const action = { at: resolveDemoTime(event, now), by: 'window' };
  if ('engineer' in event) assignEngineer(db, row, event.engineer, action);
  else if ('uatInDays' in event) setUatDate(db, row, chooseUatTime(now + event.uatInDays * dayMs), action);
  else if (event.status === 'rejected') moveAgentRequest(db, row, event.status, { ...action, reason: event.reason });
  else
    moveAgentRequest(db, row, event.status, { ...action, ...(event.status === 'delivered' && agentId && { agentId }) });
}

/** Returns ten o'clock on that day, or on the next working day if it is a weekend. */
export function chooseUatTime(timeMs: number): number {
  const day = new Date(timeMs);
  const weekendDays = { 6: 2, 0: 1 }[day.getDay()] ?? 0;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + weekendDays, 10).getTime();
}
