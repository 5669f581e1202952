import { explainRoles } from '../../../shared/contract/roles.ts';
import { canUseRoute, changesWorkspace, findWindowRole, type Route } from '../../../shared/contract/route.ts';
import { readOnlyReason } from '../../../shared/workspaces/workspaces.ts';
import { useSession } from './session-query.ts';

/**
 * Returns null if the window can use all of these routes, or else a sentence that names the role that is needed or says that
 * the workspace is read-only.
 */
export function useMissingPermission(...routes: readonly [Route, ...Route[]]): string | null {
  const { role, highest_role, workspace } = useSession();
  const refused = routes.find((route) => !canUseRoute(route, findWindowRole(route, role, highest_role)));
  if (refused && refused.roles !== 'public') return explainRoles(refused.roles);
  return workspace?.is_read_only && routes.some(changesWorkspace) ? readOnlyReason : null;
}
