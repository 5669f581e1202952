import { appRoutes } from '../../../shared/contract/contract.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import { roleNames, roles } from '../../../shared/contract/roles.ts';
import { createQueue } from '../create-queue.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { sessionQuery } from './session-query.ts';
import { showRequestError } from '../show-request-error.ts';

/** Returns why the window cannot use a role, or null. In a linked workspace, the API key has the highest role. */
export function explainHigherRole(role: Role, highestRole: Role): string | null {
  if (roles.indexOf(role) >= roles.indexOf(highestRole)) return null;
  return `The API key of this workspace has the role ${roleNames[highestRole]}.`;
}

const runInOrder = createQueue();

/**
 * Switches the role of the window and reloads its data, because the previous role may have had more access. Changes run one
 * after the other, so that service and window end with the last one.
 */
export function changeRole(role: Role): Promise<void> {
  return runInOrder(() => applyRole(role));
}

async function applyRole(role: Role): Promise<void> {
  try {
    const session = await app(appRoutes.changeRole, { json: { role } });
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey }); // a running request would return the previous role
    queryClient.setQueryData(sessionQuery.queryKey, session);
    showToast(`Viewing as ${roleNames[role]}`);
    await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }); // the role may have changed although the response was lost
    showRequestError('The role was not changed', error);
  }
}
