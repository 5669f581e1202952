import type { Speaker, TimedTurn } from '../../../shared/calls.ts';
import type { Passage } from '../../../shared/knowledge.ts';
import type { Database } from '../db/database.ts';
import type { SaidTurn } from './call-transport.ts';

/** Positions that a call has room for: a turn's id is its call's id times this, plus its position. */
export const turnsMax = 4096;

/** What a turn was answered from. Of a document that is read again, the same chunk stands at the same place. */
export type Citation = Pick<Passage, 'document_id' | 'title' | 'page'> & { readonly chunkPosition: number };

export type NewTurn = Omit<SaidTurn, 'passages'> & { readonly citations: readonly Citation[] };

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
  for (const [at, { document_id, title, page, chunkPosition }] of turn.citations.entries()) {
    db.run(
      'INSERT INTO turn_passage (turn, position, document_id, title, page, chunk_position) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      at,
      document_id,
      title,
      page,
      chunkPosition,
    );
  }
}

/** A passage as a turn names it; undefined once its chunk is gone. */
export function citePassage(db: Database, passage: Passage): Citation | undefined {
  const { document_id, title, page, chunk_id } = passage;
  const chunk = db.get<{ readonly position: number }>(
    'SELECT position FROM chunk WHERE id = ?',
    Number(chunk_id.replace('chk_', '')),
  );
  return chunk && { document_id, title, page, chunkPosition: chunk.position };
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
       coalesce(chunk.text, '') AS text
     FROM turn_passage
     LEFT JOIN document ON document.document_id = turn_passage.document_id AND document.status <> 'deleting'
     LEFT JOIN chunk ON chunk.document = document.id AND chunk.position = turn_passage.chunk_position
     WHERE turn BETWEEN ? AND ? ORDER BY turn, turn_passage.position`,
    firstTurn(call),
    lastTurn(call),
  );
}

/** Whether every passage that the call was answered from, or one turn of it, can still be answered from. */
export function areSourcesActive(db: Database, call: number, position?: number): boolean {
  const gone = db.get(
    `SELECT 1 FROM turn_passage WHERE turn BETWEEN ? AND ? AND NOT EXISTS (
       SELECT 1 FROM document JOIN chunk ON chunk.document = document.id
       WHERE document.document_id = turn_passage.document_id AND document.status = 'active'
         AND chunk.position = turn_passage.chunk_position
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
