import { hasDeliveryConsole, type AgentRequestRecord } from '../../../../shared/agent-requests.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import {
  canTransitionAgentRequest,
  isAgentRequestClosed,
  agentRequestStatusLabels,
  type AgentRequestStatus,
} from '../../../../shared/agent-request-status.ts';
import type { Workspace } from '../../../../shared/workspaces.ts';
import type { Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { deliverRequest } from './deliver-request.ts';
import { listRequestRecords, toRequestRecord } from './list-request-records.ts';
import { requireRequest, type AgentRequestContext } from './require-request.ts';
import { assignEngineer, moveRequest, setUatDate } from './request-queries.ts';
import type { AgentRequestRow } from './request-row.ts';

type ConsoleServices = { readonly workspaceKind: Workspace['kind'] };

type ConsoleContext = AgentRequestContext & Pick<RequestContext<Route, ConsoleServices>, 'services'>;

/** Adds the window's list, and the delivery console: the work of the solutions team, for workspaces without a remote. */
export function addAgentRequestAppRoutes(tree: RouteTree<ConsoleServices>): void {
  bindRoute(tree, appRoutes.listAgentRequestRecords, ({ db, orgId, context }) => ({
    body: listRequestRecords(db, orgId, context.log),
  }));

  bindRoute(
    tree,
    appRoutes.updateAgentRequest,
    (ctx) => {
      const { db, found: row } = ctx;
      requireDeliveryConsole(ctx);
      const { assigned_engineer: engineer, estimated_uat_date: date } = ctx.json;
      if (isAgentRequestClosed(row.status))
        throw new Problem('request_closed', `This request is closed: it was ${row.status}.`);
      return ctx.commit(() => {
        const info = createChangeInfo(ctx);
        const isAssigned = engineer !== undefined && assignEngineer(db, row, engineer, info);
        const isDated = date !== undefined && setUatDate(db, row, date === null ? null : Date.parse(date), info);
        if (isAssigned || isDated) publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireRequest,
  );

  bindRoute(
    tree,
    appRoutes.moveAgentRequest,
    (ctx) => {
      const { db, json, found: row } = ctx;
      requireDeliveryConsole(ctx);
      return ctx.commitOnce(JSON.stringify([row.request_id, json]), () => {
        assertMoveAllowed(row, json.to);
        moveRequest(db, row, json.to, {
          ...createChangeInfo(ctx),
          ...(json.to === 'rejected' && { reason: json.reason }),
        });
        publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireRequest,
  );

  bindRoute(
    tree,
    appRoutes.deliverAgentRequest,
    (ctx) => {
      const { json, found: row } = ctx;
      requireDeliveryConsole(ctx);
      return ctx.commitOnce(JSON.stringify([row.request_id, json]), () => {
        assertMoveAllowed(row, 'delivered');
        deliverRequest(ctx, row, json);
        publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireRequest,
  );
}

function requireDeliveryConsole({ services: { workspaceKind } }: ConsoleContext): void {
  if (!hasDeliveryConsole({ kind: workspaceKind }))
    throw new Problem('console_unavailable', 'The team of its remote works on this request.');
}

function assertMoveAllowed({ status }: AgentRequestRow, to: AgentRequestStatus): void {
  if (canTransitionAgentRequest(status, to)) return;
  const [from, target] = [agentRequestStatusLabels[status], agentRequestStatusLabels[to]];
  throw new Problem('move_not_allowed', `A request cannot move from “${from}” to “${target}”.`);
}

function publishChange({ events, orgId, params }: AgentRequestContext & Pick<RequestContext<Route>, 'events'>): void {
  events.publish({ type: 'agent_request.changed', request_id: params.request_id }, orgId);
}

function createChangeInfo({ context, principal }: Pick<RequestContext<Route>, 'context' | 'principal'>) {
  return { at: context.now(), by: principal.keyId };
}

/** Reads the request with its latest changes. */
function readRecord(ctx: AgentRequestContext): AgentRequestRecord {
  return toRequestRecord(ctx.db, requireRequest(ctx));
}
