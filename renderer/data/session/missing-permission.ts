import { explainRoles } from '../../../shared/contract/roles.ts';
import { canUseRoute, changesWorkspace, findWindowRole, type Route } from '../../../shared/contract/route.ts';
import { readOnlyReason } from '../../../shared/workspaces/workspaces.ts';
import { useSession, type Session } from './session-query.ts';

type Routes = readonly [Route, ...Route[]];

/**
 * Returns null if the window can use all of these routes, or else a sentence that names the role that is needed or says that
 * the workspace is read-only.
 */
export function explainMissingPermission({ role, highest_role, workspace }: Session, ...routes: Routes): string | null {
  const refused = routes.find((route) => !canUseRoute(route, findWindowRole(route, role, highest_role)));
  if (refused && refused.roles !== 'public') return explainRoles(refused.roles);
  return workspace?.is_read_only && routes.some(changesWorkspace) ? readOnlyReason : null;
}

/** Returns the reason why the window cannot use all of these routes, or null. */
export function useMissingPermission(...routes: Routes): string | null {
  return explainMissingPermission(useSession(), ...routes);
}
