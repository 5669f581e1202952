import type { OutcomeCorrection } from '../../../../../shared/calls/call-outcomes.ts';
import { normalizeAnswer } from '../../../../../shared/calls/normalize-answer.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem, type ProblemCode } from '../../../../../shared/contract/problems.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { CallRow } from '../call-queries.ts';
import { storeFollowUps } from '../follow-ups/store-follow-ups.ts';
import { listCapturedFields, type CapturedFieldRow } from './captured-field-queries.ts';
import {
  countCorrections,
  listCorrectionRows,
  insertCorrection,
  recordOutcome,
  updateFieldValue,
  updateOutcome,
  type CorrectionRow,
} from './correction-queries.ts';
import { findOutcome, listOutcomeChoices, toCapturedField } from './describe-outcome.ts';

type Author = Omit<CorrectionRow, 'field' | 'old_value' | 'new_value'>;

type CorrectedValue = Pick<CorrectionRow, 'field' | 'old_value' | 'new_value'>;

/**
 * Corrects the outcome and captured fields of a completed call in the open transaction. Returns what is different now. Throws a Problem,
 * and changes nothing, if a value cannot be used.
 */
export function correctOutcome(
  db: Database,
  call: CallRow,
  { disposition, fields = {} }: Pick<OutcomeCorrection, 'disposition' | 'fields'>,
  author: Author,
): readonly CorrectedValue[] {
  if (call.status !== 'completed')
    throw new Problem('call_not_completed', 'Only a completed call has an outcome that can be corrected.');
  const known = listCapturedFields(db, call.id);
  const outcome = disposition === undefined ? undefined : requireOutcome(db, call, disposition);
  const corrected = [
    ...(outcome ? [{ field: '', old_value: call.disposition, new_value: outcome.name }] : []),
    ...Object.entries(fields).map(([field, value]) => correctField(known, field, value)),
  ].filter(({ old_value, new_value }) => old_value !== new_value);
  if (countCorrections(db, call.id) + corrected.length > limits.correctionsPerCall)
    throw new Problem('too_many_corrections', `A call can have at most ${limits.correctionsPerCall} corrections.`);
  for (const value of corrected) {
    insertCorrection(db, call.id, { ...author, ...value });
    if (value.field !== '') updateFieldValue(db, call.id, value.field, value.new_value);
    else updateOutcome(db, call.id, value.new_value, outcome?.is_success ?? null);
  }
  if (corrected.length > 0) {
    recordOutcome(db, call);
    storeFollowUps(db, call, author.corrected_at);
  }
  return corrected;
}

type ChosenOutcome = { readonly name: string | null; readonly is_success: boolean | null };

/** Returns one of the agent's outcomes, or the value from before a correction. */
function requireOutcome(db: Database, call: CallRow, disposition: string | null): ChosenOutcome {
  const choices = listOutcomeChoices(db, call);
  const found = findOutcome(choices, disposition);
  if (found) return found;
  const isEarlier = listCorrectionRows(db, call.id).some((row) => row.field === '' && row.old_value === disposition);
  if (isEarlier || disposition === call.disposition) return { name: disposition, is_success: null };
  const names = choices.map(({ name }) => name).join(', ');
  throw createInputProblem('outcome_unknown', '/disposition', `The agent has no such outcome. Choose one of ${names}.`);
}

function correctField(known: readonly CapturedFieldRow[], field: string, value: string | null): CorrectedValue {
  const row = known.find((one) => one.field === field);
  const pointer = `/fields/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (!row) throw createInputProblem('field_unknown', pointer, `The call has no field ${JSON.stringify(field)}.`);
  if (value === null) return { field, old_value: row.value, new_value: null };
  const normalized = normalizeAnswer(toCapturedField(row), value);
  if ('error' in normalized) throw createInputProblem('field_value_invalid', pointer, normalized.error);
  return { field, old_value: row.value, new_value: normalized.value };
}

function createInputProblem(code: ProblemCode, pointer: string, detail: string): Problem {
  return new Problem(code, detail, { errors: [{ pointer, detail }] });
}
