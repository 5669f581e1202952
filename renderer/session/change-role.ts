import { appRoutes } from '../../shared/contract.ts';
import type { Role } from '../../shared/roles.ts';
import { roleNames } from '../../shared/roles.ts';
import { tellError } from '../format/tell-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';
import { tell, tellFailure } from '../ui/toasts.tsx';
import { sessionQuery } from './use-session.ts';

/** Uses the open workspace as another role; what the one before may read leaves the screen. */
export async function changeRole(role: Role): Promise<void> {
  try {
    const session = await app(appRoutes.changeRole, { json: { role } });
    queryClient.setQueryData(sessionQuery.queryKey, session);
    tell(`You are ${roleNames[role]} now`);
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  } catch (error) {
    tellFailure('The role was not changed', tellError(error));
  }
}
