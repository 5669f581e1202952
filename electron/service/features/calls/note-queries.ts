import type { Note } from '../../../../shared/calls/notes.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import { changeNotes } from './call-index-queries.ts';

export type NewNote = {
  readonly note_id: string;
  readonly at_ms: number;
  readonly text: string;
  readonly created_at: number;
  /** The `user_id` of a member, or null if it is not known. */
  readonly author_id: string | null;
};

/** `email` is null if the author is not a member, or not known. */
export type NoteRow = NewNote & { readonly email: string | null };

export function toNote({ note_id, at_ms, text, created_at, author_id, email }: NoteRow): Note {
  const author = author_id === null ? null : { user_id: author_id, email };
  return { note_id, at_seconds: at_ms / 1000, text, created_at: formatTimestamp(created_at), author };
}

const selectNotes = `SELECT note_id, at_ms, text, note.created_at, author_id, member.email
  FROM note LEFT JOIN member ON member.user_id = author_id`;

/** Lists the notes of a call by their position in it. */
export function listNotes(db: Database, call: number): readonly NoteRow[] {
  return db.all<NoteRow>(`${selectNotes} WHERE call = ? ORDER BY at_ms, note.created_at, note_id`, call);
}

export function insertNote(db: Database, call: number, note: NewNote): void {
  changeNotes(db, [call], () =>
    db.run(
      'INSERT INTO note (note_id, call, at_ms, text, created_at, author_id) VALUES (?, ?, ?, ?, ?, ?)',
      note.note_id,
      call,
      note.at_ms,
      note.text,
      note.created_at,
      note.author_id,
    ),
  );
}

export function findNote(db: Database, call: number, noteId: string): NoteRow | undefined {
  return db.get<NoteRow>(`${selectNotes} WHERE note_id = ? AND call = ?`, noteId, call);
}

export function updateNote(db: Database, noteId: string, text: string): void {
  changeNotes(db, listCallsOfNote(db, noteId), () =>
    db.run('UPDATE note SET text = ? WHERE note_id = ?', text, noteId),
  );
}

export function deleteNote(db: Database, noteId: string): void {
  changeNotes(db, listCallsOfNote(db, noteId), () => db.run('DELETE FROM note WHERE note_id = ?', noteId));
}

/** Moves the notes of a call to another. */
export function moveNotes(db: Database, from: number, to: number): void {
  changeNotes(db, [from, to], () => db.run('UPDATE note SET call = ? WHERE call = ?', to, from));
}

/** Returns the call of a note, or nothing if the note does not exist. */
function listCallsOfNote(db: Database, noteId: string): readonly number[] {
  return db.all<{ readonly call: number }>('SELECT call FROM note WHERE note_id = ?', noteId).map(({ call }) => call);
}
