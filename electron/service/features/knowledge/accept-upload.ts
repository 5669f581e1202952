import type * as z from 'zod';
import { v1Routes } from '../../../../shared/contract/contract.ts';
import { acceptedFormats, describeNameMismatch } from '../../../../shared/knowledge/document-kinds.ts';
import type { DocumentKind } from '../../../../shared/knowledge/knowledge.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { checkInput, type RequestContext } from '../../platform/http/request-context.ts';
import { receiveUpload, type ReceivedUpload } from '../../platform/http/receive-upload.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ReceivedFile } from './document-files.ts';
import { insertDocument, isFileUsed } from './document-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import type { UploadPayload } from './remote/outbox-payloads.ts';
import { findListReadAt } from './remote/remote-document-queries.ts';

/** `outbox` is null unless the workspace is linked. */
type UploadServices = { readonly knowledge: KnowledgeBase; readonly outbox: Outbox | null };

type UploadContext = RequestContext<typeof v1Routes.uploadDocument, UploadServices>;

type UploadedFile = NonNullable<ReceivedUpload<ReceivedFile>['file']>;

/** A file whose content can be processed. */
export type AcceptedFile = Pick<UploadedFile, 'sha256' | 'sizeBytes' | 'name'> & { readonly kind: DocumentKind };

/**
 * Accepts an upload: receives the file, checks it, stores it with its document and starts the ingest, or queues it for the remote.
 * If it throws, nothing is kept.
 */
export function acceptUpload(ctx: UploadContext) {
  const { db, orgId, context, events, principal } = ctx;
  const { knowledge, outbox } = ctx.services;
  return acceptFile(ctx, v1Routes.uploadDocument.form, ({ title }, { sha256, sizeBytes, name, kind }) => {
    ctx.setAuditSubject({ label: title });
    return ctx.commitOnce(`${sha256}\n${title}`, () => {
      const document_id = context.newId('doc');
      const addedAt = context.now();
      const id = insertDocument(db, orgId, {
        documentId: document_id,
        title,
        kind,
        fileName: name,
        sizeBytes,
        sha256,
        addedAt,
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
  });
}

type FileContext = Pick<RequestContext<Route, Pick<UploadServices, 'knowledge'>>, 'request' | 'db' | 'services'>;

/**
 * Receives a file and the other fields of the form, checks both and stores the file. `commit` stores what uses the file; if it throws,
 * or nothing uses it, the file is not kept.
 */
export async function acceptFile<Form extends z.ZodObject, Response>(
  { request, db, services: { knowledge } }: FileContext,
  form: Form,
  commit: (fields: z.output<Form>, file: AcceptedFile) => Response,
): Promise<Response> {
  const { files } = knowledge;
  const received = await receiveUpload(request, {
    maxBytes: limits.uploadBytes,
    tooLargeDetail: `A document can be at most ${limits.uploadBytes / 1024 / 1024} MB. Nothing was uploaded.`,
    mediaTypeDetail: 'Send the document as multipart/form-data with the parts file and title.',
    receive: (source) => files.receive(source),
    discard: (file) => files.discard(file),
  });
  try {
    const { file, kind, fields } = await checkUpload(received, form);
    // The file is pinned until what uses it is committed.
    await files.store(file);
    try {
      await files.upload(file);
      const { sha256, sizeBytes, name } = file;
      return commit(fields, { sha256, sizeBytes, name, kind });
    } finally {
      files.unpin(file.sha256);
      // Removes the file only if no document was committed.
      files.removeIfUnused(file.sha256, (hash) => isFileUsed(db, hash));
    }
  } finally {
    if (received.file) await files.discard(received.file); // no effect once the file is stored
  }
}

async function checkUpload<Form extends z.ZodObject>({ file, fields }: ReceivedUpload<ReceivedFile>, form: Form) {
  if (!file) throw createFileProblem('malformed', 'The part "file" is missing.', 'Required.');
  const { sniffDocument } = await import('./parsing/sniff-document.ts'); // its tables of character sets are large
  const kind = await sniffDocument(file.path, file.name);
  if (!kind && file.sizeBytes > 0) {
    throw new Problem(
      'unsupported_media_type',
      `The content of the file is not ${acceptedFormats}. Nothing was uploaded.`,
    );
  }
  const checked = checkInput(form, { ...fields }, 'The form');
  if (!kind) throw createFileProblem('empty_file', 'The file is empty. Nothing was uploaded.', 'Empty.');
  return { file, kind, fields: checked };
}

function createFileProblem(code: 'malformed' | 'empty_file', detail: string, fieldDetail: string): Problem {
  return new Problem(code, detail, { errors: [{ pointer: '/file', detail: fieldDetail }] });
}
