import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findRequest } from './request-queries.ts';
import type { AgentRequestRow } from './request-row.ts';

export type AgentRequestContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly request_id: string };
};

/** The build request that an address names. Throws Problem `request_not_found`. */
export function requireRequest({ db, orgId, params }: AgentRequestContext): AgentRequestRow {
  const found = findRequest(db, orgId, params.request_id);
  if (!found)
    throw new Problem('request_not_found', `No build request has the id ${JSON.stringify(params.request_id)}.`);
  return found;
}
