import type { Database } from '../../platform/db/database.ts';
import { maxTurnsPerCall } from '../calls/turn-queries.ts';
import type { InsightScope } from './insight-queries.ts';

/** Selects the unresolved questions of an organization, a period and an agent. */
const whereOpen = `WHERE org_id = ?1 AND asked_at >= ?2 AND asked_at < ?3 AND resolved_at IS NULL
  AND (CAST(?4 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM call WHERE call.id = turn / ${maxTurnsPerCall} AND call.agent_id = ?4))`;

/** Returns the turns of at most `limit` unresolved questions of a period, latest first. The index has every column except the agent. */
export function listOpenQuestions(db: Database, scope: InsightScope, limit: number): readonly number[] {
  const { orgId, fromMs, toMs, agent } = scope;
  const rows = db.all<{ readonly turn: number }>(
    `SELECT turn FROM unanswered_question ${whereOpen}
     ORDER BY asked_at DESC, turn DESC LIMIT ?5`,
    orgId,
    fromMs,
    toMs,
    agent ?? null,
    limit,
  );
  return rows.map(({ turn }) => turn);
}

/** Counts all questions of a period that are not resolved. */
export function countOpenQuestions(db: Database, { orgId, fromMs, toMs, agent }: InsightScope): number {
  const count = db.get<{ readonly questions: number }>(
    `SELECT count(*) AS questions FROM unanswered_question ${whereOpen}`,
    orgId,
    fromMs,
    toMs,
    agent ?? null,
  );
  return count?.questions ?? 0;
}

export type EmbeddedQuestion = { readonly turn: number; readonly embedding: Uint8Array };

/** Returns which of the questions this model has embedded, in any order. */
export function listEmbeddedQuestions(
  db: Database,
  turns: readonly number[],
  model: string,
): readonly EmbeddedQuestion[] {
  return db.all<EmbeddedQuestion>(
    'SELECT turn, embedding FROM unanswered_question WHERE turn IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND model = ?',
    JSON.stringify(turns),
    model,
  );
}

export type QuestionText = { readonly turn: number; readonly text: string };

/** Returns the texts of those questions that were not deleted. */
export function listQuestionTexts(db: Database, turns: readonly number[]): readonly QuestionText[] {
  return db.all<QuestionText>(
    'SELECT id AS turn, text FROM turn WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
    JSON.stringify(turns),
  );
}

/** Does nothing if the question was deleted meanwhile. */
export function storeQuestionEmbedding(db: Database, turn: number, model: string, embedding: Uint8Array): void {
  db.run('UPDATE unanswered_question SET model = ?, embedding = ? WHERE turn = ?', model, embedding, turn);
}

export type GapQuestion = {
  readonly turn: number;
  readonly call_id: string;
  readonly agent_name: string;
  readonly recipient_number: string;
  readonly asked_at: number;
  readonly start_ms: number;
  readonly text: string;
};

/** Returns an unresolved question with its call. */
export function findOpenQuestion(db: Database, orgId: string, turn: number): GapQuestion | undefined {
  return db.get<GapQuestion>(
    `SELECT turn.id AS turn, call.call_id, call.agent_name, call.recipient_number, unanswered_question.asked_at,
       turn.start_ms, turn.text
     FROM unanswered_question JOIN turn ON turn.id = unanswered_question.turn
     JOIN call ON call.id = turn.id / ${maxTurnsPerCall}
     WHERE unanswered_question.turn = ? AND unanswered_question.org_id = ? AND resolved_at IS NULL`,
    turn,
    orgId,
  );
}

/** Returns the number of questions that were unresolved. */
export function resolveQuestions(db: Database, orgId: string, turns: readonly number[], nowMs: number): number {
  return db.run(
    `UPDATE unanswered_question SET resolved_at = ?
     WHERE turn IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND org_id = ? AND resolved_at IS NULL`,
    nowMs,
    JSON.stringify(turns),
    orgId,
  ).changes;
}
