import type { Database } from '../../../platform/db/database.ts';
import { storeFollowUps } from '../follow-ups/store-follow-ups.ts';
import { findCall } from '../call-queries.ts';
import {
  deleteCorrection,
  listCorrectionRows,
  updateFieldValue,
  updateOldValue,
  updateOutcome,
} from './correction-queries.ts';
import { findOutcome, listOutcomeChoices } from './describe-outcome.ts';

/**
 * Removes a correction that the remote will not receive, in the open transaction. Each of its values becomes what it was before, unless
 * it was corrected again: then the next correction of the value starts from there.
 */
export function revertCorrection(db: Database, orgId: string, callId: string, correctionId: string, now: number): void {
  const call = findCall(db, orgId, callId);
  if (!call) return;
  const rows = listCorrectionRows(db, call.id);
  deleteCorrection(db, call.id, correctionId);
  for (const [index, { correction_id, field, old_value }] of rows.entries()) {
    if (correction_id !== correctionId) continue;
    const next = rows.slice(index + 1).find((later) => later.field === field);
    if (next) updateOldValue(db, next, old_value);
    else if (field !== '') updateFieldValue(db, call.id, field, old_value);
    else
      updateOutcome(db, call.id, old_value, findOutcome(listOutcomeChoices(db, call), old_value)?.is_success ?? null);
  }
  storeFollowUps(db, call, now);
}
