import { v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { retrieveAnswer } from '../knowledge/answers/retrieve-answer.ts';
import { requireDocument } from '../knowledge/require-document.ts';
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts';
import type { RemoteLink } from '../remote/remote-client.ts';
import type { Contradictions } from './contradictions.ts';
import { describeCallsOfPeriod, describeDocumentsOfPeriod } from './describe-insights.ts';
import { describeUsage } from './describe-usage.ts';
import { findQuestion } from './question-thread.ts';
import { findOpenQuestion, resolveQuestions } from './gap-queries.ts';
import { type KnowledgeGaps, parseQuestionId } from './knowledge-gaps.ts';
import { readRemoteUsage } from './read-remote-usage.ts';

/** `remote` is null unless the workspace is linked. */
type InsightServices = {
  readonly knowledge: KnowledgeBase;
  readonly knowledgeGaps: KnowledgeGaps;
  readonly contradictions: Contradictions;
  readonly remote: RemoteLink | null;
};

export function addInsightRoutes({ v1: tree }: RouteTrees<InsightServices>): void {
  bindRoute(tree, v1Routes.getCallInsights, ({ db, orgId, query: { from, to, agent, time_zone } }) => {
    const scope = { orgId, fromMs: Date.parse(from), toMs: Date.parse(to), agent };
    return { body: describeCallsOfPeriod(db, scope, time_zone) };
  });

  bindRoute(tree, v1Routes.getDocumentInsights, ({ db, orgId, query: { from, to, agent }, services }) => {
    requireLocal(services, noCitedPassagesDetail);
    const scope = { orgId, fromMs: Date.parse(from), toMs: Date.parse(to), agent };
    return { body: describeDocumentsOfPeriod(db, scope) };
  });

  bindRoute(tree, v1Routes.getDocumentUsage, async (ctx) => {
    const { document_id } = requireDocument(ctx);
    const { db, orgId, request, services } = ctx;
    const { remote } = services;
    const body = remote
      ? await readRemoteUsage({ db, remote, signal: request.signal }, document_id)
      : describeUsage(db, orgId, document_id);
    return { body };
  });

  bindRoute(tree, v1Routes.listContradictions, async ({ orgId, query: { from, to, agent }, services }) => {
    requireLocal(services, noCitedPassagesDetail);
    const scope = { orgId, fromMs: Date.parse(from), toMs: Date.parse(to), agent };
    return { body: await services.contradictions.list(scope) };
  });

  bindRoute(tree, v1Routes.listKnowledgeGaps, async ({ orgId, query: { from, to, agent }, services }) => {
    requireLocal(services, noQuestionsDetail);
    const scope = { orgId, fromMs: Date.parse(from), toMs: Date.parse(to), agent };
    return { body: await services.knowledgeGaps.list(scope) };
  });

  bindRoute(tree, v1Routes.listKnowledgeGapCalls, async ({ orgId, json: { question_ids, offset }, services }) => {
    requireLocal(services, noQuestionsDetail);
    const turns = question_ids.flatMap((id) => parseQuestionId(id) ?? []);
    return { body: { data: await services.knowledgeGaps.listCalls(orgId, turns, offset) } };
  });

  bindRoute(tree, v1Routes.resolveKnowledgeGap, async (ctx) => {
    const { db, orgId, json, services, events, context } = ctx;
    requireLocal(services, noQuestionsDetail);
    const turns = json.question_ids.flatMap((id) => parseQuestionId(id) ?? []);
    const text = findFirstText(ctx, turns);
    // A repeated request gets the response to the first one, although it resolved the questions.
    if (text === undefined)
      return ctx.commitOnce(json, () => {
        throw new Problem('knowledge_gap_not_found', 'These questions were resolved, or their calls were deleted.');
      });
    const { question, remark } = findQuestion(text);
    ctx.setAuditSubject({ label: question });
    const { level, sentences, passage } = await retrieveAnswer(
      question,
      services.knowledge.forOrganization(orgId),
      remark === '' ? [] : [remark],
    );
    return ctx.commitOnce(json, () => {
      // The document can have been deleted since the search.
      const [found] = passage && level === 'likely' ? services.knowledge.keepExisting(orgId, [passage]) : [];
      if (!found) {
        ctx.skipAudit();
        return { body: { is_resolved: false, resolved_count: 0, question, answer: null, passage: null } };
      }
      const resolved_count = resolveQuestions(db, orgId, turns, context.now());
      if (resolved_count === 0) ctx.skipAudit(); // another request has resolved them since the search
      events.publish({ type: 'knowledge_gaps.changed' }, orgId);
      return { body: { is_resolved: true, resolved_count, question, answer: sentences.join(' '), passage: found } };
    });
  });
}

const noCitedPassagesDetail = 'The remote does not report where in a document the cited passages are.';
const noQuestionsDetail = 'The remote does not report which questions its agents could not answer.';

function requireLocal({ remote }: InsightServices, detail: string): void {
  if (remote) throw new Problem('not_available_on_remote', detail);
}

type QuestionScope = { readonly db: Database; readonly orgId: string };

/** Returns the text of the first question that is unresolved; undefined if there is none. */
function findFirstText({ db, orgId }: QuestionScope, turns: readonly number[]): string | undefined {
  for (const turn of turns) {
    const found = findOpenQuestion(db, orgId, turn);
    if (found) return found.text;
  }
  return undefined;
}
