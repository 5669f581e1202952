import { forgetPassagesOf } from './ask-store.ts';
import { dropRecord, refreshDocuments } from './documents-cache.ts';
import { uploads } from './uploads.ts';

/** Takes a deleted document off the table, out of the passages and out of the queue. */
export function forgetDocument(documentId: string): void {
  dropRecord(documentId);
  refreshDocuments(); // a list that was asked for before may still be on its way
  forgetPassagesOf(documentId);
  for (const { id, stage } of uploads.store.getState().items)
    if (stage.name === 'accepted' && stage.documentId === documentId) uploads.dismiss(id);
}
