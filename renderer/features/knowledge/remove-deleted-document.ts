import { refreshDocuments, removeCachedDocument } from './documents-query.ts';
import { removeDocumentPassages } from './knowledge-search-store.ts';
import { uploads } from './uploads.ts';

/** Removes a deleted document from the table, the search results and the upload queue. */
export function removeDeletedDocument(documentId: string): void {
  removeCachedDocument(documentId);
  refreshDocuments(); // an earlier list request may still be pending
  removeDocumentPassages(documentId);
  for (const { id, stage } of uploads.store.getState().items)
    if (stage.name === 'uploaded' && stage.documentId === documentId) uploads.dismiss(id);
}
