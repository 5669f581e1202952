import type { NewAgentRequest } from '../../../../shared/agents/agent-requests.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { insertAgentRequest } from './agent-request-queries.ts';
import type { AgentRequestRow } from './agent-request-row.ts';
import {
  findAgentRequestErrors,
  findUnsupportedIntegrations,
  normalizeIntegrations,
} from './validate-agent-request.ts';

/** Validates and stores a build request. Throws Problem 422 if it is invalid. Call in a transaction. */
export function submitAgentRequest(
  { db, context, events, principal }: Pick<RequestContext<Route>, 'db' | 'context' | 'events' | 'principal'>,
  input: NewAgentRequest,
): AgentRequestRow {
  const errors = findAgentRequestErrors(input);
  if (errors.length > 0)
    throw new Problem('request_invalid', `The build request is invalid. ${errors[0]?.detail}`, { errors });
  const unsupported = findUnsupportedIntegrations(input.required_integrations);
  if (unsupported.length > 0) {
    const detail =
      unsupported.length === 1 ? unsupported[0]?.detail : `${unsupported.length} integrations are not supported.`;
    throw new Problem('integration_unsupported', `${detail} GET /integrations lists the supported ones.`, {
      errors: unsupported,
    });
  }
  const row = insertAgentRequest(db, {
    request_id: context.newId('abr'),
    org_id: principal.orgId,
    name: input.name,
    objective: input.objective,
    target_audience: input.target_audience,
    integrations: normalizeIntegrations(input.required_integrations),
    submittedBy: principal.keyId,
    created_at: context.now(),
  });
  events.publish({ type: 'agent_request.changed', request_id: row.request_id }, row.org_id);
  return row;
}
