import { queryOptions } from '@tanstack/react-query';
import { appRoutes } from '../../shared/contract.ts';
import type { DocumentRecord, IngestProgress } from '../../shared/knowledge.ts';
import { createRefresher } from '../live/create-refresher.ts';
import { readAgain } from '../live/read-again.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';

export const documentsKey = ['documents'] as const;

export const documentsQuery = queryOptions({
  queryKey: documentsKey,
  queryFn: async ({ signal }) => (await app(appRoutes.listDocumentRecords, { signal })).data,
});

/** Until what is shown is how it stands now. */
export function readDocumentsAgain(): Promise<void> {
  return readAgain(documentsKey);
}

export const refreshDocuments = createRefresher(readDocumentsAgain);

/** The documents as the window knows them now. */
export function readDocuments(): readonly DocumentRecord[] {
  return queryClient.getQueryData(documentsQuery.queryKey) ?? [];
}

/** Puts progress beside its document; false where the document is not known yet. */
export function noteProgress(documentId: string, progress: IngestProgress): boolean {
  if (!readDocuments().some((record) => record.document_id === documentId)) return false;
  queryClient.setQueryData(documentsQuery.queryKey, (records) =>
    records?.map((record) => (record.document_id === documentId ? { ...record, progress } : record)),
  );
  return true;
}

export function dropRecord(documentId: string): void {
  queryClient.setQueryData(documentsQuery.queryKey, (records) =>
    records?.filter((record) => record.document_id !== documentId),
  );
  queryClient.removeQueries({ queryKey: ['document', documentId] });
}
