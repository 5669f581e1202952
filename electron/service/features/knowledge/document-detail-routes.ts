import { v1Routes } from '../../../../shared/contract/contract.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import {
  changedAtRemoteDetail,
  type DocumentChange,
  type DocumentDetails,
  type LabelChange,
  type LabelUndo,
} from '../../../../shared/knowledge/document-details.ts';
import type { Database } from '../../platform/db/database.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../platform/http/etag.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { truncateText } from '../../platform/text-line.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import { changeLabels } from './change-labels.ts';
import { countLabels, listLabels, spellLabels } from './document-label-queries.ts';
import { findDocument, renameDocument, toFileDetails, type DocumentRow } from './document-queries.ts';
import { requireDocument } from './require-document.ts';
import { queueDocumentChange } from './remote/change-sender.ts';
import { findOffer } from './similar-document-queries.ts';

type DetailServices = Pick<WorkServices, 'outbox' | 'connection'>;

/** Adds the routes that show, rename and label documents. */
export function addDocumentDetailRoutes(tree: RouteTree<DetailServices>): void {
  bindRoute(tree, v1Routes.getDocumentDetails, (ctx) => respondWithEtag(toDetails(ctx.db, requireDocument(ctx))));

  bindRoute(
    tree,
    v1Routes.updateDocument,
    (ctx) => {
      const { db, orgId, events, found: document, json } = ctx;
      ctx.setAuditSubject({ label: formatTargetLabel(document.title, describeChange(json)) });
      return ctx.commit(() => {
        requireChangeable(ctx.services);
        requireMatch(ctx.request, () => computeResourceEtag(toDetails(db, document)));
        const change = { ...json, ...spellChange(db, orgId, json) };
        const changed = changeLabels(db, document.document_id, change);
        if (changed.outcome === 'too_many_labels') throw createTooManyProblem();
        if (json.title !== undefined) renameDocument(db, orgId, document.document_id, json.title);
        queueChange(ctx, document, change);
        events.publish({ type: 'document_details.changed', document_id: document.document_id }, orgId);
        return respondWithEtag(toDetails(db, requireDocument(ctx)));
      });
    },
    requireDocument,
  );

  bindRoute(tree, v1Routes.listDocumentLabels, ({ db, orgId }) => ({ body: { data: [...countLabels(db, orgId)] } }));

  bindRoute(tree, v1Routes.updateDocumentLabels, (ctx) => {
    const { db, orgId, events, json } = ctx;
    const documentIds = [...new Set(json.document_ids)];
    const count = documentIds.length === 1 ? '1 document' : `${documentIds.length} documents`;
    ctx.setAuditSubject({ label: formatTargetLabel(count, describeChange(json)) });
    return ctx.commitOnce(json, () => {
      requireChangeable(ctx.services);
      const skipped: { document_id: string; reason: 'document_not_found' | 'too_many_labels' }[] = [];
      const undo: LabelUndo[] = [];
      const change = spellChange(db, orgId, json);
      for (const document_id of documentIds) {
        const document = findDocument(db, orgId, document_id);
        if (!document) {
          skipped.push({ document_id, reason: 'document_not_found' });
          continue;
        }
        const changed = changeLabels(db, document_id, change);
        if (changed.outcome === 'too_many_labels') skipped.push({ document_id, reason: changed.outcome });
        else if (changed.outcome === 'changed') {
          addUndo(undo, document_id, changed.undo);
          queueChange(ctx, document, change);
          events.publish({ type: 'document_details.changed', document_id }, orgId);
        }
      }
      return { body: { changed: undo.reduce((sum, { document_ids }) => sum + document_ids.length, 0), skipped, undo } };
    });
  });
}

/** Spells added labels as other documents spell them already. */
function spellChange(db: Database, orgId: string, { add_labels, remove_labels }: LabelChange): LabelChange {
  return { add_labels: spellLabels(db, orgId, add_labels), remove_labels };
}

/** Adds the change that restores a document. Documents with the same change share one. */
function addUndo(undo: LabelUndo[], documentId: string, change: Omit<LabelUndo, 'document_ids'>): void {
  const key = JSON.stringify([change.add_labels, change.remove_labels]);
  const same = undo.find(({ add_labels, remove_labels }) => JSON.stringify([add_labels, remove_labels]) === key);
  if (same) same.document_ids.push(documentId);
  else undo.push({ document_ids: [documentId], ...change });
}

export function toDetails(db: Database, row: DocumentRow): DocumentDetails {
  return {
    document_id: row.document_id,
    title: row.title,
    labels: listLabels(db, row.document_id),
    ...toFileDetails(row),
    version: row.version,
    similar: findOffer(db, row.document_id),
  };
}

/** Throws Problem `not_available_on_remote` in a linked workspace whose remote does not list the operation. */
function requireChangeable({ outbox, connection }: DetailServices): void {
  if (outbox && !connection?.capabilities.document_changes)
    throw new Problem('not_available_on_remote', changedAtRemoteDetail);
}

type ChangeContext = Pick<RequestContext<Route, DetailServices>, 'db' | 'orgId' | 'principal' | 'services'>;

/** Sends the change of a document to the remote of a linked workspace. */
function queueChange({ db, orgId, principal, services }: ChangeContext, document: DocumentRow, change: DocumentChange) {
  const { outbox } = services;
  if (outbox) queueDocumentChange(db, outbox, document, change, { placedBy: principal.keyId, orgId });
}

function createTooManyProblem(): Problem {
  return new Problem(
    'too_many_labels',
    `A document can have at most ${limits.labelsPerDocument} labels. Nothing was changed.`,
  );
}

/** Short enough to leave room for the title in the subject of an activity entry. */
const auditedChangeLength = 50;

/** Names the changed fields, so that the activity keeps them. */
function describeChange({ title, add_labels, remove_labels }: Partial<DocumentChange> & LabelChange): string {
  const parts = [
    ...(title === undefined ? [] : [`title “${truncateText(title, 30)}”`]),
    ...remove_labels.map((label) => `−${label}`),
    ...add_labels.map((label) => `+${label}`),
  ];
  return truncateText(parts.join(', ') || 'no change', auditedChangeLength);
}
