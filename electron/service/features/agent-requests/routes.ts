import { v1Routes } from '../../../../shared/contract.ts';
import { integrationNames, integrations } from '../../../../shared/integrations.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { requireRequest } from './require-request.ts';
import { listRequests } from './request-queries.ts';
import { toAgentRequest, toAgentRequestSummary, type AgentRequestRow } from './request-row.ts';
import { submitRequest } from './submit-request.ts';

export function addAgentRequestRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.submitAgentRequest, (ctx) => {
    const { json } = ctx;
    ctx.setAuditSubject({ label: json.name === '' ? null : json.name });
    return ctx.commitOnce(JSON.stringify(json), () => toSubmittedResponse(submitRequest(ctx, json)));
  });

  bindRoute(tree, v1Routes.getAgentRequest, (ctx) => ({ body: toAgentRequest(requireRequest(ctx)) }));

  bindRoute(tree, v1Routes.listAgentRequests, ({ db, orgId, query: { limit, cursor, status } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listRequests(db, orgId, { status, before, limit: limit + 1 });
    return { body: toPage(rows, limit, toAgentRequestSummary, (row) => row.id) };
  });

  bindRoute(tree, v1Routes.listIntegrations, ({ query: { limit, cursor } }) => {
    const start = readCursor(cursor, 0);
    const shown = integrations.slice(start, start + limit + 1);
    const describe = (integration: (typeof shown)[number]) => ({ integration, name: integrationNames[integration] });
    return { body: toPage(shown, limit, describe, () => start + limit) };
  });
}

function toSubmittedResponse({ request_id, name }: AgentRequestRow) {
  const what = name === '' ? 'The request' : `The request for “${name}”`;
  return {
    body: { request_id, status: 'pending_review' as const, message: `${what} was submitted and waits for its review.` },
    headers: { Location: `/v1/agents/requests/${request_id}` },
  };
}
