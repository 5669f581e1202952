// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findCall, type CallRow } from './call-queries.ts';

/** A request whose path contains a call ID. */
export type CallRequestContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly call_id: string };
};

/** Returns the call of the path. Throws Problem `call_not_found`. */
export function requireCall({ db, orgId, params }: CallRequestContext): CallRow {
  const call = findCall(db, orgId, params.call_id);
  if (!call) throw new Problem('call_not_found', `There is no call with the ID ${JSON.stringify(params.call_id)}.`);
  return call;
}
