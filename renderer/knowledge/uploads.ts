import { v1Routes } from '../../shared/contract.ts';
import { v1 } from '../service.ts';
import { checkFile } from './check-file.ts';
import { readDocuments, refreshDocuments } from './documents-cache.ts';
import { sendableFile } from './sendable-file.ts';
import { isUnfinished, type UploadItem } from './upload-item.ts';
import { createUploadQueue } from './upload-queue.ts';

/** The window's one upload queue. */
export const uploads = createUploadQueue({
  check: checkFile,
  send: async ({ file, title, idempotencyKey }, signal) => {
    const { document_id } = await v1(v1Routes.uploadDocument, {
      form: { title, file: sendableFile(file) },
      headers: { 'Idempotency-Key': idempotencyKey },
      signal,
    });
    refreshDocuments();
    return document_id;
  },
  findDuplicate: (hash) =>
    readDocuments().find(({ sha256, status }) => sha256 === hash && status !== 'failed')?.title ?? null,
  newId: () => crypto.randomUUID(),
});

/** How many files would be lost if the window closed or the workspace changed now. */
export function countUnfinished(items: readonly UploadItem[]): number {
  return items.filter(isUnfinished).length;
}
