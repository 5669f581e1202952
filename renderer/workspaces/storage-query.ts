import { useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import type { StorageUsage } from '../../shared/storage-usage.ts';
import { app } from '../service-clients.ts';

/** What one workspace takes up on the disk. */
export type WorkspaceStorage = StorageUsage['workspaces'][number];

/** Asked for again whenever somebody looks: nothing tells when a folder grows. */
export function useStorage() {
  return useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => app(appRoutes.measureStorage, { signal }),
    staleTime: 0,
  });
}

/** In bytes. */
export function getTotalBytes({ documents, recordings, database_bytes }: WorkspaceStorage): number {
  return documents.size_bytes + recordings.size_bytes + database_bytes;
}
