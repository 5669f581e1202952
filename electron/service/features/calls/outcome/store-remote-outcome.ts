// Public: other features may import this file.
import type { Database } from '../../../platform/db/database.ts';
import type { RemoteOutcome } from '../../remote/work-schemas.ts';
import type { CallRow } from '../call-queries.ts';
import { toAuthorFields } from '../remote/remote-authors.ts';
import { replaceCapturedFields } from './captured-field-queries.ts';
import {
  deleteCorrections,
  insertCorrection,
  isKnownCorrection,
  listCorrectionRows,
  updateOutcome,
} from './correction-queries.ts';
import { describeSharedOutcome } from './describe-outcome.ts';

/**
 * Replaces the outcome, captured fields and corrections of a call with the remote's, in the open transaction. Returns whether they are
 * different; null, and changes nothing, if the ID of a correction belongs to another call.
 */
export function storeRemoteOutcome(db: Database, call: CallRow, remote: RemoteOutcome): boolean | null {
  const before = JSON.stringify(describeSharedOutcome(db, call));
  const known = new Set(listCorrectionRows(db, call.id).map(({ correction_id }) => correction_id));
  if (remote.corrections.some(({ correction_id: id }) => !known.has(id) && isKnownCorrection(db, id))) return null;
  deleteCorrections(db, call.id);
  const keys = new Set<string>();
  for (const { correction_id, field, old_value, new_value, by, at } of remote.corrections) {
    const key = `${correction_id} ${field ?? ''}`;
    if (keys.has(key)) continue;
    keys.add(key);
    const author = toAuthorFields(db, by);
    insertCorrection(db, call.id, {
      ...author,
      correction_id,
      field: field ?? '',
      old_value,
      new_value,
      corrected_at: at,
    });
  }
  replaceCapturedFields(db, call.id, remote.fields);
  updateOutcome(db, call.id, remote.disposition, remote.is_success);
  const stored = { ...call, disposition: remote.disposition, is_success: remote.is_success ? 1 : 0 } as const;
  return JSON.stringify(describeSharedOutcome(db, stored)) !== before;
}
