import { queryOptions, useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import type { RouteOutput } from '../../shared/client.ts';
import { app } from '../service-clients.ts';

export type Session = RouteOutput<typeof appRoutes.getSession>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => app(appRoutes.getSession, { signal }),
});

/** Returns the session. Must only be used inside the frame, which renders after the session has loaded. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('A view was rendered before the session was loaded.');
  return data;
}
