// Public: other features may import this file.
import { findFollowUps, type FoundFollowUp } from './find-follow-ups.ts';
import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { recordChange } from '../../../platform/changes/change-queries.ts';
import type { Database } from '../../../platform/db/database.ts';
import { truncateText } from '../../../platform/text-line.ts';
import { findCallByRowId, type CallRow } from '../call-queries.ts';
import { listCapturedFields } from '../outcome/captured-field-queries.ts';
import { findOutcome, listOutcomeChoices, toCapturedField } from '../outcome/describe-outcome.ts';
import { listTimedTurns } from '../turn-queries.ts';
import { formatFollowUpName } from './describe-follow-up.ts';
import { deleteFollowUp, listFollowUpsOfCall, unchanged, upsertFollowUp } from './follow-up-queries.ts';
import { readDueTime, type DueTime } from './read-due-time.ts';

/**
 * Stores the follow-ups of a call, in the transaction that ends the call or corrects its outcome. A completed call has them, and so has
 * a remote's call that failed after a promise. Follow-ups that are already stored stay as they are. Only one that came from the outcome
 * or a field is removed when that no longer needs it, unless somebody has changed it. Returns whether a follow-up was added or removed. Practice calls and trials have none.
 */
export function storeFollowUps(db: Database, { id, org_id }: Pick<CallRow, 'id' | 'org_id'>, now: number): boolean {
  const call = findCallByRowId(db, org_id, id);
  if (!call || !canPromise(call)) return false;
  const found = findFollowUps({
    turns: listTimedTurns(db, id),
    outcome: describeMeaning(db, call),
    fields: listCapturedFields(db, id).map(toCapturedField),
  });
  const names = new Set(found.map(formatFollowUpName));
  const known = listFollowUpsOfCall(db, id);
  const knownNames = new Set(known.map(formatFollowUpName));
  const added = found.filter((one) => !knownNames.has(formatFollowUpName(one)));
  const removed = known.filter(
    (one) =>
      (one.kind === 'outcome' || one.kind === 'field') &&
      one.key_id === unchanged.key_id &&
      !names.has(formatFollowUpName(one)),
  );
  for (const one of added) insert(db, call, one, now);
  for (const one of removed) deleteFollowUp(db, id, one);
  for (const one of [...added, ...removed]) recordChange(db, 'follow_up', formatFollowUpName(one), call.call_id);
  return added.length + removed.length > 0;
}

function canPromise({ mode, status }: CallRow): boolean {
  return mode === 'remote' ? isCallEnded(status) : mode === 'simulated' && status === 'completed';
}

function describeMeaning(db: Database, call: CallRow) {
  if (call.disposition === null) return null;
  const found = findOutcome(listOutcomeChoices(db, call), call.disposition);
  return found ?? { name: call.disposition, needs_follow_up: false };
}

function insert(db: Database, call: CallRow, { kind, field, reason, timeSentences }: FoundFollowUp, now: number): void {
  const calledAt = call.ended_at ?? call.created_at ?? now;
  const due = readFirstDueTime(timeSentences, calledAt);
  upsertFollowUp(db, call, {
    kind,
    field,
    reason: truncateText(reason, limits.followUpReasonLength),
    due_words: due?.words ?? '',
    due_at: due?.at ?? null,
    due_has_time: due?.hasTime ? 1 : 0,
    created_at: now,
    snoozed_until: null,
    done_at: null,
    ...unchanged,
  });
}

function readFirstDueTime(sentences: readonly string[], calledAt: number): DueTime | null {
  for (const sentence of sentences) {
    const due = readDueTime(sentence, calledAt);
    if (due) return due;
  }
  return null;
}
