import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import { app } from '../service-clients.ts';

export const workspacesKey = ['workspaces'] as const;

export const workspacesQuery = queryOptions({
  queryKey: workspacesKey,
  queryFn: ({ signal }) => app(appRoutes.listWorkspaces, { signal }),
});
