import { createHash } from 'node:crypto';
import { appRoutes, v1Routes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import { checkInput } from '../../platform/http/check-input.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { serveFile } from '../../platform/http/serve-file.ts';
import type { Route } from '../../../../shared/route.ts';
import { listChunks, listSections } from './chunk-queries.ts';
import * as documents from './document-queries.ts';
import { toDocument, toDocumentRecord, type DocumentRow } from './document-row.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { searchPassages } from './search-passages.ts';
import { sniffDocument } from './parsing/sniff-document.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const;

export function addKnowledgeRoutes(tree: RouteTree): void {
  bindRoute(tree, v1Routes.uploadDocument, async (call) => {
    const { files } = call.workspace.knowledge;
    const upload = await receiveUpload(call.request, files);
    try {
      return await acceptUpload(call, upload);
    } finally {
      if (upload.file) await files.discard(upload.file);
    }
  });

  bindRoute(tree, v1Routes.listDocuments, ({ workspace, principal, query }) => {
    const { limit, status } = query;
    const rows = documents.listDocuments(workspace.db, principal.orgId, {
      before: readCursor(query.cursor, Number.MAX_SAFE_INTEGER),
      limit: limit + 1,
      status,
    });
    return { body: toPage(rows, limit, toDocument, (row) => row.id) };
  });

  bindRoute(tree, v1Routes.getDocument, (call) => ({ body: toDocument(requireDocument(call)) }));

  bindRoute(tree, v1Routes.deleteDocument, async (call) => {
    const document = requireDocument(call);
    call.setAuditSubject({ label: document.title });
    const answer = { body: { success: true, message: `“${document.title}” was deleted. Agents no longer use it.` } };
    const commit = (mark: () => void) =>
      call.commit(() => {
        mark();
        return answer;
      });
    await call.workspace.knowledge.deleteDocument(document, commit);
    return answer;
  });

  bindRoute(tree, v1Routes.retryDocument, (call) => {
    const document = requireDocument(call);
    let isRequeued = false;
    const answer = call.commitOnce(document.document_id, () => {
      if (document.status !== 'failed') {
        throw new Problem('not_retryable', `This document is ${document.status}; only a failed one can be read again.`);
      }
      documents.requeueDocument(call.workspace.db, document.id);
      isRequeued = true;
      return { body: toDocument(requireDocument(call)) };
    });
    if (isRequeued) call.workspace.knowledge.startIngest(document);
    return answer;
  });

  bindRoute(tree, v1Routes.listChunks, (call) => {
    const { limit, cursor } = call.query;
    const chunks = listChunks(call.workspace.db, requireDocument(call).id, readCursor(cursor, 0), limit + 1);
    return {
      body: toPage(
        chunks,
        limit,
        (chunk) => chunk,
        (_, next) => next.index,
      ),
    };
  });

  bindRoute(tree, v1Routes.getDocumentFile, (call) => {
    const { sha256, size_bytes, kind, file_name } = requireDocument(call);
    return serveFile(call.request, {
      sizeBytes: size_bytes,
      etag: `"${sha256}"`,
      headers: {
        'Content-Type': mediaTypes[kind],
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file_name).replaceAll(/['()*]/g, percentEncode)}`,
        'X-Content-Type-Options': 'nosniff',
      },
      read: (start, end) => call.workspace.knowledge.files.read(sha256, start, end),
    });
  });

  bindRoute(tree, v1Routes.searchKnowledge, async ({ workspace, principal, json, commitOnce }) => {
    const data = await searchPassages(workspace, principal.orgId, json);
    return commitOnce(JSON.stringify(json), () => ({ body: { data } }));
  });
}

export function addKnowledgeAppRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listDocumentRecords, ({ workspace, principal }) => {
    const rows = documents.listDocuments(workspace.db, principal.orgId, { before: Number.MAX_SAFE_INTEGER, limit: -1 });
    return { body: { data: rows.map((row) => toDocumentRecord(row, workspace.knowledge.queue.getProgress(row.id))) } };
  });

  bindRoute(tree, appRoutes.listDocumentSections, (call) => {
    const { limit, cursor } = call.query;
    const sections = listSections(call.workspace.db, requireDocument(call).id, readCursor(cursor, 0), limit + 1);
    return {
      body: toPage(
        sections,
        limit,
        (section) => section,
        (_, next) => next.index,
      ),
    };
  });
}

type UploadDocumentRoute = typeof v1Routes.uploadDocument;

async function acceptUpload(call: RequestContext<UploadDocumentRoute>, { file, fields }: ReceivedUpload) {
  if (!file) throw createMissingPartProblem('file', 'The part "file" is missing.');
  const kind = file.sizeBytes === 0 ? undefined : await sniffDocument(file.path);
  if (!kind && file.sizeBytes > 0) {
    throw new Problem(
      'unsupported_media_type',
      'The file is not a PDF, DOCX or TXT document by its content. Nothing was kept.',
    );
  }
  const { title } = checkInput(v1Routes.uploadDocument.form, { ...fields }, 'The form');
  if (!kind)
    throw new Problem('empty_file', 'The file has no content. Nothing was kept.', {
      errors: [{ pointer: '/file', detail: 'Empty.' }],
    });

  call.setAuditSubject({ label: title });
  const { workspace, principal } = call;
  const { files } = workspace.knowledge;
  const { sha256, sizeBytes, name } = file;
  await files.store(file);
  try {
    let stored: { readonly id: number; readonly document_id: string; readonly org_id: string } | undefined;
    const answer = call.commitOnce(createHash('sha256').update(`${sha256}\n${title}`).digest('hex'), () => {
      const documentId = workspace.context.newId('doc');
      const added = {
        documentId,
        orgId: principal.orgId,
        title,
        kind,
        fileName: name,
        sizeBytes,
        sha256,
        addedAt: workspace.context.now(),
      };
      stored = { id: documents.insertDocument(workspace.db, added), document_id: documentId, org_id: principal.orgId };
      return {
        body: { document_id: documentId, status: 'processing', message: `“${title}” is being read.` },
        headers: { Location: `/v1/knowledge/documents/${documentId}` },
      };
    });
    if (stored) workspace.knowledge.startIngest(stored);
    return answer;
  } finally {
    files.unpin(sha256);
    files.removeIfUnused(sha256, (used) => documents.isFileUsed(workspace.db, used));
  }
}

function createMissingPartProblem(part: string, detail: string): Problem {
  return new Problem('malformed', detail, { errors: [{ pointer: `/${part}`, detail }] });
}

type DocumentContext = Pick<RequestContext<Route>, 'workspace' | 'principal'> & {
  readonly params: { readonly document_id: string };
};

function requireDocument({ workspace, principal, params }: DocumentContext): DocumentRow {
  const found = documents.findDocument(workspace.db, principal.orgId, params.document_id);
  if (!found) throw new Problem('document_not_found', `No document has the id ${JSON.stringify(params.document_id)}.`);
  return found;
}

const percentEncode = (character: string) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`;
