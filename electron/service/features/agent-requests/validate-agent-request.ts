import type { NewAgentRequest } from '../../../../shared/agents/agent-requests.ts';
import {
  describeUnsupportedIntegration,
  findIntegration,
  type Integration,
} from '../../../../shared/agents/integrations.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import type { InputError } from '../../../../shared/contract/problems.ts';

/** Returns an error for each entry that is not a supported integration. */
export function findUnsupportedIntegrations(entries: readonly string[]): readonly InputError[] {
  return entries.flatMap((entry, index) => {
    if (findIntegration(entry) !== undefined) return [];
    return [{ pointer: `/required_integrations/${index}`, detail: describeUnsupportedIntegration(entry) }];
  });
}

/** Returns an error for each field that is too long. */
export function findAgentRequestErrors(request: NewAgentRequest): readonly InputError[] {
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
