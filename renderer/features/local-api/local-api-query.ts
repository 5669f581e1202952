import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { app } from '../../data/service-clients.ts';

export const localApiQuery = queryOptions({
  queryKey: ['local-api'],
  queryFn: ({ signal }) => app(appRoutes.getLocalApi, { signal }),
});

export const refreshLocalApi = createRefresher(() => invalidate(localApiQuery.queryKey));
