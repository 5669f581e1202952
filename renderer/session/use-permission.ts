import { explainRoles } from '../../shared/roles.ts';
import { mayUse, type Route } from '../../shared/route.ts';
import { useSession } from './use-session.ts';

/** Null where the role of the window may use all of these operations, or the sentence that says which role the first other one needs. */
export function usePermission(...operations: readonly [Route, ...Route[]]): string | null {
  const { role } = useSession();
  const refused = operations.find((operation) => !mayUse(operation, role));
  return refused && refused.roles !== 'everyone' ? explainRoles(refused.roles) : null;
}
