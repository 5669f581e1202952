import { v1Routes } from '../../../shared/contract/contract.ts';
import type { DocumentRecord } from '../../../shared/knowledge/knowledge.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { saveBlob } from '../../data/save-file.ts';
import { v1 } from '../../data/service-clients.ts';
import { getCachedDocuments, refetchDocuments, refreshDocuments, removeCachedDocument } from './documents-query.ts';
import { removeDocumentPassages } from './knowledge-search-store.ts';
import { uploads } from './uploads.ts';
import { showRequestError } from '../../data/show-request-error.ts';

type DocumentRef = { readonly document_id: string; readonly title: string };

/**
 * Deletes a document. `pending` if the remote of a linked workspace has not confirmed it yet. Shows a toast if it fails. A document
 * that no longer exists counts as deleted.
 */
export async function deleteDocument({ document_id, title }: DocumentRef): Promise<'deleted' | 'pending' | 'failed'> {
  try {
    await v1(v1Routes.deleteDocument, { params: { document_id } });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'document_not_found')) {
      showRequestError(`“${title}” was not deleted`, error);
      return 'failed';
    }
  }
  if (getCachedDocuments().some((record) => record.document_id === document_id && record.remote)) {
    await refetchDocuments();
    if (getCachedDocuments().some((record) => record.document_id === document_id)) return 'pending';
  }
  removeDeletedDocument(document_id);
  return 'deleted';
}

/** Removes a deleted document from the table, the search results and the upload queue. */
export function removeDeletedDocument(documentId: string): void {
  removeCachedDocument(documentId);
  refreshDocuments(); // an earlier list request may still be pending
  removeDocumentPassages(documentId);
  for (const { id, stage } of uploads.store.getState().items)
    if (stage.name === 'uploaded' && stage.documentId === documentId) uploads.dismiss(id);
}

/** Retries a failed document. Resolves when the list of documents is up to date. Shows a toast if it fails. */
export async function retryDocument({ document_id, title }: DocumentRef): Promise<void> {
  try {
    await v1(v1Routes.retryDocument, { params: { document_id } });
  } catch (error) {
    showRequestError(`“${title}” was not retried`, error);
  }
  await refetchDocuments();
}

/** Downloads the original file. Shows a toast if it fails. */
export async function saveOriginal({ document_id, title, file_name }: DocumentRecord): Promise<void> {
  try {
    const response = await v1(v1Routes.getDocumentFile, { params: { document_id } });
    saveBlob(file_name ?? title, await response.blob());
  } catch (error) {
    showRequestError(`“${file_name ?? title}” was not downloaded`, error);
  }
}
