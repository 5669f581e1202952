import { v1Routes } from '../../shared/contract.ts';
import { v1 } from '../service-clients.ts';
import { checkFile } from './check-file.ts';
import { getCachedDocuments, refreshDocuments } from './documents-query.ts';
import { sanitizeUploadFile } from './file-names.ts';
import { isUnfinished, type UploadItem } from './upload-item.ts';
import { createUploadQueue } from './upload-queue.ts';

/** The upload queue of the window. */
export const uploads = createUploadQueue({
  check: checkFile,
  send: async ({ file, title, idempotencyKey }, signal) => {
    const { document_id } = await v1(v1Routes.uploadDocument, {
      form: { title, file: sanitizeUploadFile(file) },
      headers: { 'Idempotency-Key': idempotencyKey },
      signal,
    });
    refreshDocuments();
    return document_id;
  },
  findDuplicate: (hash) =>
    getCachedDocuments().find(({ sha256, status }) => sha256 === hash && status !== 'failed')?.title ?? null,
  newId: () => crypto.randomUUID(),
});

/** Counts the uploads that are lost if the window is closed or the workspace is changed. */
export function countUnfinishedUploads(items: readonly UploadItem[]): number {
  return items.filter(isUnfinished).length;
}
