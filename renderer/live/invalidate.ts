import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';

/**
 * Until everything under a key is shown as it is now. Where a first answer is still on its way it may be older than what
 * has happened: it is waited for, and asked for once more.
 */
export async function invalidate(queryKey: QueryKey): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ queryKey });
  if (first.length > 0) await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
}
