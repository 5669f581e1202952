import type * as z from 'zod';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import type { Route } from '../../../../../shared/contract/route.ts';
import { formatScoreSubject } from '../../../../../shared/workspaces/sync.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../../platform/http/etag.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import { truncateText } from '../../../platform/text-line.ts';
import { formatTargetLabel } from '../../../platform/http/target-label.ts';
import { bindRoute, type RouteTree } from '../../../platform/http/route-tree.ts';
import type { CallRow } from '../call-queries.ts';
import { isSharedItem, queueWork, type WorkRequest, type WorkServices } from '../../outbox/queue-work.ts';
import { formatCallLabel } from '../place-call.ts';
import type { criterionPayloadSchema } from '../remote/outbox-payloads.ts';
import { requireCall, type CallRequestContext, requireMember } from '../require-call.ts';
import * as criteria from './criterion-queries.ts';
import { createScorecardReader } from './read-scorecard.ts';
import { deleteScore, upsertScore } from './score-queries.ts';

export function addScorecardRoutes(tree: RouteTree<WorkServices>): void {
  addCallRoutes(tree);
  addCriterionRoutes(tree);
}

/** Adds the routes of the scorecard of a call. */
function addCallRoutes(tree: RouteTree<WorkServices>): void {
  bindRoute(tree, v1Routes.getScorecard, (ctx) =>
    respondWithEtag(createScorecardReader(ctx.db, ctx.orgId)(requireCall(ctx))),
  );

  bindRoute(
    tree,
    v1Routes.scoreCriterion,
    (ctx) => {
      const { db, orgId, events, found, principal, context } = ctx;
      const { call, criterion } = found;
      const { answer, reviewer_id = principal.memberId } = ctx.json;
      // The activity keeps the earlier answers.
      const name = truncateText(criterion.name, auditedNameLength);
      const target = `${name}, ${answer?.replace('_', ' ') ?? 'no answer'}`;
      ctx.setAuditSubject({ id: call.call_id, label: formatTargetLabel(formatCallLabel(call), target) });
      return ctx.commit(() => {
        requireExisting(criterion);
        requireMatch(ctx.request, () => computeResourceEtag(createScorecardReader(db, orgId)(call)));
        requireMember(db, orgId, reviewer_id, 'reviewer_unknown');
        const decision = {
          criterion: criterion.id,
          reviewer_id,
          key_id: principal.keyId,
          decided_at: context.now(),
          author_name: null,
        };
        if (answer === null) deleteScore(db, call.id, criterion.id);
        else upsertScore(db, call.id, { ...decision, answer });
        if (isSharedItem(ctx, 'criterion', criterion.criterion_id)) {
          const ids = { call_id: call.call_id, criterion_id: criterion.criterion_id };
          const subjectId = formatScoreSubject(ids.call_id, ids.criterion_id);
          const label = `“${criterion.name}”, ${formatCallLabel(call)}`;
          queueWork(ctx, { kind: 'score_call', subjectId, label, payload: { ...ids, answer, reviewer_id } });
        }
        events.publish({ type: 'scorecard.changed', call_id: call.call_id }, orgId);
        return respondWithEtag(createScorecardReader(db, orgId)(call));
      });
    },
    findCallAndCriterion,
  );
}

/** Leaves room for the call in the subject of an activity entry. */
const auditedNameLength = 40;

/** Adds the routes of the criteria. */
function addCriterionRoutes(tree: RouteTree<WorkServices>): void {
  bindRoute(tree, v1Routes.listCriteria, ({ db, orgId }) => ({
    body: { data: criteria.listCriteria(db, orgId).map(criteria.toCriterion) },
  }));

  bindRoute(tree, v1Routes.createCriterion, (ctx) =>
    ctx.commitOnce(ctx.json, () => {
      const { criterion_id = ctx.context.newId('crt'), ...criterion } = ctx.json;
      const known = criteria.findCriterion(ctx.db, ctx.orgId, criterion_id);
      if (known) {
        requireExisting(known);
        return respondWithEtag(criteria.toCriterion(known));
      }
      requireSpace(ctx);
      criteria.insertCriterion(ctx.db, ctx.orgId, criterion_id, criterion);
      queueCriterion(ctx, { criterion_id, name: criterion.name }, { request: 'create', json: criterion });
      publishChange(ctx);
      return respondWithEtag(criteria.toCriterion(findCriterion({ ...ctx, params: { criterion_id } })));
    }),
  );

  bindRoute(
    tree,
    v1Routes.updateCriterion,
    (ctx) =>
      ctx.commit(() => {
        const { db, orgId, found: row } = ctx;
        const current = criteria.toCriterion(row);
        requireMatch(ctx.request, () => computeResourceEtag(current));
        const { position, is_deleted, name, description, weight, rule } = ctx.json;
        if (is_deleted === undefined) requireExisting(row);
        else if (row.deleted_at !== null) {
          requireSpace(ctx);
          criteria.setCriterionDeleted(db, row.id, null);
        }
        const changed = {
          ...current,
          name: name ?? current.name,
          description: description ?? current.description,
          weight: weight ?? current.weight,
          rule: rule === undefined ? current.rule : rule,
        };
        criteria.updateCriterion(db, row.id, changed);
        if (position !== undefined) criteria.moveCriterion(db, orgId, row.id, position);
        queueCriterion(ctx, changed, { request: 'update', json: ctx.json });
        publishChange(ctx);
        return respondWithEtag(changed);
      }),
    findCriterion,
  );

  bindRoute(
    tree,
    v1Routes.deleteCriterion,
    (ctx) =>
      ctx.commit(() => {
        requireExisting(ctx.found);
        requireMatch(ctx.request, () => computeResourceEtag(criteria.toCriterion(ctx.found)));
        criteria.setCriterionDeleted(ctx.db, ctx.found.id, ctx.context.now());
        queueCriterion(ctx, ctx.found, { request: 'delete' });
        publishChange(ctx);
        return { body: criteria.toCriterion(ctx.found) };
      }),
    findCriterion,
  );
}

type ChangeContext = Pick<RequestContext<Route>, 'db' | 'orgId' | 'events'>;

function publishChange({ events, orgId }: ChangeContext): void {
  events.publish({ type: 'scorecard_criteria.changed' }, orgId);
}

/** Queues a change of a criterion in the open transaction. */
function queueCriterion(
  ctx: WorkRequest,
  { criterion_id, name }: { readonly criterion_id: string; readonly name: string },
  payload: z.input<typeof criterionPayloadSchema>,
): void {
  if (payload.request === 'create' || isSharedItem(ctx, 'criterion', criterion_id))
    queueWork(ctx, { kind: 'change_criterion', subjectId: criterion_id, label: name, payload });
}

/** Throws Problem `too_many_criteria` if no criterion can be added. */
function requireSpace({ db, orgId }: ChangeContext): void {
  if (criteria.hasMostCriteria(db, orgId))
    throw new Problem('too_many_criteria', `A scorecard can have at most ${limits.criteria} criteria.`);
}

type CriterionRequestContext = Pick<CallRequestContext, 'db' | 'orgId'> & {
  readonly params: { readonly criterion_id: string };
};

/** Returns the criterion of the path, even if it is deleted. Throws Problem `criterion_not_found`. */
function findCriterion({ db, orgId, params }: CriterionRequestContext): criteria.CriterionRow {
  const row = criteria.findCriterion(db, orgId, params.criterion_id);
  if (!row)
    throw new Problem(
      'criterion_not_found',
      `There is no criterion with the ID ${JSON.stringify(params.criterion_id)}.`,
    );
  return row;
}

function findCallAndCriterion(ctx: CallRequestContext & CriterionRequestContext): {
  readonly call: CallRow;
  readonly criterion: criteria.CriterionRow;
} {
  return { call: requireCall(ctx), criterion: findCriterion(ctx) };
}

/** Throws Problem `criterion_deleted`. */
function requireExisting({ name, deleted_at }: criteria.CriterionRow): void {
  if (deleted_at === null) return;
  const kept = 'Earlier answers are kept and exported.';
  throw new Problem('criterion_deleted', `The criterion “${name}” was deleted, so nothing was changed. ${kept}`);
}
