import type { Database } from '../../../platform/db/database.ts';
import { storeFollowUps } from '../follow-ups/store-follow-ups.ts';
import { findCall } from '../call-queries.ts';
import { deleteCorrection, listCorrectionRows, updateFieldValue, updateOutcome } from './correction-queries.ts';
import { findOutcome, listOutcomeChoices } from './describe-outcome.ts';

/**
 * Removes a correction that the remote will not receive, in the open transaction. A value that was not corrected later becomes the one
 * from before it; the next correction of a value continues from there.
 */
export function revertCorrection(db: Database, orgId: string, callId: string, correctionId: string, now: number): void {
  const call = findCall(db, orgId, callId);
  if (!call) return;
  const rows = listCorrectionRows(db, call.id);
  deleteCorrection(db, call.id, correctionId);
  for (const [index, { correction_id, field, old_value }] of rows.entries()) {
    if (correction_id !== correctionId || rows.slice(index + 1).some((later) => later.field === field)) continue;
    if (field !== '') updateFieldValue(db, call.id, field, old_value);
    else
      updateOutcome(db, call.id, old_value, findOutcome(listOutcomeChoices(db, call), old_value)?.is_success ?? null);
  }
  storeFollowUps(db, call, now);
}
