import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';

export const workspacesKey = ['workspaces'] as const;

export const workspacesQuery = queryOptions({
  queryKey: workspacesKey,
  queryFn: ({ signal }) => app(appRoutes.listWorkspaces, { signal }),
});
