import { hasDeliveryConsole, type AgentRequestRecord } from '../../../../shared/agents/agent-requests.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import {
  canTransitionAgentRequest,
  isAgentRequestClosed,
  agentRequestStatusLabels,
  type AgentRequestStatus,
} from '../../../../shared/agents/agent-request-status.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../activity/describe-activity.ts';
import { deliverAgentRequest } from './deliver-agent-request.ts';
import { listAgentRequestRecords, toAgentRequestRecord } from './agent-request-records.ts';
import { requireAgentRequest, type AgentRequestContext } from './require-agent-request.ts';
import { assignEngineer, moveAgentRequest, setUatDate } from './agent-request-queries.ts';
import type { AgentRequestRow } from './agent-request-row.ts';

type ConsoleServices = { readonly workspaceKind: Workspace['kind']; readonly outbox: Outbox | null };

type ConsoleContext = AgentRequestContext & Pick<RequestContext<Route, ConsoleServices>, 'services'>;

/** Adds the window's list, and the delivery console: the work of the solutions team, for workspaces without a remote. */
export function addAgentRequestAppRoutes(tree: RouteTree<ConsoleServices>): void {
  bindRoute(tree, appRoutes.listAgentRequestRecords, ({ db, orgId, services, context }) => ({
    body: listAgentRequestRecords({ db, orgId, outbox: services.outbox }, context.log),
  }));

  bindRoute(
    tree,
    appRoutes.updateAgentRequest,
    (ctx) => {
      const { db, found: row } = ctx;
      requireDeliveryConsole(ctx);
      const { assigned_engineer: engineer, estimated_uat_date: date } = ctx.json;
      if (isAgentRequestClosed(row.status))
        throw new Problem(
          'request_closed',
          `This build request is closed. Its status is “${agentRequestStatusLabels[row.status]}”.`,
        );
      return ctx.commit(() => {
        const info = createChangeInfo(ctx);
        const isAssigned = engineer !== undefined && assignEngineer(db, row, engineer, info);
        const isDated = date !== undefined && setUatDate(db, row, date === null ? null : Date.parse(date), info);
        if (isAssigned || isDated) publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireAgentRequest,
  );

  bindRoute(
    tree,
    appRoutes.moveAgentRequest,
    (ctx) => {
      const { db, json, found: row } = ctx;
      requireDeliveryConsole(ctx);
      ctx.setAuditSubject({ label: formatTargetLabel(row.name || row.request_id, agentRequestStatusLabels[json.to]) });
      return ctx.commitOnce(JSON.stringify([row.request_id, json]), () => {
        assertMoveAllowed(row, json.to);
        moveAgentRequest(db, row, json.to, {
          ...createChangeInfo(ctx),
          ...(json.to === 'rejected' && { reason: json.reason }),
        });
        publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireAgentRequest,
  );

  bindRoute(
    tree,
    appRoutes.deliverAgentRequest,
    (ctx) => {
      const { json, found: row } = ctx;
      requireDeliveryConsole(ctx);
      return ctx.commitOnce(JSON.stringify([row.request_id, json]), () => {
        assertMoveAllowed(row, 'delivered');
        deliverAgentRequest(ctx, row, json);
        publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireAgentRequest,
  );
}

function requireDeliveryConsole({ services: { workspaceKind } }: ConsoleContext): void {
  if (!hasDeliveryConsole({ kind: workspaceKind }))
    throw new Problem('console_unavailable', 'The delivery team of the remote handles this build request.');
}

function assertMoveAllowed({ status }: AgentRequestRow, to: AgentRequestStatus): void {
  if (canTransitionAgentRequest(status, to)) return;
  const [from, target] = [agentRequestStatusLabels[status], agentRequestStatusLabels[to]];
  throw new Problem('move_not_allowed', `A build request cannot move from “${from}” to “${target}”.`);
}

function publishChange({ events, orgId, params }: AgentRequestContext & Pick<RequestContext<Route>, 'events'>): void {
  events.publish({ type: 'agent_request.changed', request_id: params.request_id }, orgId);
}

function createChangeInfo({ context, principal }: Pick<RequestContext<Route>, 'context' | 'principal'>) {
  return { at: context.now(), by: principal.keyId };
}

/** Reads the request with its latest changes. */
function readRecord(ctx: AgentRequestContext): AgentRequestRecord {
  return toAgentRequestRecord(ctx.db, requireAgentRequest(ctx));
}
