import { appRoutes } from '../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import { describeWhole } from './describe-whole.ts';

export function addOverviewRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.getOverview, async ({ workspace, principal }) => ({
    body: await describeWhole(workspace, principal),
  }));
}
