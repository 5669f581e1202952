import { v1Routes } from '../../../../shared/contract/contract.ts';
import { integrationNames, integrations } from '../../../../shared/agents/integrations.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { requireAgentRequest } from './require-agent-request.ts';
import { listAgentRequests } from './agent-request-queries.ts';
import { toAgentRequest, toAgentRequestSummary, type AgentRequestRow } from './agent-request-row.ts';
import { submitAgentRequest } from './submit-agent-request.ts';

type SubmitContext = Pick<RequestContext<typeof v1Routes.submitAgentRequest>, 'json' | 'principal'>;

export function addAgentRequestRoutes(tree: RouteTree<{ readonly outbox: Outbox | null }>): void {
  bindRoute(tree, v1Routes.submitAgentRequest, (ctx) => {
    const { json } = ctx;
    ctx.setAuditSubject({ label: json.name === '' ? null : json.name });
    return ctx.commitOnce(JSON.stringify(json), () => {
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
