import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';

export function addKeychainRoutes({ app: tree }: RouteTrees): void {
  bindRoute(tree, appRoutes.getKeychainStatus, async () => ({ body: await tree.context.keychain.check() }));
}
