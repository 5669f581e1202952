// Public: other features may import this file.
import type { Member, Organization } from '../../../../shared/organization/organizations.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';

export type OrganizationRow = {
  readonly org_id: string;
  readonly name: string;
  readonly industry: string;
  readonly status: string;
  readonly subscription_tier: string;
  readonly created_at: number;
};

export function findOrganizationRow(db: Database, orgId: string): OrganizationRow | undefined {
  return db.get<OrganizationRow>('SELECT * FROM organization WHERE org_id = ?', orgId);
}

export function findOrganization(db: Database, orgId: string): Organization | undefined {
  const row = findOrganizationRow(db, orgId);
  return (
    row && {
      id: row.org_id,
      name: row.name,
      industry: row.industry,
      status: row.status,
      created_at: formatTimestamp(row.created_at),
      subscription_tier: row.subscription_tier,
    }
  );
}

/** Returns all members in the order in which they were invited. */
export function listMembers(db: Database, orgId: string): readonly Member[] {
  return db.all<Member>(
    'SELECT user_id, email, role, status FROM member WHERE org_id = ? ORDER BY invited_at, rowid',
    orgId,
  );
}

export type PendingInvite = { readonly email: string; readonly invitedAt: string };

/** Returns the invites from before a time that are still pending, oldest first. */
export function listPendingInvitesBefore(db: Database, orgId: string, beforeMs: number): readonly PendingInvite[] {
  const rows = db.all<{ readonly email: string; readonly invited_at: number }>(
    `SELECT email, invited_at FROM member WHERE org_id = ? AND status = 'pending_invite' AND invited_at < ?
     ORDER BY invited_at, user_id`,
    orgId,
    beforeMs,
  );
  return rows.map(({ email, invited_at }) => ({ email, invitedAt: formatTimestamp(invited_at) }));
}

export type NewOrganization = Omit<Organization, 'created_at' | 'status'> & { readonly createdAt: number };

export function insertOrganization(db: Database, organization: NewOrganization): void {
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at)
     VALUES (?, ?, ?, 'active', ?, ?)`,
    organization.id,
    organization.name,
    organization.industry,
    organization.subscription_tier,
    organization.createdAt,
  );
}

export function insertMember(db: Database, orgId: string, member: Member, invitedAt: number): void {
  db.run(
    'INSERT INTO member (user_id, org_id, email, role, status, invited_at) VALUES (?, ?, ?, ?, ?, ?)',
    member.user_id,
    orgId,
    member.email,
    member.role,
    member.status,
    invitedAt,
  );
}

export function updateOrganization(db: Database, orgId: string, organization: Omit<OrganizationRow, 'org_id'>): void {
  const { name, industry, status, subscription_tier, created_at } = organization;
  db.run(
    'UPDATE organization SET name = ?, industry = ?, status = ?, subscription_tier = ?, created_at = ? WHERE org_id = ?',
    name,
    industry,
    status,
    subscription_tier,
    created_at,
    orgId,
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

export function deleteMember(db: Database, orgId: string, userId: string): void {
  db.run('DELETE FROM member WHERE org_id = ? AND user_id = ?', orgId, userId);
}
