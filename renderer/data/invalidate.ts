import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Refetches all queries under a key (`[]`: every query) and resolves when they are up to date. The first response of a query that is still
 * loading can be older than the change, so such a query is fetched a second time.
 */
export async function invalidate(queryKey: QueryKey): Promise<void> {
  const loading = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  if (loading.length === 0) return;
  await Promise.allSettled(loading.map(({ promise }) => promise)); // of those that nothing shows yet
  await queryClient.invalidateQueries({ predicate: (query) => loading.includes(query) });
}
