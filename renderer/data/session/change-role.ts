import { appRoutes } from '../../../shared/contract/contract.ts';
import type { Role } from '../../../shared/contract/roles.ts';
import { roleNames, roles } from '../../../shared/contract/roles.ts';
import { createQueue } from '../create-queue.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { sessionQuery, type Session } from './session-query.ts';
import { showRequestError } from '../show-request-error.ts';

type RoleLimits = Pick<Session, 'highest_role' | 'member'>;

/** Returns why the window cannot use a role, or null: the API key of a linked workspace, or the member who uses it, has a lower one. */
export function explainHigherRole(role: Role, { highest_role, member }: RoleLimits): string | null {
  if (roles.indexOf(role) < roles.indexOf(highest_role))
    return `The API key of this workspace has the role ${roleNames[highest_role]}.`;
  const memberRole = roles.find((known) => known === member?.role);
  if (!member || !memberRole || roles.indexOf(role) >= roles.indexOf(memberRole)) return null;
  return `${member.email} has the role ${roleNames[memberRole]}.`;
}

/** Refetches the session after a change of members, and what the window shows if its role is another one now. */
export async function refreshSession(): Promise<void> {
  const previous = queryClient.getQueryData(sessionQuery.queryKey);
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const { role } = queryClient.getQueryData(sessionQuery.queryKey) ?? {};
  if (previous && role !== previous.role) await reloadOtherData();
}

/** Shows the session that the service returned, and reloads the data, because the previous user may have had more access. */
export async function showSession(session: Session): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey }); // a running request would return the previous role
  queryClient.setQueryData(sessionQuery.queryKey, session);
  await reloadOtherData();
}

function reloadOtherData(): Promise<void> {
  return queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
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
    showToast(`Viewing as ${roleNames[role]}`);
    await showSession(session);
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }); // the role may have changed although the response was lost
    showRequestError('The role was not changed', error);
  }
}
