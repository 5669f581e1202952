import { Problem } from '../../../../shared/problems.ts';
import type { Route } from '../../../../shared/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findCall } from './call-queries.ts';
import type { CallRow } from './call-row.ts';

/** A request that names a call in its path. */
export type CallRequestContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly call_id: string };
};

/** The call that the path names. Throws Problem `call_not_found`. */
export function requireCall({ db, orgId, params }: CallRequestContext): CallRow {
  const found = findCall(db, orgId, params.call_id);
  if (!found) throw new Problem('call_not_found', `No call has the id ${JSON.stringify(params.call_id)}.`);
  return found;
}
