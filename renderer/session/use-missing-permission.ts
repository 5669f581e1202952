import { explainRoles } from '../../shared/roles.ts';
import { canUseRoute, type Route } from '../../shared/route.ts';
import { useSession } from './session-query.ts';

/** Null where the role of the window may use all of these operations, or the sentence that says which role the first other one needs. */
export function useMissingPermission(...operations: readonly [Route, ...Route[]]): string | null {
  const { role } = useSession();
  const refused = operations.find((operation) => !canUseRoute(operation, role));
  return refused && refused.roles !== 'public' ? explainRoles(refused.roles) : null;
}
