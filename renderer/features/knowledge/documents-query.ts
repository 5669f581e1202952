import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord, IngestProgress } from '../../../shared/knowledge/knowledge.ts';
import { createRefresher } from '../../data/create-refresher.ts';
import { invalidate } from '../../data/invalidate.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';

export const documentsKey = ['documents'] as const;

export const documentsQuery = queryOptions({
  queryKey: documentsKey,
  queryFn: async ({ signal }) => (await app(appRoutes.listDocumentRecords, { signal })).data,
});

/** Refetches the documents and resolves when the new list is shown. */
export function refetchDocuments(): Promise<void> {
  return invalidate(documentsKey);
}

export const refreshDocuments = createRefresher(refetchDocuments);

/** Returns the documents that are currently cached. */
export function getCachedDocuments(): readonly DocumentRecord[] {
  return queryClient.getQueryData(documentsQuery.queryKey) ?? [];
}

/** Stores the progress of a document. Returns false if the document is not in the cache. */
export function setDocumentProgress(documentId: string, progress: IngestProgress): boolean {
  if (!getCachedDocuments().some((record) => record.document_id === documentId)) return false;
  queryClient.setQueryData(documentsQuery.queryKey, (records) =>
    records?.map((record) => (record.document_id === documentId ? setProgress(record, progress) : record)),
  );
  return true;
}

/** Sets the progress of the version that is being processed. */
function setProgress(record: DocumentRecord, progress: IngestProgress): DocumentRecord {
  if (record.next_version?.status !== 'processing') return { ...record, progress };
  return { ...record, next_version: { ...record.next_version, progress } };
}

export function removeCachedDocument(documentId: string): void {
  queryClient.setQueryData(documentsQuery.queryKey, (records) =>
    records?.filter((record) => record.document_id !== documentId),
  );
  queryClient.removeQueries({ queryKey: ['document', documentId] });
}
