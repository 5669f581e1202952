import type { Correction } from '../../../../../shared/calls/call-outcomes.ts';
import { formatTimestamp } from '../../../../../shared/contract/timestamp.ts';
import { recordChange } from '../../../platform/changes/change-queries.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { CallRow } from '../call-queries.ts';
import { authorNameColumns, joinAuthorNames } from '../../organizations/author-names-sql.ts';
import { toAuthor, type AuthorFields, type AuthorNames } from '../../organizations/authors.ts';

/** A row of the table `call_correction`. `field` is empty for the outcome. */
export type CorrectionRow = AuthorFields & {
  readonly correction_id: string;
  readonly field: string;
  readonly old_value: string | null;
  readonly new_value: string | null;
  readonly corrected_at: number;
};

const columns = 'correction_id, field, old_value, new_value, corrected_at, author_id, key_id, author_name';

export function insertCorrection(db: Database, call: number, row: CorrectionRow): void {
  db.run(
    `INSERT INTO call_correction (call, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    call,
    row.correction_id,
    row.field,
    row.old_value,
    row.new_value,
    row.corrected_at,
    row.author_id,
    row.key_id,
    row.author_name,
  );
}

/** Lists the corrections of a call, the earliest first. */
export function listCorrectionRows(db: Database, call: number): readonly CorrectionRow[] {
  return db.all<CorrectionRow>(`SELECT ${columns} FROM call_correction WHERE call = ? ORDER BY id`, call);
}

/** Lists the corrections of a call with their authors, the earliest first. */
export function listCorrections(db: Database, call: number): readonly Correction[] {
  const rows = db.all<CorrectionRow & AuthorNames>(
    `SELECT correction_id, field, old_value, new_value, corrected_at, author_id, call_correction.key_id, author_name,
       ${authorNameColumns}
     FROM call_correction ${joinAuthorNames('call_correction')}
     WHERE call = ? ORDER BY id`,
    call,
  );
  return rows.map((row) => ({
    correction_id: row.correction_id,
    field: row.field === '' ? null : row.field,
    old_value: row.old_value,
    new_value: row.new_value,
    by: toAuthor(row),
    at: formatTimestamp(row.corrected_at),
  }));
}

export function countCorrections(db: Database, call: number): number {
  const sql = 'SELECT count(*) AS corrections FROM call_correction WHERE call = ?';
  return db.get<{ readonly corrections: number }>(sql, call)?.corrections ?? 0;
}

export function deleteCorrections(db: Database, call: number): void {
  db.run('DELETE FROM call_correction WHERE call = ?', call);
}

export function deleteCorrection(db: Database, call: number, correctionId: string): void {
  db.run('DELETE FROM call_correction WHERE correction_id = ? AND call = ?', correctionId, call);
}

/** Changes the value from which a correction starts. */
export function updateOldValue(
  db: Database,
  { correction_id, field }: Pick<CorrectionRow, 'correction_id' | 'field'>,
  oldValue: string | null,
): void {
  const sql = 'UPDATE call_correction SET old_value = ? WHERE correction_id = ? AND field = ?';
  db.run(sql, oldValue, correction_id, field);
}

/** Moves the corrections and captured fields of a call to another call, whose own fields take precedence. */
export function moveOutcome(db: Database, from: Pick<CallRow, 'id' | 'disposition' | 'is_success'>, to: number): void {
  db.run('UPDATE OR IGNORE call_field SET call = ? WHERE call = ?', to, from.id);
  if (hasCorrectedOutcome(db, from.id)) updateOutcome(db, to, from.disposition, from.is_success === 1);
  db.run('UPDATE call_correction SET call = ? WHERE call = ?', to, from.id);
}

/** Returns whether a correction with this ID was made, in any call. */
export function isKnownCorrection(db: Database, correctionId: string): boolean {
  return db.get('SELECT 1 FROM call_correction WHERE correction_id = ?', correctionId) !== undefined;
}

/** Returns whether a reviewer corrected the outcome of a call. */
export function hasCorrectedOutcome(db: Database, call: number): boolean {
  return db.get(`SELECT 1 FROM call_correction WHERE call = ? AND field = '' LIMIT 1`, call) !== undefined;
}

/** Stores the current outcome of a call. `isSuccess` is null if the name decides. */
export function updateOutcome(db: Database, call: number, disposition: string | null, isSuccess: boolean | null): void {
  db.run(
    'UPDATE call SET disposition = ?, is_success = ? WHERE id = ?',
    disposition,
    isSuccess === null ? null : Number(isSuccess),
    call,
  );
}

/** Stores the current value of a captured field. */
export function updateFieldValue(db: Database, call: number, field: string, value: string | null): void {
  db.run('UPDATE call_field SET value = ? WHERE call = ? AND field = ?', value, call, field);
}

/** Stores that the outcome or the captured fields of a call were changed, for linked workspaces. */
export function recordOutcome(db: Database, { call_id }: Pick<CallRow, 'call_id'>): void {
  recordChange(db, 'outcome', call_id, call_id);
}
