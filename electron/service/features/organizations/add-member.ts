// Public: other features may import this file.
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Member } from '../../../../shared/organization/members.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findPerson, insertMember } from './member-queries.ts';

type AddMemberOptions = {
  readonly db: Database;
  readonly orgId: string;
  readonly context: Pick<Context, 'newId' | 'now'>;
};

/** Adds a member, in the open transaction. A person who was removed keeps the ID. Throws Problem `member_exists`. */
export function addMember({ db, orgId, context }: AddMemberOptions, fields: Omit<Member, 'user_id'>): Member {
  const known = findPerson(db, orgId, fields.email);
  if (known?.removed_at === null) throw createExistsProblem(known);
  const member = { user_id: known?.user_id ?? context.newId('usr'), ...fields };
  insertMember(db, orgId, member, context.now());
  return member;
}

function createExistsProblem({ email, status }: Member): Problem {
  const detail =
    status === 'pending_invite'
      ? `${email} is already invited. Renew the invitation instead.`
      : `${email} is already a member.`;
  return new Problem('member_exists', detail, { errors: [{ pointer: '/email', detail }] });
}
