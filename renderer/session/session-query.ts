import { queryOptions, useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import type { RouteOutput } from '../../shared/client.ts';
import { app } from '../service-clients.ts';

export type Session = RouteOutput<typeof appRoutes.getSession>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => app(appRoutes.getSession, { signal }),
});

/** The session that the frame was opened with; the views stand inside it and never see it missing. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('A view was shown before the session was known.');
  return data;
}
