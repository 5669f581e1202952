import { useQuery } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { StorageUsage } from '../../shared/workspaces/storage-usage.ts';
import { app } from './service-clients.ts';

/** The storage that one workspace uses. */
export type WorkspaceStorage = StorageUsage['workspaces'][number];

/** Returns the storage usage. Refetched on every mount, because no event reports changes of file sizes. */
export function useStorage() {
  return useQuery({
    queryKey: ['storage'],
    queryFn: ({ signal }) => app(appRoutes.measureStorage, { signal }),
    staleTime: 0,
  });
}

/** Returns the size of a workspace in bytes. */
export function getTotalBytes(workspace: WorkspaceStorage): number {
  const { documents, recordings, invoices, database_bytes, snapshots, damaged_copies } = workspace;
  const copiesBytes = damaged_copies.reduce((total, { size_bytes }) => total + size_bytes, 0);
  const filesBytes = documents.size_bytes + recordings.size_bytes + invoices.size_bytes;
  return filesBytes + database_bytes + snapshots.size_bytes + copiesBytes;
}
