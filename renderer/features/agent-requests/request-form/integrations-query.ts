import { queryOptions } from '@tanstack/react-query';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { v1 } from '../../../data/service-clients.ts';

/** The integrations that an agent of this workspace can be built with. */
export const integrationsQuery = queryOptions({
  queryKey: ['integrations'],
  queryFn: async ({ signal }) =>
    (await v1(v1Routes.listIntegrations, { query: { limit: limits.pageSizeMax }, signal })).data,
});
