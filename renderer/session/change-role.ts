import { appRoutes } from '../../shared/contract.ts';
import type { Role } from '../../shared/roles.ts';
import { roleNames } from '../../shared/roles.ts';
import { formatError } from '../format/format-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { showToast, showErrorToast } from '../ui/toasts.tsx';
import { sessionQuery } from './session-query.ts';

let lastChange = Promise.resolve();

/**
 * Uses the open workspace as another role; what the one before may read leaves the screen. One change after the other,
 * so that the last one holds, in the service as in the window.
 */
export function changeRole(role: Role): Promise<void> {
  lastChange = lastChange.then(() => applyRole(role));
  return lastChange;
}

async function applyRole(role: Role): Promise<void> {
  try {
    const session = await app(appRoutes.changeRole, { json: { role } });
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey }); // what was read before is older
    queryClient.setQueryData(sessionQuery.queryKey, session);
    showToast(`You are ${roleNames[role]} now`);
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }); // it may have changed although no answer came
    showErrorToast('The role was not changed', formatError(error));
  }
}
