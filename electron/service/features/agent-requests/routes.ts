import { agentDefinitionSchema } from '../../../../shared/agents/agent-definition.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { summarizeAcceptance } from '../../../../shared/agents/summarize-acceptance.ts';
import { integrationNames, integrations } from '../../../../shared/agents/integrations.ts';
import type { AgentRequestRecord, Delivery } from '../../../../shared/agents/agent-requests.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import {
  agentRequestStatusLabels,
  canTransitionAgentRequest,
  isAgentRequestClosed,
  type AgentRequestStatus,
} from '../../../../shared/agents/agent-request-status.ts';
import type { Workspace } from '../../../../shared/workspaces/workspaces.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { releaseAgent } from '../agents/agent-queries.ts';
import { findAgentDraft } from '../agents/agent-version-queries.ts';
import { publishVersion, requireValid } from '../agents/agent-versions.ts';
import { describeAcceptance, readAcceptance } from './acceptance.ts';
import { addAcceptanceRoutes } from './acceptance-routes.ts';
import { ensureBuildAgent } from './build-agent.ts';
import { requireAgentRequest, requireDeliveryConsole, type AgentRequestContext } from './require-agent-request.ts';
import { createAuthor, getActorId } from '../organizations/authors.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import {
  assignEngineer,
  listAgentRequests,
  moveAgentRequest,
  setUatDate,
  toAgentRequest,
  toAgentRequestSummary,
  type AgentRequestRow,
} from './agent-request-queries.ts';
import { submitAgentRequest } from './submit-agent-request.ts';
import { listAgentRequestRecords, toAgentRequestRecord } from './agent-request-records.ts';

type SubmitContext = Pick<RequestContext<typeof v1Routes.submitAgentRequest>, 'json' | 'principal'>;

export function addAgentRequestRoutes(trees: RouteTrees<ConsoleServices>): void {
  addV1Routes(trees.v1);
  addAcceptanceRoutes(trees.v1);
  addAppRoutes(trees.app);
}

function addV1Routes(tree: RouteTree<{ readonly outbox: Outbox | null }>): void {
  bindRoute(tree, v1Routes.submitAgentRequest, (ctx) => {
    const { json } = ctx;
    ctx.setAuditSubject({ label: json.name === '' ? null : json.name });
    return ctx.commitOnce(json, () => {
      const row = submitAgentRequest(ctx, json);
      const { outbox } = ctx.services;
      if (outbox) queueAgentRequest(ctx, outbox, row);
      return toSubmittedResponse(row, outbox !== null);
    });
  });

  bindRoute(tree, v1Routes.getAgentRequest, (ctx) => ({ body: toAgentRequest(requireAgentRequest(ctx)) }));

  bindRoute(tree, v1Routes.listAgentRequests, ({ db, orgId, query: { limit, cursor, status } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listAgentRequests(db, orgId, { status, before, limit: limit + 1 });
    return { body: toPage(rows, limit, toAgentRequestSummary, (row) => row.id) };
  });

  bindRoute(tree, v1Routes.listIntegrations, ({ query: { limit, cursor } }) => {
    const start = readCursor(cursor, 0);
    const page = integrations.slice(start, start + limit + 1);
    const toIntegration = (integration: (typeof page)[number]) => ({
      integration,
      name: integrationNames[integration],
    });
    return { body: toPage(page, limit, toIntegration, () => start + limit) };
  });
}

function queueAgentRequest({ json, principal }: SubmitContext, outbox: Outbox, row: AgentRequestRow): void {
  outbox.add({
    kind: 'submit_request',
    subjectId: row.request_id,
    label: row.name === '' ? row.request_id : row.name,
    payload: json,
    placedBy: principal.keyId,
    orgId: row.org_id,
  });
}

function toSubmittedResponse({ request_id, name }: AgentRequestRow, isQueued: boolean) {
  const request = name === '' ? 'The build request' : `The build request “${name}”`;
  return {
    body: {
      request_id,
      status: 'pending_review' as const,
      message: isQueued
        ? `${request} is queued. It is sent as soon as the remote can be reached.`
        : `${request} was submitted for review.`,
    },
    headers: { Location: `/v1/agents/requests/${request_id}` },
  };
}

type ConsoleServices = {
  readonly workspaceKind: Workspace['kind'];
  readonly outbox: Outbox | null;
  readonly remote: RemoteLink | null;
};

/** Adds the window's list, and the delivery console: the work of the solutions team, for workspaces without a remote. */
function addAppRoutes(tree: RouteTree<ConsoleServices>): void {
  bindRoute(tree, appRoutes.listAgentRequestRecords, ({ db, orgId, services, context }) => ({
    body: listAgentRequestRecords({ db, orgId, outbox: services.outbox }, context.log),
  }));

  bindRoute(
    tree,
    appRoutes.updateAgentRequest,
    (ctx) => {
      const { db, found: row } = ctx;
      requireDeliveryConsole(ctx.services);
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
      requireDeliveryConsole(ctx.services);
      ctx.setAuditSubject({ label: formatTargetLabel(row.name || row.request_id, agentRequestStatusLabels[json.to]) });
      return ctx.commitOnce([row.request_id, json], () => {
        assertMoveAllowed(row, json.to);
        if (json.to === 'uat') ensureBuildAgent(ctx, row);
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
      requireDeliveryConsole(ctx.services);
      return ctx.commitOnce([row.request_id, json], () => {
        assertMoveAllowed(row, 'delivered');
        const acceptance = readAcceptance(ctx.db, row);
        ctx.setAuditSubject({ label: formatTargetLabel(json.name, summarizeAcceptance(acceptance)) });
        deliverAgentRequest(ctx, row, json, describeAcceptance(acceptance));
        publishChange(ctx);
        return { body: readRecord(ctx) };
      });
    },
    requireAgentRequest,
  );
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
  return { at: context.now(), by: getActorId(principal) };
}

/** Reads the request with its latest changes. */
function readRecord(ctx: AgentRequestContext): AgentRequestRecord {
  return toAgentRequestRecord(ctx.db, requireAgentRequest(ctx));
}

/** Releases the agent of the acceptance test with the values of the delivery, and marks the build request as delivered. Call in a transaction. */
function deliverAgentRequest(
  ctx: Pick<RequestContext<Route>, 'db' | 'context' | 'events' | 'principal'>,
  row: AgentRequestRow,
  values: Delivery,
  tried: string,
): void {
  const { db, context, events, principal } = ctx;
  const at = context.now();
  const agent = ensureBuildAgent(ctx, row);
  const definition = agentDefinitionSchema.parse({ ...findAgentDraft(db, agent.id)?.definition, ...values });
  requireValid(db, row.org_id, definition);
  const author = createAuthor(principal);
  publishVersion(db, agent, definition, { at, author, note: '' });
  releaseAgent(db, agent.id);
  moveAgentRequest(db, row, 'delivered', { at, by: getActorId(principal), agentId: agent.agent_id, reason: tried });
  events.publish({ type: 'agent.changed', agent_id: agent.agent_id }, row.org_id);
}
