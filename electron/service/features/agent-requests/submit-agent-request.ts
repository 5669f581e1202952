import type { NewAgentRequest } from '../../../../shared/agents/agent-requests.ts';
import { getActorId } from '../organizations/authors.ts';
import { Problem, type InputError } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import {
  describeUnsupportedIntegration,
  findIntegration,
  type Integration,
} from '../../../../shared/agents/integrations.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { insertAgentRequest, type AgentRequestRow } from './agent-request-queries.ts';

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
    submittedBy: getActorId(principal),
    created_at: context.now(),
  });
  events.publish({ type: 'agent_request.changed', request_id: row.request_id }, row.org_id);
  return row;
}

/** Returns an error for each entry that is not a supported integration. */
export function findUnsupportedIntegrations(entries: readonly string[]): readonly InputError[] {
  return entries.flatMap((entry, index) => {
    if (findIntegration(entry) !== undefined) return [];
    return [{ pointer: `/required_integrations/${index}`, detail: describeUnsupportedIntegration(entry) }];
  });
}

/** Returns an error for each field that is too long. */
function findAgentRequestErrors(request: NewAgentRequest): readonly InputError[] {
  const lengths = [
    ['name', limits.agentNameLength],
    ['objective', limits.objectiveLength],
    ['target_audience', limits.audienceLength],
  ] as const;
  const tooLong = lengths.flatMap(([field, max]) =>
    request[field].length > max
      ? [{ pointer: `/${field}`, detail: `Use at most ${max} characters (currently ${request[field].length}).` }]
      : [],
  );
  const { length } = request.required_integrations;
  const detail = `Use at most ${limits.requestIntegrations} integrations (currently ${length}).`;
  return length > limits.requestIntegrations ? [...tooLong, { pointer: '/required_integrations', detail }] : tooLong;
}

/** Returns the integrations without duplicates, in order of appearance. */
export function normalizeIntegrations(entries: readonly string[]): readonly Integration[] {
  return [...new Set(entries.flatMap((entry) => findIntegration(entry) ?? []))];
}
