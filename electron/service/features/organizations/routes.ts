import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { Organization } from '../../../../shared/organization/organizations.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { findOrganization, listMembers } from './organization-queries.ts';

export function addOrganizationRoutes({ v1: tree }: RouteTrees): void {
  bindRoute(tree, v1Routes.getOrganization, (ctx) => ({ body: requireOwnOrganization(ctx) }));

  bindRoute(tree, v1Routes.listMembers, (ctx) => {
    const members = listMembers(ctx.db, requireOwnOrganization(ctx).id);
    return { body: { data: [...members], total: members.length } };
  });
}

type OrganizationContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly org_id: string };
};

/** Returns the organization of the path. Throws 404 if it does not exist, 403 if the API key belongs to another one. */
function requireOwnOrganization({ db, orgId, params }: OrganizationContext): Organization {
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
