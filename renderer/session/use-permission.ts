import { explainRoles } from '../../shared/roles.ts';
import { mayUse, type Route } from '../../shared/route.ts';
import { useSession } from './use-session.ts';

/** Null where the role of the window may use the operation, or the sentence that says which role it needs. */
export function usePermission(route: Route): string | null {
  const { role } = useSession();
  return route.roles === 'everyone' || mayUse(route, role) ? null : explainRoles(route.roles);
}
