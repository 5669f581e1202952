import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { computeResourceEtag, requireMatch } from '../../platform/http/etag.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../platform/http/target-label.ts';
import { truncateText } from '../../platform/text-line.ts';
import type { Database } from '../../platform/db/database.ts';
import { listAgentDocuments } from '../agents/agent-version-queries.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import { changeLabels } from './change-labels.ts';
import { toDetails } from './document-detail-routes.ts';
import { listLabels } from './document-label-queries.ts';
import { findDocument, type DocumentRow } from './document-queries.ts';
import { listVersions } from './document-version-queries.ts';
import type { KnowledgeBase } from './knowledge-base.ts';
import { decideOnRemote, storeRemoteReplacement } from './remote/remote-similar-document.ts';
import { requireDocument } from './require-document.ts';
import { keepBoth } from './similar-document-queries.ts';

/** `remote` is null unless the workspace is linked. */
type SimilarServices = { readonly knowledge: KnowledgeBase; readonly remote: RemoteLink | null };

/** Adds the route that replaces a document with one that has nearly the same text, or keeps both. */
export function addSimilarDocumentRoutes(tree: RouteTree<SimilarServices>): void {
  bindRoute(
    tree,
    v1Routes.decideSimilarDocument,
    (ctx) => {
      const { db, json, services } = ctx;
      const input = [ctx.params.document_id, json];
      const replay = ctx.findReplay(input);
      if (replay) return replay;
      const found = requireDocument(ctx);
      const older = requireOlder(ctx);
      const target = `${json.decision === 'replace' ? 'replace' : 'keep beside'} “${truncateText(older.title, 40)}”`;
      ctx.setAuditSubject({ label: formatTargetLabel(found.title, target) });
      if (services.remote) return decideThere(ctx, { newer: found, older, input, remote: services.remote });
      return ctx.commitOnce(input, () => {
        const newer = requireDocument(ctx);
        requireUnchanged(ctx, newer);
        if (newer.id === older.id) throw createProblem('A document cannot replace itself.');
        if (json.decision === 'keep_both') return storeBothKept(ctx, newer);
        requireReplaceable(db, newer, older);
        copyLabels(db, newer, older);
        return respondReplaced(older, services.knowledge.adoptAsVersion(newer, older));
      });
    },
    // The first request may have deleted the document, which a repeated one names as well.
    (ctx) => ctx.request.headers.has('Idempotency-Key') || requireDocument(ctx),
  );
}

type DecisionContext = RequestContext<typeof v1Routes.decideSimilarDocument, SimilarServices>;

type Decision = {
  readonly newer: DocumentRow;
  readonly older: DocumentRow;
  readonly input: unknown;
  readonly remote: RemoteLink;
};

/** Decides on the remote of a linked workspace, and stores the result here. */
async function decideThere(ctx: DecisionContext, { newer, older, input, remote }: Decision) {
  const { db, orgId, request, params, json, services } = ctx;
  const { decision } = json;
  requireUnchanged(ctx, newer);
  const idempotencyKey = request.headers.get('Idempotency-Key');
  const options = { signal: request.signal, ...(idempotencyKey !== null && { idempotencyKey }) };
  const remoteVersion = await decideOnRemote(db, remote, { newer, older, decision, ...options });
  return ctx.commitOnce(input, () => {
    if (decision === 'keep_both') return storeBothKept(ctx, newer);
    const current = requireOlder(ctx);
    const left = findDocument(db, orgId, params.document_id);
    if (left) copyLabels(db, left, current);
    return respondReplaced(current, storeRemoteReplacement(db, services.knowledge, left, current, remoteVersion));
  });
}

const requireOlder = ({ db, orgId, json }: Pick<DecisionContext, 'db' | 'orgId' | 'json'>) =>
  requireDocument({ db, orgId, params: { document_id: json.similar_id } });

function requireUnchanged({ db, request }: DecisionContext, newer: DocumentRow): void {
  requireMatch(request, () => computeResourceEtag(toDetails(db, newer)));
}

function storeBothKept({ db, orgId, events, json }: DecisionContext, { document_id, version }: DocumentRow) {
  keepBoth(db, document_id, json.similar_id);
  events.publish({ type: 'document_details.changed', document_id }, orgId);
  return { body: { document_id, version } };
}

/** Adds the labels of the newer document to the older one, unless that would be too many. */
function copyLabels(db: Database, newer: DocumentRow, older: DocumentRow): void {
  const labels = { add_labels: listLabels(db, newer.document_id), remove_labels: [] };
  changeLabels(db, older.document_id, labels);
}

const respondReplaced = ({ document_id }: DocumentRow, version: number) => ({ body: { document_id, version } });

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
