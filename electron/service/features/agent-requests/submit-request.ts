import {
  findAgentRequestErrors,
  findUnsupportedIntegrations,
  normalizeIntegrations,
  type NewAgentRequest,
} from '../../../../shared/agent-requests.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { insertRequest } from './request-queries.ts';
import type { AgentRequestRow } from './request-row.ts';

/** Stores a request in the transaction that it is called in. Throws Problem 422 for what cannot be taken. */
export function submitRequest(
  { db, context, events, principal }: Pick<RequestContext<Route>, 'db' | 'context' | 'events' | 'principal'>,
  wanted: NewAgentRequest,
): AgentRequestRow {
  const errors = findAgentRequestErrors(wanted);
  if (errors.length > 0)
    throw new Problem('request_invalid', `The request cannot be taken: ${errors[0]?.detail}`, { errors });
  const unsupported = findUnsupportedIntegrations(wanted.required_integrations);
  if (unsupported.length > 0) {
    const detail =
      unsupported.length === 1 ? unsupported[0]?.detail : `${unsupported.length} integrations are not supported.`;
    throw new Problem('integration_unsupported', `${detail} GET /integrations lists those that are.`, {
      errors: unsupported,
    });
  }
  const row = insertRequest(db, {
    request_id: context.newId('abr'),
    org_id: principal.orgId,
    name: wanted.name,
    objective: wanted.objective,
    target_audience: wanted.target_audience,
    integrations: normalizeIntegrations(wanted.required_integrations),
    submittedBy: principal.keyId,
    created_at: context.now(),
  });
  events.publish({ type: 'agent_request.changed', request_id: row.request_id }, row.org_id);
  return row;
}
