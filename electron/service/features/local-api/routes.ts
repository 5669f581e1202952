import { appRoutes } from '../../../../shared/contract/contract.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import type { LocalApi } from './local-api.ts';

export function addLocalApiRoutes({ app: tree }: RouteTrees, localApi: LocalApi): void {
  bindRoute(tree, appRoutes.getLocalApi, () => ({ body: localApi.getStatus() }));

  bindRoute(tree, appRoutes.updateLocalApi, async ({ json, setAuditSubject }) => {
    setAuditSubject({ label: formatUpdateLabel(json) });
    return { body: await localApi.update(json) };
  });
}

type LocalApiUpdate = { readonly enabled?: boolean | undefined; readonly port?: number | undefined };

function formatUpdateLabel({ enabled, port }: LocalApiUpdate): string {
  const parts = [
    enabled === undefined ? '' : enabled ? 'enabled' : 'disabled',
    port === undefined ? '' : `port ${port}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
