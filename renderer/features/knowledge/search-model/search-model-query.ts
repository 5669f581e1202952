import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { app } from '../../../data/service-clients.ts';

/** The search model of the open workspace. */
export const searchModelQuery = queryOptions({
  queryKey: ['searchModel'],
  queryFn: ({ signal }) => app(appRoutes.getSearchModel, { signal }),
});
