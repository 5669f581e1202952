// Public: other features may import this file.
import type { Organization } from '../../../../shared/organization/organizations.ts';
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
