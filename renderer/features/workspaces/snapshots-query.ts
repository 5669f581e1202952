import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { app } from '../../data/service-clients.ts';
import { workspacesKey } from './workspaces-query.ts';

export const snapshotsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workspacesKey, workspaceId, 'snapshots'],
    queryFn: ({ signal }) => app(appRoutes.listSnapshots, { params: { workspace_id: workspaceId }, signal }),
    staleTime: 0,
  });
