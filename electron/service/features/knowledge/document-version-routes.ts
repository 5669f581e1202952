import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { changedAtRemoteDetail, replacedAtRemoteDetail } from '../../../../shared/knowledge/document-details.ts';
import { describeNameMismatch } from '../../../../shared/knowledge/document-kinds.ts';
import type { DocumentVersion } from '../../../../shared/knowledge/document-versions.ts';
import { computeResourceEtag, requireMatch } from '../../platform/http/etag.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import { acceptFile } from './accept-upload.ts';
import { findRemoteItem } from '../remote/remote-item-queries.ts';
import { toDetails } from './document-detail-routes.ts';
import { hasFile, toError, toFileDetails, type DocumentRow } from './document-queries.ts';
import { listVersions, type VersionRow } from './document-version-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { requireDocument } from './require-document.ts';
import { serveOriginal } from './serve-original.ts';

type VersionServices = Pick<WorkServices, 'outbox' | 'connection'> & { readonly knowledge: KnowledgeBase };

/** Adds the routes that replace documents, and show, restore and delete their versions. */
export function addDocumentVersionRoutes(tree: RouteTree<VersionServices>): void {
  bindRoute(
    tree,
    v1Routes.replaceDocument,
    (ctx) => {
      requireReplaceable(ctx);
      ctx.setAuditSubject({ label: ctx.found.title });
      return acceptFile(ctx, v1Routes.replaceDocument.form, ({ title }, { name, ...file }) =>
        ctx.commitOnce([ctx.params.document_id, file.sha256, title], () => {
          const current = requireUnchanged(ctx);
          const next = { ...file, fileName: name, title: title ?? current.title, restoredFrom: null };
          const version = startNextVersion(ctx, current, next);
          return respondAccepted(current, version, describeNameMismatch({ file_name: name, kind: file.kind }));
        }),
      );
    },
    requireDocument,
  );

  bindRoute(tree, v1Routes.listDocumentVersions, (ctx) => {
    const { document_id } = requireDocument(ctx);
    return { body: { data: listVersions(ctx.db, ctx.orgId, document_id).map(toVersion) } };
  });

  bindRoute(tree, v1Routes.getDocumentVersionFile, (ctx) =>
    serveOriginal(ctx.request, ctx.services.knowledge, requireVersion(ctx)),
  );

  bindRoute(
    tree,
    v1Routes.restoreDocumentVersion,
    async (ctx) => {
      const { found, services, params } = ctx;
      requireReplaceable(ctx);
      ctx.setAuditSubject({ label: formatVersionLabel(found) });
      requireNotCurrent(found, 'is the one that is used, so there is nothing to go back to.');
      await services.knowledge.files.verify(found);
      return ctx.commitOnce(`${params.document_id}\n${params.version}`, () => {
        const current = requireUnchanged(ctx);
        const restored = requireVersion(ctx);
        if (!hasFile(restored)) throw createNotFoundProblem(params.version);
        const { kind, file_name: fileName, size_bytes: sizeBytes, sha256, version: restoredFrom } = restored;
        const next = { kind, fileName, sizeBytes, sha256, title: current.title, restoredFrom };
        return respondAccepted(current, startNextVersion(ctx, current, next), null);
      });
    },
    requireVersion,
  );

  bindRoute(
    tree,
    v1Routes.deleteDocumentVersion,
    async (ctx) => {
      const { found, services } = ctx;
      ctx.setAuditSubject({ label: formatVersionLabel(found) });
      const response = ctx.commit(() => {
        const version = requireVersion(ctx);
        requireNotCurrent(version, 'is the one that is used. Replace it first, or delete the document.');
        services.knowledge.startVersionDeletion(version);
        return { body: { document_id: version.document_id, version: version.version } };
      });
      await services.knowledge.finishDeletion(found);
      return response;
    },
    requireVersion,
  );
}

type ReplacementContext = Pick<RequestContext<Route, VersionServices>, 'db' | 'orgId' | 'principal' | 'services'> & {
  readonly params: { readonly document_id: string };
};

/**
 * Throws Problem `not_available_on_remote` in a linked workspace whose remote does not list the operation, or does not have the document
 * yet.
 */
function requireReplaceable({
  db,
  services: { outbox, connection },
  params: { document_id },
}: ReplacementContext): void {
  if (!outbox) return;
  if (!connection?.capabilities.document_versions)
    throw new Problem(
      'not_available_on_remote',
      connection?.capabilities.document_changes ? replacedAtRemoteDetail : changedAtRemoteDetail,
    );
  if (!findRemoteItem(db, 'document', document_id))
    throw new Problem(
      'not_available_on_remote',
      'The remote does not have this document yet. Wait for its upload, or cancel it.',
    );
}

/** Starts processing a file as the next version, or sends it to the remote of a linked workspace. */
function startNextVersion(
  { orgId, principal, services: { knowledge, outbox } }: ReplacementContext,
  current: DocumentRow,
  next: Parameters<KnowledgeBase['startNextVersion']>[1],
): number {
  const version = knowledge.startNextVersion(current, next);
  const item = { kind: 'replace_document', subjectId: current.document_id, label: current.title } as const;
  outbox?.add({ ...item, payload: { version }, placedBy: principal.keyId, orgId });
  return version;
}

type DocumentContext = Pick<RequestContext<Route>, 'db' | 'orgId' | 'request'> & {
  readonly params: { readonly document_id: string };
};

/** Returns the current version, if it is the one that the request names with If-Match. */
function requireUnchanged(ctx: DocumentContext): DocumentRow {
  const current = requireDocument(ctx);
  requireMatch(ctx.request, () => computeResourceEtag(toDetails(ctx.db, current)));
  return current;
}

type VersionContext = Pick<DocumentContext, 'db' | 'orgId'> & {
  readonly params: { readonly document_id: string; readonly version: string };
};

function requireVersion(ctx: VersionContext): VersionRow {
  const { document_id } = requireDocument(ctx);
  const found = listVersions(ctx.db, ctx.orgId, document_id).find(({ version }) => `${version}` === ctx.params.version);
  if (!found) throw createNotFoundProblem(ctx.params.version);
  return found;
}

function createNotFoundProblem(version: string): Problem {
  return new Problem('version_not_found', `The document has no version ${version}.`);
}

function requireNotCurrent({ is_current, version }: VersionRow, reason: string): void {
  if (is_current === 1) throw new Problem('version_in_use', `Version ${version} ${reason}`);
}

const formatVersionLabel = ({ title, version }: VersionRow) => formatTargetLabel(title, `version ${version}`);

function respondAccepted({ document_id, title }: DocumentRow, version: number, note: string | null) {
  const message = `Version ${version} of “${title}” is being processed.`;
  return {
    body: {
      document_id,
      version,
      status: 'processing' as const,
      message: note === null ? message : `${message} ${note}`,
    },
    headers: { Location: `/v1/knowledge/documents/${document_id}/versions` },
  };
}

function toVersion(row: VersionRow): DocumentVersion {
  return {
    document_id: row.document_id,
    version: row.version,
    title: row.title,
    status: row.status,
    is_current: row.is_current === 1,
    ...toFileDetails(row),
    pages: row.pages,
    replaced_at: row.replaced_at === null ? null : formatTimestamp(row.replaced_at),
    restored_from: row.restored_from,
    ...toError(row),
  };
}
