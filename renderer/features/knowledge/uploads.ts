import { v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { isSameName } from '../../../shared/text/plain-text.ts';
import type { UnfinishedWork } from '../../data/feature.ts';
import { formatCount } from '../../format/format-number.ts';
import { whenServiceReachable } from '../../data/service-connection.ts';
import { retryWhenReachable } from '../../data/retry-when-reachable.ts';
import { queryClient } from '../../data/query-client.ts';
import { v1 } from '../../data/service-clients.ts';
import { checkFile } from './check-file.ts';
import { documentsQuery, refreshDocuments } from './documents-query.ts';
import { sanitizeUploadFile } from './file-names.ts';
import { isUnfinished, type UploadItem } from './upload-item.ts';
import { createUploadQueue } from './upload-queue.ts';

/** The upload queue of the window. */
export const uploads = createUploadQueue({
  check: async (file) => {
    await whenServiceReachable(); // the code of the worker may not be loaded yet
    return checkFile(file);
  },
  send: async (item, signal) => {
    const { title, idempotencyKey, replaces, beside } = item;
    const file = sanitizeUploadFile(item.file ?? (await readStoredFile(item, signal)));
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { document_id } = await retryWhenReachable(() =>
      replaces
        ? v1(v1Routes.replaceDocument, {
            params: { document_id: replaces.documentId },
            form: { file },
            headers,
            signal,
          })
        : v1(v1Routes.uploadDocument, { form: { title, file }, headers, signal }),
    );
    // Otherwise, replacing it is offered once more if the texts are nearly the same.
    if (beside) await keepBoth(document_id, beside.documentId);
    refreshDocuments();
    return document_id;
  },
  findDuplicate: async (hash) => {
    // The documents may not be loaded yet. If they cannot be loaded, the upload itself shows the error.
    const documents = await queryClient.ensureQueryData(documentsQuery).catch(() => []);
    return documents.find(({ sha256, status }) => sha256 === hash && status !== 'failed')?.title ?? null;
  },
  findSameName: async ({ title, fileName }) => {
    const documents = await queryClient.ensureQueryData(documentsQuery).catch(() => []);
    const same = documents.find(
      (record) =>
        !record.remote &&
        (isSameName(record.title, title.trim()) || (record.file_name && isSameName(record.file_name, fileName.trim()))),
    );
    return same ? { documentId: same.document_id, title: same.title } : null;
  },
  newId: () => crypto.randomUUID(),
});

/** Stores that a document is added beside another one. Without it, the user is asked again, so that a failure does no harm. */
async function keepBoth(document_id: string, similar_id: string): Promise<void> {
  const json = { similar_id, decision: 'keep_both' } as const;
  await v1(v1Routes.decideSimilarDocument, { params: { document_id }, json }).catch(() => {});
}

/** Reads the bytes of a duplicate from the document with the same content. */
async function readStoredFile({ sha256, fileName }: UploadItem, signal: AbortSignal): Promise<File> {
  const documents = await queryClient.ensureQueryData(documentsQuery);
  const stored = documents.find((record) => record.sha256 === sha256);
  if (!stored)
    throw new Problem('document_not_found', `The document with the same content was deleted. Add “${fileName}” again.`);
  const params = { document_id: stored.document_id };
  const response = await v1(v1Routes.getDocumentFile, { params, signal });
  return new File([await response.blob()], fileName);
}

/** Describes the uploads that are lost if another workspace is opened; null if there are none. */
export function describeUnfinishedUploads(): UnfinishedWork | null {
  const { length } = uploads.store.getState().items.filter(isUnfinished);
  if (length === 0) return null;
  return {
    question: 'Stop uploads?',
    consequence: `${formatCount(length, 'file has', 'files have')} not been uploaded yet and will not be added. Files that have been uploaded are kept.`,
    loss: `${formatCount(length, 'file was', 'files were')} not added to the previous workspace.`,
  };
}
