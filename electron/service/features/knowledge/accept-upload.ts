import { v1Routes } from '../../../../shared/contract/contract.ts';
import { describeNameMismatch } from '../../../../shared/knowledge/document-kinds.ts';
import type { DocumentKind } from '../../../../shared/knowledge/knowledge.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { checkInput, type RequestContext } from '../../platform/http/request-context.ts';
import { receiveUpload, type ReceivedUpload } from '../../platform/http/receive-upload.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ReceivedFile } from './document-files.ts';
import { insertDocument, isFileUsed } from './document-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import type { UploadPayload } from './remote/document-senders.ts';
import { findListReadAt } from './remote/remote-document-queries.ts';

/** `outbox` is null unless the workspace is linked. */
type UploadServices = { readonly knowledge: KnowledgeBase; readonly outbox: Outbox | null };

type UploadContext = RequestContext<typeof v1Routes.uploadDocument, UploadServices>;

type CheckedUpload = {
  readonly title: string;
  readonly kind: DocumentKind;
  readonly file: NonNullable<ReceivedUpload<ReceivedFile>['file']>;
};

/**
 * Accepts an upload: receives the file, checks it, stores it with its document and starts the ingest, or queues it for the remote.
 * If it throws, nothing is kept.
 */
export async function acceptUpload(ctx: UploadContext) {
  const { files } = ctx.services.knowledge;
  const received = await receiveUpload(ctx.request, {
    maxBytes: limits.uploadBytes,
    tooLargeDetail: `A document can be at most ${limits.uploadBytes / 1024 / 1024} MB. Nothing was uploaded.`,
    mediaTypeDetail: 'Send the document as multipart/form-data with the parts file and title.',
    receive: (source) => files.receive(source),
    discard: (file) => files.discard(file),
  });
  try {
    const upload = await checkUpload(received);
    ctx.setAuditSubject({ label: upload.title });
    return await storeUpload(ctx, upload);
  } finally {
    if (received.file) await files.discard(received.file); // no effect once the file is stored
  }
}

async function checkUpload({ file, fields }: ReceivedUpload<ReceivedFile>): Promise<CheckedUpload> {
  if (!file) throw createFileProblem('malformed', 'The part "file" is missing.', 'Required.');
  const { sniffDocument } = await import('./parsing/sniff-document.ts'); // its tables of character sets are large
  const kind = await sniffDocument(file.path);
  if (!kind && file.sizeBytes > 0) {
    throw new Problem(
      'unsupported_media_type',
      'The content of the file is not PDF, DOCX or TXT. Nothing was uploaded.',
    );
  }
  const { title } = checkInput(v1Routes.uploadDocument.form, { ...fields }, 'The form');
  if (!kind) throw createFileProblem('empty_file', 'The file is empty. Nothing was uploaded.', 'Empty.');
  return { title, kind, file };
}

/** Stores the file and its document. The file is pinned until the document is committed. */
async function storeUpload(ctx: UploadContext, { title, kind, file }: CheckedUpload) {
  const { db, orgId, context, events, principal } = ctx;
  const { knowledge, outbox } = ctx.services;
  const { sha256, sizeBytes, name } = file;
  await knowledge.files.store(file);
  try {
    await knowledge.files.upload(file);
    return ctx.commitOnce(`${sha256}\n${title}`, () => {
      const document_id = context.newId('doc');
      const id = insertDocument(db, orgId, {
        documentId: document_id,
        title,
        kind,
        fileName: name,
        sizeBytes,
        sha256,
        addedAt: context.now(),
      });
      if (outbox) {
        const listReadAt = findListReadAt(db);
        const payload: UploadPayload = { sha256, fileName: name, sizeBytes, title, listReadAt };
        const item = { kind: 'upload_document', subjectId: document_id, label: title, payload } as const;
        outbox.add({ ...item, placedBy: principal.keyId, orgId });
        events.publish({ type: 'document.changed', document_id, status: 'processing' }, orgId);
      } else knowledge.startIngest({ id, document_id, org_id: orgId, size_bytes: sizeBytes });
      const sentences = [
        outbox
          ? `“${title}” is queued. It is sent as soon as the remote can be reached.`
          : `“${title}” is being processed.`,
        describeNameMismatch({ file_name: name, kind }),
      ];
      return {
        body: {
          document_id,
          status: 'processing',
          message: sentences.filter((sentence) => sentence !== null).join(' '),
        },
        headers: { Location: `/v1/knowledge/documents/${document_id}` },
      };
    });
  } finally {
    knowledge.files.unpin(sha256);
    // Removes the file only if no document was committed.
    knowledge.files.removeIfUnused(sha256, (hash) => isFileUsed(db, hash));
  }
}

function createFileProblem(code: 'malformed' | 'empty_file', detail: string, fieldDetail: string): Problem {
  return new Problem(code, detail, { errors: [{ pointer: '/file', detail: fieldDetail }] });
}
