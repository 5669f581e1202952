import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { computeResourceEtag, requireMatch } from '../../platform/http/etag.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { truncateText } from '../../platform/text-line.ts';
import type { Database } from '../../platform/db/database.ts';
import { listAgentDocuments } from '../agents/agent-version-queries.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { changeLabels } from './change-labels.ts';
import { requireLocal, toDetails } from './document-detail-routes.ts';
import { listLabels } from './document-label-queries.ts';
import type { DocumentRow } from './document-queries.ts';
import { listVersions } from './document-version-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { requireDocument } from './require-document.ts';
import { keepBoth } from './similar-document-queries.ts';

/** `outbox` is null unless the workspace is linked. */
type SimilarServices = { readonly knowledge: KnowledgeBase; readonly outbox: Outbox | null };

/** Adds the route that replaces a document with one that has nearly the same text, or keeps both. */
export function addSimilarDocumentRoutes(tree: RouteTree<SimilarServices>): void {
  bindRoute(
    tree,
    v1Routes.decideSimilarDocument,
    (ctx) => {
      const { db, orgId, json, events, services } = ctx;
      const { similar_id, decision } = json;
      requireLocal(services);
      const older = requireDocument({ db, orgId, params: { document_id: similar_id } });
      const target = `${decision === 'replace' ? 'replace' : 'keep beside'} “${truncateText(older.title, 40)}”`;
      ctx.setAuditSubject({ label: formatTargetLabel(ctx.found.title, target) });
      return ctx.commitOnce([ctx.params.document_id, json], () => {
        const newer = requireDocument(ctx);
        requireMatch(ctx.request, () => computeResourceEtag(toDetails(db, newer)));
        const { document_id, version } = newer;
        if (document_id === similar_id) throw createProblem('A document cannot replace itself.');
        if (decision === 'keep_both') {
          keepBoth(db, document_id, similar_id);
          events.publish({ type: 'document_details.changed', document_id }, orgId);
          return { body: { document_id, version } };
        }
        requireReplaceable(db, newer, older);
        // Its labels, too, unless that would be too many.
        const labels = { add_labels: listLabels(db, document_id), remove_labels: [] };
        changeLabels(db, similar_id, labels);
        return { body: { document_id: similar_id, version: services.knowledge.adoptAsVersion(newer, older) } };
      });
    },
    requireDocument,
  );
}

/** Throws Problem `document_not_replaceable` unless `newer` can become a version of `older`. */
function requireReplaceable(db: Database, newer: DocumentRow, older: DocumentRow): void {
  for (const { title, status } of [newer, older])
    if (status !== 'active')
      throw createProblem(`“${title}” is ${status}. Only an active document can replace another active one.`);
  const { title, org_id, document_id } = newer;
  if (listVersions(db, org_id, document_id).length > 1)
    throw createProblem(`“${title}” has several versions, so it cannot become a version of another document.`);
  const agent = listAgentDocuments(db, org_id).find(({ documents }) => documents?.document_ids.includes(document_id));
  if (agent)
    throw createProblem(`The agent “${agent.name}” names “${title}” as one of its documents. Change the agent first.`);
}

function createProblem(detail: string): Problem {
  return new Problem('document_not_replaceable', `${detail} Nothing was changed.`);
}
