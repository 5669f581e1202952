// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findCall, type CallRow } from './call-queries.ts';
import { isMember } from './call-review-queries.ts';

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

type UnknownMemberCode = 'assignee_unknown' | 'author_unknown' | 'reviewer_unknown';

/** Throws a Problem with this code if there is an ID, and no member has it. */
export function requireMember(
  db: Database,
  orgId: string,
  userId: string | null | undefined,
  code: UnknownMemberCode,
): void {
  if (typeof userId === 'string' && !isMember(db, orgId, userId))
    throw new Problem(code, `There is no member with the ID ${JSON.stringify(userId)}.`);
}
