import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { ConnectionCheck } from '../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';

export const connectionKey = ['connection'] as const;

/** The connection of the open workspace; null unless it is linked. */
export const connectionQuery = queryOptions({
  queryKey: connectionKey,
  queryFn: ({ signal }) => app(appRoutes.getConnection, { signal }),
});

/** What the open local workspace can send to a remote. Not cached: documents can be added meanwhile. */
export const linkPreviewQuery = queryOptions({
  queryKey: [...connectionKey, 'link-preview'],
  queryFn: ({ signal }) => app(appRoutes.previewLink, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** Rejects with a Problem without changing anything. */
export async function updateConnection(change: z.input<typeof appRoutes.updateConnection.json>): Promise<void> {
  const connection = await app(appRoutes.updateConnection, { json: change });
  await queryClient.cancelQueries({ queryKey: connectionKey }); // a running request would return the previous connection
  queryClient.setQueryData(connectionQuery.queryKey, { connection });
  void queryClient.invalidateQueries({ queryKey: connectionKey }); // the check that follows may have ended before this response
}

/** Checks the connection of the open workspace. The service stores what it finds. */
export async function checkConnection(signal: AbortSignal): Promise<ConnectionCheck> {
  const check = await app(appRoutes.checkConnection, { signal });
  void queryClient.invalidateQueries({ queryKey: connectionKey });
  return check;
}
