import { v1Routes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { addInvitationRoutes } from './invitation-routes.ts';
import { addMemberRoutes, type MemberServices } from './member-routes.ts';
import { requireOwnOrganization } from './require-organization.ts';

export function addOrganizationRoutes({ v1: tree }: RouteTrees<MemberServices>): void {
  bindRoute(tree, v1Routes.getOrganization, (ctx) => ({ body: requireOwnOrganization(ctx) }));
  addMemberRoutes(tree);
  addInvitationRoutes(tree);
}
