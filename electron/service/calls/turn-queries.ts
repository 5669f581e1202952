import type { Speaker, TimedTurn } from '../../../shared/calls.ts';
import type { Passage } from '../../../shared/knowledge.ts';
import type { Database } from '../db/database.ts';

/** Positions that a call has room for: a turn's id is its call's id times this, plus its position. */
export const turnsMax = 4096;

export type NewTurn = {
  readonly speaker: Speaker;
  readonly text: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly passages: readonly Passage[];
};

const firstTurn = (call: number) => call * turnsMax;
const lastTurn = (call: number) => firstTurn(call) + turnsMax - 1;

/** Throws where the call has no room for another turn. */
export function insertTurn(db: Database, call: number, position: number, turn: NewTurn): void {
  if (position >= turnsMax) throw new RangeError(`A call has at most ${turnsMax} turns.`);
  const id = firstTurn(call) + position;
  db.run(
    'INSERT INTO turn (id, speaker, text, start_ms, end_ms) VALUES (?, ?, ?, ?, ?)',
    id,
    turn.speaker,
    turn.text,
    Math.round(turn.startSeconds * 1000),
    Math.round(turn.endSeconds * 1000),
  );
  for (const [at, passage] of turn.passages.entries()) {
    db.run(
      'INSERT INTO turn_passage (turn, position, document_id, title, page, chunk) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      at,
      passage.document_id,
      passage.title,
      passage.page,
      Number(passage.chunk_id.replace('chk_', '')),
    );
  }
}

export function deleteTurns(db: Database, call: number): void {
  db.run('DELETE FROM turn_passage WHERE turn BETWEEN ? AND ?', firstTurn(call), lastTurn(call));
  db.run('DELETE FROM turn WHERE id BETWEEN ? AND ?', firstTurn(call), lastTurn(call));
}

export type TurnRow = {
  readonly position: number;
  readonly speaker: Speaker;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
};

export function listTurns(db: Database, call: number): readonly TurnRow[] {
  return db.all<TurnRow>(
    `SELECT id % ${turnsMax} AS position, speaker, text, start_ms, end_ms FROM turn WHERE id BETWEEN ? AND ? ORDER BY id`,
    firstTurn(call),
    lastTurn(call),
  );
}

type PassageRow = TimedTurn['passages'][number] & { readonly turn: number };

/** The turns from position `from` on with what each was answered from, in order. */
export function listTimedTurns(db: Database, call: number, from = 0): TimedTurn[] {
  const passages = new Map<number, TimedTurn['passages']>();
  for (const { turn, ...passage } of listPassages(db, call))
    passages.set(turn, [...(passages.get(turn) ?? []), passage]);
  return listTurns(db, call)
    .slice(from)
    .map(({ position, speaker, text, start_ms, end_ms }) => ({
      speaker,
      text,
      start_seconds: start_ms / 1000,
      end_seconds: end_ms / 1000,
      passages: passages.get(position) ?? [],
    }));
}

/** The text comes from the chunk itself: once its document is being deleted, there is none. */
function listPassages(db: Database, call: number): readonly PassageRow[] {
  return db.all<PassageRow>(
    `SELECT turn % ${turnsMax} AS turn, turn_passage.document_id, turn_passage.title, turn_passage.page,
       CASE WHEN document.id IS NULL THEN '' ELSE chunk.text END AS text
     FROM turn_passage
     LEFT JOIN chunk ON chunk.id = turn_passage.chunk
     LEFT JOIN document ON document.id = chunk.document AND document.status <> 'deleting'
     WHERE turn BETWEEN ? AND ? ORDER BY turn, turn_passage.position`,
    firstTurn(call),
    lastTurn(call),
  );
}

/** Whether every passage that the call was answered from, or one turn of it, can still be answered from. */
export function areSourcesActive(db: Database, call: number, position?: number): boolean {
  const gone = db.get(
    `SELECT 1 FROM turn_passage WHERE turn BETWEEN ? AND ? AND NOT EXISTS (
       SELECT 1 FROM chunk JOIN document ON document.id = chunk.document
       WHERE chunk.id = turn_passage.chunk AND document.status = 'active'
     ) LIMIT 1`,
    firstTurn(call) + (position ?? 0),
    position === undefined ? lastTurn(call) : firstTurn(call) + position,
  );
  return gone === undefined;
}

export function isDocumentActive(db: Database, documentId: string): boolean {
  return db.get(`SELECT 1 FROM document WHERE document_id = ? AND status = 'active'`, documentId) !== undefined;
}

/** Makes the words of a call's turns findable. */
export function indexTurns(db: Database, call: number): void {
  const text = listTurns(db, call)
    .map((turn) => turn.text)
    .join('\n');
  db.run('INSERT INTO call_fts (rowid, text) VALUES (?, ?)', call, text);
}
