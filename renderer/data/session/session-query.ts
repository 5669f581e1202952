import { queryOptions, useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { RouteOutput } from '../../../shared/contract/client.ts';
import { app } from '../service-clients.ts';
import { noticeWorkspace } from './shown-workspace.ts';

export type Session = RouteOutput<typeof appRoutes.getSession>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await app(appRoutes.getSession, { signal });
    noticeWorkspace(session.workspace?.workspace_id ?? null);
    return session;
  },
});

/** Returns the session. Must only be used inside the frame, which renders after the session has loaded. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('A view was rendered before the session was loaded.');
  return data;
}

export function isLinked({ workspace }: Session): boolean {
  return workspace?.kind === 'linked';
}

/** Whether the open workspace mirrors a remote. */
export function useIsLinked(): boolean {
  return isLinked(useSession());
}

/** Returns the reason why what needs a remote is disabled, or null. */
export function explainMissingRemote(session: Session): string | null {
  return isLinked(session) ? null : 'This workspace is not linked to a remote.';
}
