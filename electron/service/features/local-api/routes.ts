import { appRoutes } from '../../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { LocalApi } from './local-api.ts';

export function addLocalApiRoutes(tree: RouteTree, access: LocalApi): void {
  bindRoute(tree, appRoutes.getLocalApi, () => ({ body: access.getStatus() }));

  bindRoute(tree, appRoutes.updateLocalApi, async ({ json, setAuditSubject }) => {
    setAuditSubject({ label: formatUpdateLabel(json) });
    return { body: await access.update(json) };
  });
}

type LocalApiUpdate = { readonly enabled?: boolean | undefined; readonly port?: number | undefined };

function formatUpdateLabel({ enabled, port }: LocalApiUpdate): string {
  const parts = [enabled === undefined ? '' : enabled ? 'On' : 'Off', port === undefined ? '' : `Port ${port}`];
  return parts.filter((part) => part !== '').join(', ');
}
