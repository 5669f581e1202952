import { v1Routes } from '../../../shared/contract.ts';
import { integrationNames, integrations } from '../../../shared/integrations.ts';
import type { EventHub } from '../events/event-hub.ts';
import { readCursor, toPage } from '../http/paging.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { requestOf } from './request-of.ts';
import { listRequests } from './request-queries.ts';
import { toRequest, toRequestSummary, type RequestRow } from './request-row.ts';
import { submitRequest } from './submit-request.ts';

export function addRequestRoutes(tree: RouteTree, hub: EventHub): void {
  bindRoute(tree, v1Routes.submitRequest, ({ workspace, principal, json, commitOnce, about }) => {
    let submitted: RequestRow | undefined;
    about({ label: json.name === '' ? null : json.name });
    const answer = commitOnce(JSON.stringify(json), () => {
      submitted = submitRequest(workspace, principal, json);
      return describeSubmitted(submitted);
    });
    if (submitted) hub.publish({ type: 'request.changed', request_id: submitted.request_id }, principal.orgId);
    return answer;
  });

  bindRoute(tree, v1Routes.getRequest, (call) => ({ body: toRequest(requestOf(call)) }));

  bindRoute(tree, v1Routes.listRequests, ({ workspace, principal, query: { limit, cursor, status } }) => {
    const before = readCursor(cursor, Number.MAX_SAFE_INTEGER);
    const rows = listRequests(workspace.db, principal.orgId, { status, before, limit: limit + 1 });
    return { body: toPage(rows, limit, toRequestSummary, (row) => row.id) };
  });

  bindRoute(tree, v1Routes.listIntegrations, ({ query: { limit, cursor } }) => {
    const start = readCursor(cursor, 0);
    const shown = integrations.slice(start, start + limit + 1);
    const describe = (integration: (typeof shown)[number]) => ({ integration, name: integrationNames[integration] });
    return { body: toPage(shown, limit, describe, () => start + limit) };
  });
}

function describeSubmitted({ request_id, name }: RequestRow) {
  const what = name === '' ? 'The request' : `The request for “${name}”`;
  return {
    body: { request_id, status: 'pending_review' as const, message: `${what} was submitted and waits for its review.` },
    headers: { Location: `/v1/agents/requests/${request_id}` },
  };
}
