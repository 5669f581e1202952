import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { isMember } from './call-review-queries.ts';

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
