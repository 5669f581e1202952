import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import type { DocumentRecord, IngestProgress } from '../../shared/knowledge.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { invalidate } from '../live/invalidate.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';

export const documentsKey = ['documents'] as const;

export const documentsQuery = queryOptions({
  queryKey: documentsKey,
  queryFn: async ({ signal }) => (await app(appRoutes.listDocumentRecords, { signal })).data,
});

/** Until what is shown is how it stands now. */
export function refetchDocuments(): Promise<void> {
  return invalidate(documentsKey);
}

export const refreshDocuments = createRefresher(refetchDocuments);

/** The documents as the window knows them now. */
export function getCachedDocuments(): readonly DocumentRecord[] {
  return queryClient.getQueryData(documentsQuery.queryKey) ?? [];
}

/** Puts progress beside its document; false where the document is not known yet. */
export function setDocumentProgress(documentId: string, progress: IngestProgress): boolean {
  if (!getCachedDocuments().some((record) => record.document_id === documentId)) return false;
  queryClient.setQueryData(documentsQuery.queryKey, (records) =>
    records?.map((record) => (record.document_id === documentId ? { ...record, progress } : record)),
  );
  return true;
}

export function removeCachedDocument(documentId: string): void {
  queryClient.setQueryData(documentsQuery.queryKey, (records) =>
    records?.filter((record) => record.document_id !== documentId),
  );
  queryClient.removeQueries({ queryKey: ['document', documentId] });
}
