import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import type { Passage } from '../../../../shared/knowledge/knowledge.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree, type RouteTrees } from '../../platform/http/route-tree.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { acceptUpload } from './accept-upload.ts';
import { listChunks, listSections } from './chunk-queries.ts';
import { addDocumentDetailRoutes } from './document-detail-routes.ts';
import { addDocumentVersionRoutes } from './document-version-routes.ts';
import * as documents from './document-queries.ts';
import { toDocument, toFileDetails, type DocumentFilter, type DocumentRow } from './document-queries.ts';
import { findNextVersion, toNextVersion } from './document-version-queries.ts';
import { listLabels } from './document-label-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import type { KnowledgeAnswer } from './knowledge-search.ts';
import { importDocuments } from './remote/document-mirror.ts';
import { listRemoteChunks, searchRemote } from './remote/query-remote-knowledge.ts';
import { requireDocument } from './require-document.ts';
import { serveOriginal } from './serve-original.ts';
import { addSearchModelRoutes } from './search-model-routes.ts';
import { findOffer } from './similar-document-queries.ts';
import { addSimilarDocumentRoutes } from './similar-document-routes.ts';
import { deleteOrQueueDeletion } from './remote/document-senders.ts';

/** `remote` is null unless the workspace is linked. */
type KnowledgeServices = Pick<WorkServices, 'outbox' | 'connection'> & {
  readonly knowledge: KnowledgeBase;
  readonly remote: RemoteLink | null;
};

export function addKnowledgeRoutes(trees: RouteTrees<KnowledgeServices>): void {
  addV1Routes(trees.v1);
  addDocumentDetailRoutes(trees.v1);
  addDocumentVersionRoutes(trees.v1);
  addSimilarDocumentRoutes(trees.v1);
  addAppRoutes(trees.app);
  addSearchModelRoutes(trees.app);
}

function addV1Routes(tree: RouteTree<KnowledgeServices>): void {
  bindRoute(tree, v1Routes.uploadDocument, acceptUpload);

  bindRoute(tree, v1Routes.listDocuments, ({ db, orgId, query }) => {
    const { limit, status } = query;
    const rows = documents.listDocuments(db, orgId, {
      before: readCursor(query.cursor, Number.MAX_SAFE_INTEGER),
      limit: limit + 1,
      status,
    });
    const toListed = (row: DocumentRow) => {
      const { document_id, version } = row;
      const next = findNextVersion(db, document_id);
      const labels = listLabels(db, document_id);
      return {
        ...toDocument(row),
        ...toFileDetails(row),
        pages: row.pages,
        labels,
        version,
        next_version: next ? toNextVersion(next) : null,
        similar: findOffer(db, document_id),
      };
    };
    return { body: toPage(rows, limit, toListed, (row) => row.id) };
  });

  bindRoute(tree, v1Routes.getDocument, (ctx) => ({ body: toDocument(requireDocument(ctx)) }));

  bindRoute(
    tree,
    v1Routes.deleteDocument,
    async (ctx) => {
      const { found: document, commit, setAuditSubject } = ctx;
      const { knowledge, outbox } = ctx.services;
      setAuditSubject({ label: document.title });
      const response = commit(() => {
        if (outbox) return deleteOrQueueDeletion(ctx, outbox);
        knowledge.startDeletion(document);
        return { body: { success: true, message: `“${document.title}” was deleted. Agents no longer use it.` } };
      });
      await knowledge.finishDeletion(document);
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
        if (ctx.services.outbox)
          throw new Problem(
            'not_available_on_remote',
            'A remote cannot process a document again. Delete it, and upload it again.',
          );
        if (document.status !== 'failed') {
          throw new Problem(
            'not_retryable',
            `This document is ${document.status}. Only a failed document can be processed again.`,
          );
        }
        documents.requeueDocument(ctx.db, ctx.orgId, document.id);
        ctx.services.knowledge.startIngest(document);
        return { body: toDocument(requireDocument(ctx)) };
      });
    },
    requireDocument,
  );

  bindRoute(tree, v1Routes.listChunks, async (ctx) => {
    const { limit, cursor } = ctx.query;
    const document = requireDocument(ctx);
    const { remote } = ctx.services;
    if (remote) {
      const { db, orgId, request } = ctx;
      return { body: await listRemoteChunks({ db, orgId, remote, signal: request.signal }, document, ctx.query) };
    }
    const chunks = listChunks(ctx.db, document.id, readCursor(cursor, 0), limit + 1);
    return {
      body: toPage(
        chunks,
        limit,
        (chunk) => chunk,
        (_, next) => next.index,
      ),
    };
  });

  bindRoute(tree, v1Routes.getDocumentFile, (ctx) =>
    serveOriginal(ctx.request, ctx.services.knowledge, requireDocument(ctx)),
  );

  bindRoute(tree, v1Routes.searchKnowledge, (ctx) => {
    const { knowledge } = ctx.services;
    return knowledge.useFound(
      () => findPassages(ctx),
      // Stores the response for a repeated Idempotency-Key.
      (data) => ctx.commitOnce(ctx.json, () => ({ body: { data: knowledge.keepExisting(ctx.orgId, data) } })),
    );
  });
}

function addAppRoutes(tree: RouteTree<KnowledgeServices>): void {
  bindRoute(tree, appRoutes.listDocumentRecords, ({ db, orgId, services: { knowledge, outbox } }) => {
    const rows = documents.listDocuments(db, orgId, {
      before: Number.MAX_SAFE_INTEGER,
      limit: Number.MAX_SAFE_INTEGER,
    });
    return { body: { data: [...knowledge.toRecords(rows, outbox)] } };
  });

  // The search of the window.
  bindRoute(tree, appRoutes.askKnowledge, (ctx) => {
    const { orgId, json } = ctx;
    const { knowledge, remote } = ctx.services;
    const { query: question, before, limit } = json;
    const ask = async (): Promise<KnowledgeAnswer | RemoteAnswer> =>
      remote
        ? { passages: await findPassages(ctx), answer: null, isForStaff: false, isWordsOnly: false }
        : knowledge.ask(orgId, { question, before, limit, filter: readFilter(json) });
    return knowledge.useFound(ask, ({ passages, answer, isForStaff, isWordsOnly }) =>
      ctx.commitOnce(json, () => ({
        body: {
          data: knowledge.keepExisting(orgId, passages),
          answer,
          is_answered: answer === null ? null : answer === 'likely',
          ...(isForStaff && { is_for_staff: true as const }),
          ...(isWordsOnly && { is_words_only: true as const }),
        },
      })),
    );
  });

  bindRoute(tree, appRoutes.importDocuments, async ({ db, orgId, context, events, services, request, json }) => {
    const { knowledge, remote } = services;
    if (!remote) throw new Problem('not_linked', 'This workspace has no remote from which documents can be added.');
    const mirror = { db, orgId, context, events, knowledge, link: remote };
    return { body: await importDocuments(mirror, json.ids, request.signal) };
  });

  bindRoute(tree, appRoutes.listDocumentSections, (ctx) => {
    const { limit, cursor } = ctx.query;
    const document = requireDocument(ctx);
    if (ctx.services.outbox)
      throw new Problem('not_available_on_remote', 'The remote does not show the text of a document.');
    const sections = listSections(ctx.db, document.id, readCursor(cursor, 0), limit + 1);
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

/** A remote does not report whether the first passage answers the question. */
type RemoteAnswer = Omit<KnowledgeAnswer, 'answer'> & { readonly answer: null };

type SearchContext = Pick<
  RequestContext<typeof v1Routes.searchKnowledge, KnowledgeServices>,
  'db' | 'orgId' | 'request' | 'services' | 'json'
>;

/** Searches the documents of this workspace, or the remote that has them. */
function findPassages({
  db,
  orgId,
  request,
  services: { knowledge, remote },
  json,
}: SearchContext): Promise<readonly Passage[]> {
  const { query, limit } = json;
  const filter = readFilter(json);
  if (!remote) return knowledge.search(orgId, { query, limit, filter });
  if (filter) throw new Problem('not_available_on_remote', 'This remote searches in all documents only.');
  return searchRemote({ db, orgId, remote, signal: request.signal }, { query, limit });
}

function readFilter({ filter }: SearchContext['json']): DocumentFilter | undefined {
  return filter && { documentIds: filter.document_ids, labels: filter.labels };
}
