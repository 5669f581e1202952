import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findAgentRequest } from './agent-request-queries.ts';
import type { AgentRequestRow } from './agent-request-row.ts';

export type AgentRequestContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly request_id: string };
};

/** Returns the build request of the path. Throws Problem `request_not_found`. */
export function requireAgentRequest({ db, orgId, params }: AgentRequestContext): AgentRequestRow {
  const row = findAgentRequest(db, orgId, params.request_id);
  if (!row)
    throw new Problem(
      'request_not_found',
      `There is no build request with the ID ${JSON.stringify(params.request_id)}.`,
    );
  return row;
}
