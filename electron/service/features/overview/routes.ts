import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { buildOverview, type OverviewServices } from './build-overview.ts';

export function addOverviewRoutes({ app: tree }: RouteTrees<OverviewServices>): void {
  bindRoute(tree, appRoutes.getOverview, async (ctx) => ({
    body: await buildOverview(ctx, ctx.query.since),
  }));
}
