import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { fetchAllPages } from '../../data/fetch-all-pages.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';

/** Loads all pages: an organization has few keys. */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => fetchAllPages((query) => v1(v1Routes.listApiKeys, { query, signal })),
});

export const refreshKeys = createRefresher(() => invalidate(keysQuery.queryKey));
