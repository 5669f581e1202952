// Public: other features may import this file.
import type * as z from 'zod';
import type { Speaker, TimedTurn } from '../../../../shared/calls/calls.ts';
import { findKeyMoments, type KeyMomentOptions } from '../../../../shared/calls/key-moments.ts';
import { modelTurnSchema, type ModelTurn } from '../../../../shared/calls/model-turn.ts';
import type { TurnLatency } from '../../../../shared/calls/turn-latency.ts';
import { turnSpeechSchema, type TurnSpeech } from '../../../../shared/calls/turn-speech.ts';
import type { Passage } from '../../../../shared/knowledge/knowledge.ts';
import type { Database } from '../../platform/db/database.ts';
import type { CallTurn } from './call-transport.ts';

/** The id of a turn is the id of its call times this number, plus its position. */
export const maxTurnsPerCall = 4096;

/** A source of an answer. A version of a document that is processed again has the same chunks at the same positions. */
export type Citation = Pick<Passage, 'document_id' | 'title' | 'page'> & {
  readonly version: number;
  readonly chunkPosition: number;
};

type NewTurn = Omit<CallTurn, 'passages'> & { readonly citations: readonly Citation[] };

const getFirstTurnId = (call: number) => call * maxTurnsPerCall;
const getLastTurnId = (call: number) => getFirstTurnId(call) + maxTurnsPerCall - 1;

/** Throws if the call has the maximum number of turns. */
export function insertTurn(db: Database, call: number, position: number, turn: NewTurn): void {
  if (position >= maxTurnsPerCall) throw new RangeError(`A call has at most ${maxTurnsPerCall} turns.`);
  const id = getFirstTurnId(call) + position;
  db.run(
    'INSERT INTO turn (id, speaker, text, start_ms, end_ms) VALUES (?, ?, ?, ?, ?)',
    id,
    turn.speaker,
    turn.text,
    Math.round(turn.startSeconds * 1000),
    Math.round(turn.endSeconds * 1000),
  );
  if (turn.modelTurn) db.run('INSERT INTO model_turn (turn, detail) VALUES (?, ?)', id, JSON.stringify(turn.modelTurn));
  if (turn.latency) insertLatency(db, call, id, turn.latency);
  if (turn.speech) db.run('INSERT INTO turn_speech (turn, detail) VALUES (?, ?)', id, JSON.stringify(turn.speech));
  for (const [index, { document_id, version, title, page, chunkPosition }] of turn.citations.entries()) {
    db.run(
      `INSERT INTO turn_passage (turn, position, document_id, version, title, page, chunk_position, called_at, agent)
       VALUES (?1, ?2, ?3, ?8, ?4, ?5, ?6,
         ${countedAtSql('?7')}, ${agentOfCallSql('?7')})`,
      id,
      index,
      document_id,
      title,
      page,
      chunkPosition,
      call,
      version,
    );
  }
}

/** When a call counts in insights; null if it does not. */
const countedAtSql = (call: string) =>
  `(SELECT created_at FROM call WHERE id = ${call} AND mode NOT IN ('practice', 'trial'))`;

const agentOfCallSql = (call: string) =>
  `(SELECT agent.id FROM call JOIN agent USING (agent_id) WHERE call.id = ${call})`;

function insertLatency(
  db: Database,
  call: number,
  turn: number,
  { response_ms, retrieval_ms, first_token_ms, first_sound_ms }: TurnLatency,
): void {
  db.run(
    `INSERT INTO turn_latency (turn, response_ms, retrieval_ms, first_token_ms, first_sound_ms, called_at, agent)
     VALUES (?1, ?2, ?3, ?4, ?5, ${countedAtSql('?6')}, ${agentOfCallSql('?6')})`,
    turn,
    response_ms,
    retrieval_ms,
    first_token_ms,
    first_sound_ms,
    call,
  );
}

/** Counts the citations of a call at the time of the call, which was not known when they were stored. */
export function updateCitationTimes(db: Database, call: number, calledAt: number): void {
  const sql = 'UPDATE turn_passage SET called_at = ? WHERE turn BETWEEN ? AND ?';
  db.run(sql, calledAt, getFirstTurnId(call), getLastTurnId(call));
}

/** Returns the citation of a passage, or undefined if its chunk was deleted. */
export function findCitation(db: Database, passage: Passage): Citation | undefined {
  const { title, page, chunk_id } = passage;
  const chunk = db.get<Pick<Citation, 'document_id' | 'version' | 'chunkPosition'>>(
    `SELECT document.document_id, document.version, chunk.position AS chunkPosition
     FROM chunk JOIN document ON document.id = chunk.document WHERE chunk.id = ?`,
    Number(chunk_id.replace('chk_', '')),
  );
  return chunk && { ...chunk, title, page };
}

/** Marks a turn of the recipient as a question that the documents do not answer. Deleting the turn deletes the mark. */
export function insertUnansweredQuestion(
  db: Database,
  call: number,
  position: number,
  { orgId, askedAt }: { readonly orgId: string; readonly askedAt: number },
): void {
  db.run(
    'INSERT INTO unanswered_question (turn, org_id, asked_at) VALUES (?, ?, ?)',
    getFirstTurnId(call) + position,
    orgId,
    askedAt,
  );
}

/** Lists the positions of the turns whose question the documents did not answer. */
export function listUnansweredPositions(db: Database, call: number): readonly number[] {
  return db
    .all<{ readonly position: number }>(
      `SELECT turn % ${maxTurnsPerCall} AS position FROM unanswered_question WHERE turn BETWEEN ? AND ? ORDER BY turn`,
      getFirstTurnId(call),
      getLastTurnId(call),
    )
    .map(({ position }) => position);
}

/** Lists the positions of the agent's turns with a sentence that no source supports; null if the agent used no language model. */
export function listUnsupportedPositions(db: Database, call: number): readonly number[] | null {
  const rows = db.all<{ readonly position: number; readonly detail: string }>(
    `SELECT turn.id % ${maxTurnsPerCall} AS position, detail FROM model_turn JOIN turn ON turn.id = model_turn.turn
     WHERE turn.id BETWEEN ? AND ? AND speaker = 'agent' ORDER BY turn.id`,
    getFirstTurnId(call),
    getLastTurnId(call),
  );
  if (rows.length === 0) return null;
  return rows
    .filter(({ detail }) => modelTurnSchema.parse(JSON.parse(detail)).unsupported.length > 0)
    .map(({ position }) => position);
}

/** Keeps only what was heard of a turn. */
export function cutTurn(
  db: Database,
  call: number,
  position: number,
  { text, endSeconds }: { readonly text: string; readonly endSeconds: number },
): void {
  const id = getFirstTurnId(call) + position;
  db.run('UPDATE turn SET text = ?, end_ms = ? WHERE id = ?', text, Math.round(endSeconds * 1000), id);
  db.run('INSERT INTO interrupted_turn (turn) VALUES (?)', id);
}

export function deleteTurn(db: Database, call: number, position: number): void {
  const id = getFirstTurnId(call) + position;
  db.run('DELETE FROM turn_passage WHERE turn = ?', id);
  db.run('DELETE FROM turn WHERE id = ?', id);
}

export function deleteTurns(db: Database, call: number): void {
  db.run('DELETE FROM turn_passage WHERE turn BETWEEN ? AND ?', getFirstTurnId(call), getLastTurnId(call));
  db.run('DELETE FROM turn WHERE id BETWEEN ? AND ?', getFirstTurnId(call), getLastTurnId(call));
}

type TurnRow = {
  readonly position: number;
  readonly speaker: Speaker;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
};

export function listTurns(db: Database, call: number): readonly TurnRow[] {
  return db.all<TurnRow>(
    `SELECT id % ${maxTurnsPerCall} AS position, speaker, text, start_ms, end_ms FROM turn WHERE id BETWEEN ? AND ? ORDER BY id`,
    getFirstTurnId(call),
    getLastTurnId(call),
  );
}

/** Lists the turns with their times in seconds, without their sources. */
export function listSpokenTurns(db: Database, call: number): readonly Omit<TimedTurn, 'passages'>[] {
  const interrupted = listInterruptedPositions(db, call);
  return listTurns(db, call).map(({ speaker, text, start_ms, end_ms }, position) => ({
    speaker,
    text,
    start_seconds: start_ms / 1000,
    end_seconds: end_ms / 1000,
    ...(interrupted.has(position) && { interrupted: true as const }),
  }));
}

type PassageRow = TimedTurn['passages'][number] & { readonly turn: number };

/** Lists the turns from position `from` on with their sources, in order. */
export function listTimedTurns(db: Database, call: number, from = 0): TimedTurn[] {
  const passages = new Map<number, TimedTurn['passages']>();
  for (const { turn, ...passage } of listTurnPassages(db, call))
    passages.set(turn, [...(passages.get(turn) ?? []), passage]);
  const modelTurns = listDetails<ModelTurn>(db, 'model_turn', modelTurnSchema, call);
  const speeches = listDetails<TurnSpeech>(db, 'turn_speech', turnSpeechSchema, call);
  const latencies = listLatencies(db, call);
  return listSpokenTurns(db, call)
    .map((turn, position) => {
      const model_turn = modelTurns.get(position);
      const latency = latencies.get(position);
      const speech = speeches.get(position);
      const details = {
        ...(model_turn && { model_turn }),
        ...(latency && { latency }),
        ...(speech && { speech }),
      };
      return { ...turn, passages: passages.get(position) ?? [], ...details };
    })
    .slice(from);
}

function listInterruptedPositions(db: Database, call: number): ReadonlySet<number> {
  const rows = db.all<{ readonly position: number }>(
    `SELECT turn % ${maxTurnsPerCall} AS position FROM interrupted_turn WHERE turn BETWEEN ? AND ?`,
    getFirstTurnId(call),
    getLastTurnId(call),
  );
  return new Set(rows.map(({ position }) => position));
}

/** By the position of the turn. */
function listDetails<Detail>(
  db: Database,
  table: 'model_turn' | 'turn_speech',
  schema: z.ZodType<Detail>,
  call: number,
): ReadonlyMap<number, Detail> {
  const rows = db.all<{ readonly position: number; readonly detail: string }>(
    `SELECT turn % ${maxTurnsPerCall} AS position, detail FROM ${table} WHERE turn BETWEEN ? AND ?`,
    getFirstTurnId(call),
    getLastTurnId(call),
  );
  return new Map(rows.map(({ position, detail }) => [position, schema.parse(JSON.parse(detail))]));
}

/** By the position of the turn. */
function listLatencies(db: Database, call: number): ReadonlyMap<number, TurnLatency> {
  const rows = db.all<TurnLatency & { readonly position: number }>(
    `SELECT turn % ${maxTurnsPerCall} AS position, response_ms, retrieval_ms, first_token_ms, first_sound_ms
     FROM turn_latency WHERE turn BETWEEN ? AND ?`,
    getFirstTurnId(call),
    getLastTurnId(call),
  );
  return new Map(rows.map(({ position, ...latency }) => [position, latency]));
}

/** Reads the text from the chunk, so that it is empty as soon as the document is being deleted. */
function listTurnPassages(db: Database, call: number): readonly PassageRow[] {
  return db.all<PassageRow>(
    `SELECT turn % ${maxTurnsPerCall} AS turn, turn_passage.document_id, turn_passage.title, turn_passage.page,
       coalesce(chunk.text, '') AS text
     FROM turn_passage
     LEFT JOIN document ON document.document_id = turn_passage.document_id AND document.version = turn_passage.version
       AND document.status <> 'deleting'
     LEFT JOIN chunk ON chunk.document = document.id AND chunk.position = turn_passage.chunk_position
     WHERE turn BETWEEN ? AND ? ORDER BY turn, turn_passage.position`,
    getFirstTurnId(call),
    getLastTurnId(call),
  );
}

/** Returns whether all sources of the call, or of one turn, still exist in documents that are active, or were replaced since. */
export function areSourcesActive(db: Database, call: number, position?: number): boolean {
  const missing = db.get(
    `SELECT 1 FROM turn_passage WHERE turn BETWEEN ? AND ? AND NOT EXISTS (
       SELECT 1 FROM document JOIN chunk ON chunk.document = document.id
       WHERE document.document_id = turn_passage.document_id AND document.version = turn_passage.version
         AND document.status IN ('active', 'replaced')
         AND chunk.position = turn_passage.chunk_position
     ) LIMIT 1`,
    getFirstTurnId(call) + (position ?? 0),
    position === undefined ? getLastTurnId(call) : getFirstTurnId(call) + position,
  );
  return missing === undefined;
}

export function isDocumentActive(db: Database, documentId: string): boolean {
  return db.get(`SELECT 1 FROM document WHERE document_id = ? AND status = 'active'`, documentId) !== undefined;
}

/**
 * Stores the key moments of an ended call for the filters of the list, if it has turns. Call it in the transaction that changes
 * its turns or their times.
 */
export function storeTalk(
  db: Database,
  call: number,
  { hasTimes = true, ...options }: Partial<KeyMomentOptions> = {},
): void {
  const turns = listSpokenTurns(db, call);
  if (turns.length === 0) return;
  const { agentTalkShare, longestMonologue, interruptions, questions } = findKeyMoments(turns, {
    hasTimes,
    ...options,
  });
  db.run(
    `INSERT INTO call_talk (call, agent_percent, monologue_ms, interruptions, questions) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (call) DO UPDATE SET agent_percent = excluded.agent_percent, monologue_ms = excluded.monologue_ms,
       interruptions = excluded.interruptions, questions = excluded.questions`,
    call,
    agentTalkShare === null ? null : Math.round(agentTalkShare * 100),
    longestMonologue && Math.round(longestMonologue.seconds * 1000),
    interruptions && interruptions.agent + interruptions.user,
    questions.user,
  );
}
