import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { formatOutcomeSubject } from '../../../../../shared/workspaces/sync.ts';
import { computeResourceEtag, requireMatch, respondWithEtag } from '../../../platform/http/etag.ts';
import { bindRoute, type RouteTree } from '../../../platform/http/route-tree.ts';
import { truncateText } from '../../../platform/text-line.ts';
import { formatTargetLabel } from '../../../platform/http/target-label.ts';
import { addNumberByDisposition, type CallCanceler } from '../../do-not-call/do-not-call-list.ts';
import { queueWork, type WorkServices } from '../../outbox/queue-work.ts';
import { formatCallLabel } from '../place-call.ts';
import { createAuthor } from '../../organizations/authors.ts';
import { requireCall, requireMember } from '../require-call.ts';
import { correctOutcome } from './correct-outcome.ts';
import { isKnownCorrection, type CorrectionRow } from './correction-queries.ts';
import { describeOutcome } from './describe-outcome.ts';

export function addOutcomeRoutes(tree: RouteTree<WorkServices & CallCanceler>): void {
  bindRoute(tree, v1Routes.getCallOutcome, (ctx) => respondWithEtag(describeOutcome(ctx.db, requireCall(ctx))));

  bindRoute(
    tree,
    v1Routes.correctCallOutcome,
    (ctx) => {
      const { db, orgId, events, found, json, principal, context } = ctx;
      const { correction_id = context.newId('cor'), author_id = principal.memberId, ...change } = json;
      const fields = [...(change.disposition === undefined ? [] : ['outcome']), ...Object.keys(change.fields ?? {})];
      const setSubject = (target: string) =>
        ctx.setAuditSubject({ label: formatTargetLabel(formatCallLabel(found), target) });
      setSubject(truncateText(fields.join(', ') || 'no change', auditedFieldsLength));
      return ctx.commit(() => {
        const call = requireCall(ctx);
        if (isKnownCorrection(db, correction_id)) return respondWithEtag(describeOutcome(db, call));
        requireMatch(ctx.request, () => computeResourceEtag(describeOutcome(db, call)));
        requireMember(db, orgId, author_id, 'author_unknown');
        const author = { correction_id, ...createAuthor(principal, author_id) };
        const corrected = correctOutcome(db, call, change, { ...author, corrected_at: context.now() });
        setSubject(describeCorrection(corrected));
        if (corrected.length > 0 && ctx.services.connection?.capabilities.outcomes) {
          const subjectId = formatOutcomeSubject(call.call_id);
          const payload = {
            call_id: call.call_id,
            correction: { ...json, correction_id, ...(author_id !== null && { author_id }) },
          };
          queueWork(ctx, { kind: 'correct_outcome', subjectId, label: formatCallLabel(call), payload });
        }
        if (corrected.length > 0) {
          events.publish({ type: 'call_outcome.changed', call_id: call.call_id }, orgId);
          events.publish({ type: 'follow_ups.changed', call_id: call.call_id }, orgId);
        }
        const correctedCall = requireCall(ctx);
        const isOutcomeCorrected = corrected.some(({ field }) => field === '');
        if (isOutcomeCorrected && addNumberByDisposition(ctx, orgId, correctedCall, correctedCall.disposition))
          ctx.services.calls.cancelListed();
        return respondWithEtag(describeOutcome(db, correctedCall));
      });
    },
    requireCall,
  );
}

/** Leaves room for the call in the subject of an activity entry. */
const auditedFieldsLength = 70;

/** Names the outcomes, and the fields without their values: "outcome Interested to Callback requested, budget". */
function describeCorrection(corrected: readonly Pick<CorrectionRow, 'field' | 'old_value' | 'new_value'>[]): string {
  const parts = corrected.map(({ field, old_value, new_value }) =>
    field === '' ? `outcome ${old_value ?? 'none'} to ${new_value ?? 'none'}` : field,
  );
  return truncateText(parts.join(', ') || 'no change', auditedFieldsLength);
}
