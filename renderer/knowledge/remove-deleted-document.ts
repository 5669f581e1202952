import { removeDocumentPassages } from './knowledge-search-store.ts';
import { removeCachedDocument, refreshDocuments } from './documents-query.ts';
import { uploads } from './uploads.ts';

/** Takes a deleted document off the table, out of the passages and out of the queue. */
export function removeDeletedDocument(documentId: string): void {
  removeCachedDocument(documentId);
  refreshDocuments(); // a list that was asked for before may still be on its way
  removeDocumentPassages(documentId);
  for (const { id, stage } of uploads.store.getState().items)
    if (stage.name === 'accepted' && stage.documentId === documentId) uploads.dismiss(id);
}
