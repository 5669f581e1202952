import { appRoutes } from '../../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { buildOverview } from './build-overview.ts';

export function addOverviewRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.getOverview, async ({ workspace, principal }) => ({
    body: await buildOverview(workspace, principal),
  }));
}
