import type { Note } from '../../../../shared/notes.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';

export type NoteRow = {
  readonly note_id: string;
  readonly at_ms: number;
  readonly text: string;
  readonly created_at: number;
};

export function toNote({ note_id, at_ms, text, created_at }: NoteRow): Note {
  return { note_id, at_seconds: at_ms / 1000, text, created_at: formatTimestamp(created_at) };
}

/** Lists the notes of a call by their position in it. */
export function listNotes(db: Database, call: number): readonly NoteRow[] {
  return db.all<NoteRow>(
    'SELECT note_id, at_ms, text, created_at FROM note WHERE call = ? ORDER BY at_ms, created_at, note_id',
    call,
  );
}

export function insertNote(db: Database, call: number, note: NoteRow): void {
  db.run(
    'INSERT INTO note (note_id, call, at_ms, text, created_at) VALUES (?, ?, ?, ?, ?)',
    note.note_id,
    call,
    note.at_ms,
    note.text,
    note.created_at,
  );
}

export function findNote(db: Database, call: number, noteId: string): NoteRow | undefined {
  return db.get<NoteRow>(
    'SELECT note_id, at_ms, text, created_at FROM note WHERE note_id = ? AND call = ?',
    noteId,
    call,
  );
}

export function updateNote(db: Database, noteId: string, text: string): void {
  db.run('UPDATE note SET text = ? WHERE note_id = ?', text, noteId);
}

export function deleteNote(db: Database, noteId: string): void {
  db.run('DELETE FROM note WHERE note_id = ?', noteId);
}
