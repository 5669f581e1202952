// Public: other features may import this file.
import type { Member } from '../../../../shared/organization/members.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { isSameEmail } from './is-same-email.ts';

const columns = 'user_id, email, role, status';

/** Returns all members in the order in which they were invited. */
export function listMembers(db: Database, orgId: string): readonly Member[] {
  return db.all<Member>(
    `SELECT ${columns} FROM member WHERE org_id = ? AND removed_at IS NULL ORDER BY invited_at, rowid`,
    orgId,
  );
}

export function findMember(db: Database, orgId: string, userId: string): Member | undefined {
  const sql = `SELECT ${columns} FROM member WHERE org_id = ? AND user_id = ? AND removed_at IS NULL`;
  return db.get<Member>(sql, orgId, userId);
}

/** Finds the person with this address. One who was removed is returned if no member has it. */
export function findPerson(
  db: Database,
  orgId: string,
  email: string,
): (Member & { readonly removed_at: number | null }) | undefined {
  const people = db.all<Member & { readonly removed_at: number | null }>(
    `SELECT ${columns}, removed_at FROM member WHERE org_id = ? ORDER BY removed_at IS NOT NULL, removed_at DESC`,
    orgId,
  );
  return people.find((person) => isSameEmail(person.email, email));
}

/** Returns whether another member is an active Admin. */
export function hasOtherAdmin(db: Database, orgId: string, userId: string): boolean {
  const sql = `SELECT 1 FROM member WHERE org_id = ? AND user_id <> ? AND role = 'admin' AND status = 'active'
    AND removed_at IS NULL LIMIT 1`;
  return db.get(sql, orgId, userId) !== undefined;
}

export type PendingInvite = { readonly email: string; readonly invitedAt: string };

/** Returns the invites from before a time that are still pending, oldest first. */
export function listPendingInvitesBefore(db: Database, orgId: string, beforeMs: number): readonly PendingInvite[] {
  const rows = db.all<{ readonly email: string; readonly invited_at: number }>(
    `SELECT email, invited_at FROM member
     WHERE org_id = ? AND status = 'pending_invite' AND removed_at IS NULL AND invited_at < ? ORDER BY invited_at, user_id`,
    orgId,
    beforeMs,
  );
  return rows.map(({ email, invited_at }) => ({ email, invitedAt: formatTimestamp(invited_at) }));
}

/** Adds a member, or a person who was removed again. */
export function insertMember(db: Database, orgId: string, member: Member, invitedAt: number): void {
  db.run(
    `INSERT INTO member (user_id, org_id, email, role, status, invited_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, role = excluded.role, status = excluded.status,
       invited_at = excluded.invited_at, removed_at = NULL`,
    member.user_id,
    orgId,
    member.email,
    member.role,
    member.status,
    invitedAt,
  );
}

export function updateMember(db: Database, orgId: string, { user_id, email, role, status }: Member): void {
  db.run(
    'UPDATE member SET email = ?, role = ?, status = ? WHERE org_id = ? AND user_id = ?',
    email,
    role,
    status,
    orgId,
    user_id,
  );
}

/** Removes a member. What the member wrote keeps the name. */
export function removeMember(db: Database, orgId: string, userId: string, removedAt: number): void {
  db.run('UPDATE member SET removed_at = ? WHERE org_id = ? AND user_id = ?', removedAt, orgId, userId);
}
