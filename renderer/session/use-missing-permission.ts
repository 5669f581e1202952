import { explainRoles } from '../../shared/roles.ts';
import { canUseRoute, type Route } from '../../shared/route.ts';
import { useSession } from './session-query.ts';

/** Returns null if the current role can use all of these routes, or else a sentence that names the role that is needed. */
export function useMissingPermission(...routes: readonly [Route, ...Route[]]): string | null {
  const { role } = useSession();
  const refused = routes.find((route) => !canUseRoute(route, role));
  return refused && refused.roles !== 'public' ? explainRoles(refused.roles) : null;
}
