import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';

/** The speech server of the open workspace. */
export const speechServerQuery = queryOptions({
  queryKey: ['speechServer'],
  queryFn: ({ signal }) => app(appRoutes.getSpeechServer, { signal }),
});
