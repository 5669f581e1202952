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
import type { KnowledgeBase } from './knowledge-base.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { searchPassages } from './search-passages.ts';
import { sniffDocument } from './parsing/sniff-document.ts';

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const;

type KnowledgeServices = { readonly knowledge: KnowledgeBase };

export function addKnowledgeRoutes(tree: RouteTree<KnowledgeServices>): void {
  bindRoute(tree, v1Routes.uploadDocument, async (ctx) => {
    const { files } = ctx.services.knowledge;
    const upload = await receiveUpload(ctx.request, files);
    try {
      return await acceptUpload(ctx, upload);
    } finally {
      if (upload.file) await files.discard(upload.file);
    }
  });

  bindRoute(tree, v1Routes.listDocuments, ({ db, orgId, query }) => {
    const { limit, status } = query;
    const rows = documents.listDocuments(db, orgId, {
      before: readCursor(query.cursor, Number.MAX_SAFE_INTEGER),
      limit: limit + 1,
      status,
    });
    return { body: toPage(rows, limit, toDocument, (row) => row.id) };
  });

  bindRoute(tree, v1Routes.getDocument, (ctx) => ({ body: toDocument(requireDocument(ctx)) }));

  bindRoute(
    tree,
    v1Routes.deleteDocument,
    async ({ services, found: document, commit, setAuditSubject }) => {
      setAuditSubject({ label: document.title });
      const response = {
        body: { success: true, message: `“${document.title}” was deleted. Agents no longer use it.` },
      };
      await services.knowledge.deleteDocument(document, (markDeleting) =>
        commit(() => {
          markDeleting();
          return response;
        }),
      );
      return response;
    },
    requireDocument,
  );

  bindRoute(
    tree,
    v1Routes.retryDocument,
    (ctx) => {
      const document = ctx.found;
      return ctx.commitOnce(document.document_id, () => {
        if (document.status !== 'failed') {
          throw new Problem(
            'not_retryable',
            `This document is ${document.status}. Only a failed document can be processed again.`,
          );
        }
        documents.requeueDocument(ctx.db, document.id);
        ctx.services.knowledge.startIngest(document);
        return { body: toDocument(requireDocument(ctx)) };
      });
    },
    requireDocument,
  );

  bindRoute(tree, v1Routes.listChunks, (ctx) => {
    const { limit, cursor } = ctx.query;
    const chunks = listChunks(ctx.db, requireDocument(ctx).id, readCursor(cursor, 0), limit + 1);
    return {
      body: toPage(
        chunks,
        limit,
        (chunk) => chunk,
        (_, next) => next.index,
      ),
    };
  });

  bindRoute(tree, v1Routes.getDocumentFile, (ctx) => {
    const { sha256, size_bytes, kind, file_name } = requireDocument(ctx);
    return serveFile(ctx.request, {
      sizeBytes: size_bytes,
      etag: `"${sha256}"`,
      headers: {
        'Content-Type': mediaTypes[kind],
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file_name).replaceAll(/['()*]/g, percentEncode)}`,
        'X-Content-Type-Options': 'nosniff',
      },
      read: (start, end) => ctx.services.knowledge.files.read(sha256, start, end),
    });
  });

  bindRoute(tree, v1Routes.searchKnowledge, async ({ db, orgId, services, json, commitOnce }) => {
    const data = await searchPassages(db, orgId, services.knowledge, json);
    return commitOnce(JSON.stringify(json), () => ({ body: { data } }));
  });
}

export function addKnowledgeAppRoutes(tree: RouteTree<KnowledgeServices>): void {
  bindRoute(tree, appRoutes.listDocumentRecords, ({ db, orgId, services: { knowledge } }) => {
    const rows = documents.listDocuments(db, orgId, { before: Number.MAX_SAFE_INTEGER, limit: -1 });
    return { body: { data: rows.map((row) => toDocumentRecord(row, knowledge.queue.getProgress(row.id))) } };
  });

  bindRoute(tree, appRoutes.listDocumentSections, (ctx) => {
    const { limit, cursor } = ctx.query;
    const sections = listSections(ctx.db, requireDocument(ctx).id, readCursor(cursor, 0), limit + 1);
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

type UploadContext = RequestContext<typeof v1Routes.uploadDocument, KnowledgeServices>;

async function acceptUpload(ctx: UploadContext, { file, fields }: ReceivedUpload) {
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

  ctx.setAuditSubject({ label: title });
  const { db, orgId, context, services } = ctx;
  const { files } = services.knowledge;
  const { sha256, sizeBytes, name } = file;
  await files.store(file);
  try {
    return ctx.commitOnce(createHash('sha256').update(`${sha256}\n${title}`).digest('hex'), () => {
      const document_id = context.newId('doc');
      const added = {
        documentId: document_id,
        orgId,
        title,
        kind,
        fileName: name,
        sizeBytes,
        sha256,
        addedAt: context.now(),
      };
      services.knowledge.startIngest({ id: documents.insertDocument(db, added), document_id, org_id: orgId });
      return {
        body: { document_id, status: 'processing', message: `“${title}” is being processed.` },
        headers: { Location: `/v1/knowledge/documents/${document_id}` },
      };
    });
  } finally {
    files.unpin(sha256);
    files.removeIfUnused(sha256, (used) => documents.isFileUsed(db, used));
  }
}

function createMissingPartProblem(part: string, detail: string): Problem {
  return new Problem('malformed', detail, { errors: [{ pointer: `/${part}`, detail }] });
}

type DocumentContext = Pick<RequestContext<Route>, 'db' | 'orgId'> & {
  readonly params: { readonly document_id: string };
};

function requireDocument({ db, orgId, params }: DocumentContext): DocumentRow {
  const found = documents.findDocument(db, orgId, params.document_id);
  if (!found) throw new Problem('document_not_found', `No document has the id ${JSON.stringify(params.document_id)}.`);
  return found;
}

const percentEncode = (character: string) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`;
