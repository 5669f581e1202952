import { explainRoles } from '../../shared/roles.ts';
import type { Route } from '../../shared/route.ts';
import { useSession } from './use-session.ts';

/** Null where the role of the window may use the operation, or the sentence that says which role it needs. */
export function usePermission(route: Route): string | null {
  const { role } = useSession();
  if (route.roles === 'everyone' || route.roles.includes(role)) return null;
  return explainRoles(route.roles);
}
