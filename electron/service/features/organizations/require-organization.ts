import type { Organization } from '../../../../shared/organization/organizations.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { findOrganization } from './organization-queries.ts';

/** A request whose path contains the ID of an organization. */
export type OrganizationContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly org_id: string };
};

/** Returns the organization of the path. Throws 404 if it does not exist, 403 if the API key belongs to another one. */
export function requireOwnOrganization({ db, orgId, params }: OrganizationContext): Organization {
  const organization = findOrganization(db, params.org_id);
  if (!organization) {
    throw new Problem(
      'organization_not_found',
      `There is no organization with the ID ${JSON.stringify(params.org_id)}.`,
    );
  }
  if (organization.id !== orgId) {
    throw new Problem('forbidden_organization', 'This API key belongs to another organization.');
  }
  return organization;
}
