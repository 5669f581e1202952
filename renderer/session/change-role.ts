import { appRoutes } from '../../shared/contract.ts';
import type { Role } from '../../shared/roles.ts';
import { roleNames } from '../../shared/roles.ts';
import { tellError } from '../format/tell-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';
import { tell, tellFailure } from '../ui/toasts.tsx';
import { sessionQuery } from './use-session.ts';

let turn = Promise.resolve();

/**
 * Uses the open workspace as another role; what the one before may read leaves the screen. One change after the other,
 * so that the last one holds, in the service as in the window.
 */
export function changeRole(role: Role): Promise<void> {
  turn = turn.then(() => change(role));
  return turn;
}

async function change(role: Role): Promise<void> {
  try {
    const session = await app(appRoutes.changeRole, { json: { role } });
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey }); // what was read before is older
    queryClient.setQueryData(sessionQuery.queryKey, session);
    tell(`You are ${roleNames[role]} now`);
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }); // it may have changed although no answer came
    tellFailure('The role was not changed', tellError(error));
  }
}
