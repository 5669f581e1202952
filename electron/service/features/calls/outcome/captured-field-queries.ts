import type { AgentQuestion, QuestionType } from '../../../../../shared/agents/agent-definition.ts';
import type { CapturedField } from '../../../../../shared/calls/call-outcomes.ts';
import type { Database } from '../../../platform/db/database.ts';

/** A row of the table `call_field`. `choices` is JSON. */
export type CapturedFieldRow = {
  readonly field: string;
  readonly question: string;
  readonly type: QuestionType;
  readonly choices: string;
  readonly needs_follow_up: 0 | 1;
  /** What the recipient said; empty if they did not answer. */
  readonly spoken: string;
  readonly value: string | null;
  readonly answered_in: number | null;
};

/** An answer of the recipient. */
export type CapturedAnswer = Pick<CapturedFieldRow, 'spoken' | 'value' | 'answered_in'>;

const columns = 'field, question, type, choices, needs_follow_up, spoken, value, answered_in';

/** Stores an answer of the recipient. It replaces an earlier answer to the same question. */
export function upsertCapturedField(
  db: Database,
  call: number,
  { field, text, type, choices, needs_follow_up }: Omit<AgentQuestion, 'required'>,
  { spoken, value, answered_in }: CapturedAnswer,
): void {
  db.run(
    `INSERT INTO call_field (call, position, ${columns})
     VALUES (?1, (SELECT count(*) FROM call_field WHERE call = ?1), ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (call, field) DO UPDATE SET question = excluded.question, type = excluded.type, choices = excluded.choices,
       needs_follow_up = excluded.needs_follow_up, spoken = excluded.spoken, value = excluded.value, answered_in = excluded.answered_in`,
    call,
    field,
    text,
    type,
    JSON.stringify(choices),
    needs_follow_up ? 1 : 0,
    spoken,
    value,
    answered_in,
  );
}

/** Stores the position of a question among the questions of a call, and the question without an answer unless it was answered. */
export function insertUnansweredField(
  db: Database,
  call: number,
  position: number,
  { field, text, type, choices, needs_follow_up }: AgentQuestion,
): void {
  db.run(
    `INSERT INTO call_field (call, position, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, '', NULL, NULL)
     ON CONFLICT (call, field) DO UPDATE SET position = excluded.position`,
    call,
    position,
    field,
    text,
    type,
    JSON.stringify(choices),
    needs_follow_up ? 1 : 0,
  );
}

/** Replaces the captured fields of a call. Each field is in the list once. */
export function replaceCapturedFields(db: Database, call: number, fields: readonly CapturedField[]): void {
  deleteCapturedFields(db, call);
  for (const { question, choices, spoken, value, answered_in, ...field } of fields) {
    const asked = { ...field, text: question, choices: [...choices] };
    upsertCapturedField(db, call, asked, { spoken, value, answered_in });
  }
}

/** Lists the captured fields of a call in the order of the questions. */
export function listCapturedFields(db: Database, call: number): readonly CapturedFieldRow[] {
  return db.all<CapturedFieldRow>(`SELECT ${columns} FROM call_field WHERE call = ? ORDER BY position, field`, call);
}

export function deleteCapturedFields(db: Database, call: number): void {
  db.run('DELETE FROM call_field WHERE call = ?', call);
}
