import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';

export function addKeychainRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.getKeychainStatus, async () => ({ body: await tree.context.keychain.check() }));
}
