import { Problem } from '../../../shared/problems.ts';
import type { Route } from '../../../shared/route.ts';
import type { Call } from '../http/call.ts';
import { findRequest } from './request-queries.ts';
import type { RequestRow } from './request-row.ts';

export type RequestCall = Pick<Call<Route>, 'workspace' | 'principal'> & {
  readonly params: { readonly request_id: string };
};

/** The build request that an address names. Throws Problem `request_not_found`. */
export function requestOf({ workspace, principal, params }: RequestCall): RequestRow {
  const found = findRequest(workspace.db, principal.orgId, params.request_id);
  if (!found)
    throw new Problem('request_not_found', `No build request has the id ${JSON.stringify(params.request_id)}.`);
  return found;
}
