import { appRoutes } from '../../../shared/contract.ts';
import { bindRoute, type RouteTree } from '../http/route-tree.ts';
import type { ProgramAccess } from './program-access.ts';

export function addListeningRoutes(tree: RouteTree, access: ProgramAccess): void {
  bindRoute(tree, appRoutes.getListening, () => ({ body: access.describe() }));

  bindRoute(tree, appRoutes.changeListening, async ({ json, about }) => {
    about({ label: labelOf(json) });
    return { body: await access.change(json) };
  });
}

type Wanted = { readonly is_on?: boolean | undefined; readonly port?: number | undefined };

function labelOf({ is_on, port }: Wanted): string {
  const parts = [is_on === undefined ? '' : is_on ? 'On' : 'Off', port === undefined ? '' : `Port ${port}`];
  return parts.filter((part) => part !== '').join(', ');
}
