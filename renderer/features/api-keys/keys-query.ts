import { queryOptions } from '@tanstack/react-query';
import type { ApiKey } from '../../../shared/organization/api-keys.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';

/** Loads all pages: an organization has few keys. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => {
    const keys: ApiKey[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: limits.pageSizeMax, ...(cursor !== null && { cursor }) };
      const page: Awaited<ReturnType<typeof fetchKeysPage>> = await fetchKeysPage(query, signal);
      keys.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return keys;
  },
});

function fetchKeysPage(query: { readonly limit: number; readonly cursor?: string }, signal: AbortSignal) {
  return v1(v1Routes.listApiKeys, { query, signal });
}

export const refreshKeys = createRefresher(() => invalidate(keysQuery.queryKey));
