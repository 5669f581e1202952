import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';

/** The language model of the open workspace. */
export const languageModelQuery = queryOptions({
  queryKey: ['languageModel'],
  queryFn: ({ signal }) => app(appRoutes.getLanguageModel, { signal }),
});
