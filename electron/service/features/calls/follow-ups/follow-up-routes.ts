import { createAuthor } from '../../organizations/authors.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import type { FollowUpChange } from '../../../../../shared/calls/follow-ups.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { formatFollowUpSubject } from '../../../../../shared/workspaces/sync.ts';
import { recordChange } from '../../../platform/changes/change-queries.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../../platform/http/etag.ts';
import { readKeyCursor, toKeyPage } from '../../../platform/http/paging.ts';
import { bindRoute, type RouteTree } from '../../../platform/http/route-tree.ts';
import { formatTargetLabel } from '../../../platform/http/target-label.ts';
import { queueWork, type WorkServices } from '../../outbox/queue-work.ts';
import type { CallRow } from '../call-queries.ts';
import { createNameReader } from '../call-records.ts';
import { formatCallLabel } from '../place-call.ts';
import { requireCall, requireMember, type CallRequestContext } from '../require-call.ts';
import { describeFollowUp, parseFollowUpName } from './describe-follow-up.ts';
import * as queries from './follow-up-queries.ts';

export function addFollowUpRoutes(tree: RouteTree<WorkServices>): void {
  bindRoute(tree, v1Routes.listFollowUps, (ctx) => {
    const { db, orgId, context, query } = ctx;
    const { limit, cursor, state, call_id } = query;
    const now = context.now();
    const readName = createNameReader(db, orgId);
    const describe = (row: queries.FollowUpRow) => describeFollowUp(row, now, readName(row.call));
    if (call_id !== undefined) {
      const rows = queries.listFollowUpsOfCall(db, requireCall({ db, orgId, params: { call_id } }).id).map(describe);
      return { body: { data: rows.filter((row) => state === undefined || row.state === state), next_cursor: null } };
    }
    const after = readKeyCursor(cursor, queries.followUpKeySchema);
    const rows = queries.listFollowUps(db, orgId, { state, now }, { after, limit: limit + 1 });
    return { body: toKeyPage(rows, limit, describe, (last) => queries.getFollowUpKey(last, state)) };
  });

  bindRoute(tree, v1Routes.getFollowUp, (ctx) => {
    const { call, row } = requireFollowUp(ctx);
    return respondWithEtag(describeFollowUp(row, ctx.context.now(), createNameReader(ctx.db, ctx.orgId)(call.id)));
  });

  bindRoute(
    tree,
    v1Routes.updateFollowUp,
    (ctx) => {
      const { db, orgId, context, events, json, params, principal, found } = ctx;
      const { author_id = principal.memberId } = json;
      ctx.setAuditSubject({
        id: found.call.call_id,
        label: formatTargetLabel(formatCallLabel(found.call), describeChange(json)),
      });
      return ctx.commit(() => {
        const now = context.now();
        const name = createNameReader(db, orgId)(found.call.id);
        const { call, row } = requireFollowUp(ctx);
        requireMatch(ctx.request, () => computeResourceEtag(describeFollowUp(row, now, name)));
        requireMember(db, orgId, author_id, 'author_unknown');
        queries.upsertFollowUp(db, call, {
          ...row,
          ...toStoredChange(json, row, now),
          ...createAuthor(principal, author_id),
        });
        recordChange(db, 'follow_up', params.follow_up, call.call_id);
        if (ctx.services.connection?.capabilities.follow_ups)
          queueWork(ctx, {
            kind: 'update_follow_up',
            subjectId: formatFollowUpSubject(call.call_id, params.follow_up),
            label: formatCallLabel(call),
            payload: {
              call_id: call.call_id,
              follow_up: params.follow_up,
              change: { ...json, ...(author_id !== null && { author_id }) },
            },
          });
        events.publish({ type: 'follow_ups.changed', call_id: call.call_id }, orgId);
        return respondWithEtag(describeFollowUp(requireFollowUp(ctx).row, now, name));
      });
    },
    requireFollowUp,
  );
}

function toStoredChange({ is_done, snoozed_until }: FollowUpChange, row: queries.FollowUpRow, now: number) {
  return {
    ...(is_done === undefined ? {} : { done_at: is_done ? (row.done_at ?? now) : null }),
    ...(snoozed_until === undefined
      ? {}
      : { snoozed_until: snoozed_until === null ? null : Date.parse(snoozed_until) }),
  };
}

/** "done", "open", or "snoozed until 2026-12-01". */
function describeChange({ is_done, snoozed_until }: FollowUpChange): string {
  const parts = [
    ...(is_done === undefined ? [] : [is_done ? 'done' : 'open']),
    ...(snoozed_until === undefined
      ? []
      : [snoozed_until === null ? 'not snoozed' : `snoozed until ${snoozed_until.slice(0, 10)}`]),
  ];
  return parts.join(', ') || 'no change';
}

type FollowUpContext = CallRequestContext & { readonly params: { readonly follow_up: string } };

/** Returns the follow-up and the call of the path. Throws Problem `call_not_found` or `follow_up_not_found`. */
function requireFollowUp(ctx: FollowUpContext): { readonly call: CallRow; readonly row: queries.FollowUpRow } {
  const call = requireCall(ctx);
  const name = parseFollowUpName(ctx.params.follow_up);
  const row = name && queries.findFollowUp(ctx.db, call.id, name);
  if (row) return { call, row };
  throw new Problem('follow_up_not_found', `This call has no follow-up ${JSON.stringify(ctx.params.follow_up)}.`);
}
