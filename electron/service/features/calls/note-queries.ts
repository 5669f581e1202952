// Public: other features may import this file.
import * as z from 'zod';
import type { Note, OtherText } from '../../../../shared/calls/notes.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import { recordChange } from '../../platform/changes/change-queries.ts';
import type { Database } from '../../platform/db/database.ts';
import { authorNameColumns, joinAuthorNames } from '../organizations/author-names-sql.ts';
import { toKnownAuthor, type AuthorFields, type AuthorNames } from '../organizations/authors.ts';
import { addNoteText, changeNotes } from './call-index-queries.ts';

export type NewNote = AuthorFields & {
  readonly note_id: string;
  readonly at_ms: number;
  readonly text: string;
  readonly created_at: number;
  readonly version_id: string;
  /** The IDs of the remote's texts on which the text builds, between spaces; null if the remote does not have the note. */
  readonly base_versions: string | null;
};

export type NoteRow = NewNote & AuthorNames & { readonly call: number };

export type NewVersion = AuthorFields & {
  readonly version_id: string;
  readonly note_id: string;
  readonly text: string;
  readonly written_at: number;
};

type VersionRow = NewVersion & AuthorNames;

export function readNote(db: Database, row: NoteRow): Note {
  return toNote(row, listOpenVersions(db, row.note_id));
}

/** Returns a note that has no other texts, because it is new. */
export const toNewNote = (row: NoteRow): Note => toNote(row, []);

function toNote(row: NoteRow, versions: readonly VersionRow[]): Note {
  const { note_id, at_ms, text, created_at, version_id } = row;
  const also_written = versions.map(toOtherText);
  const author = toKnownAuthor(row);
  return {
    note_id,
    at_seconds: at_ms / 1000,
    text,
    created_at: formatTimestamp(created_at),
    author,
    version_id,
    also_written,
  };
}

function toOtherText(row: VersionRow): OtherText {
  const { version_id, text, written_at } = row;
  return { version_id, text, author: toKnownAuthor(row), written_at: formatTimestamp(written_at) };
}

const selectNotes = `SELECT note.*, ${authorNameColumns} FROM note ${joinAuthorNames('note')}`;

/** Lists the notes of a call by their position in it. */
export function listNotes(
  db: Database,
  call: number,
  { after = null, limit = Number.MAX_SAFE_INTEGER }: { readonly after?: NoteKey | null; readonly limit?: number } = {},
): readonly NoteRow[] {
  const order = 'at_ms, note.created_at, note_id';
  const sql = `${selectNotes} WHERE call = ? ${after ? `AND (${order}) > (?, ?, ?)` : ''} ORDER BY ${order} LIMIT ?`;
  return db.all<NoteRow>(sql, call, ...(after ?? []), limit);
}

/** The values by which notes are sorted. */
export const noteKeySchema = z.tuple([z.int(), z.int(), z.string()]);

type NoteKey = z.infer<typeof noteKeySchema>;

export const getNoteKey = ({ at_ms, created_at, note_id }: NoteRow): NoteKey => [at_ms, created_at, note_id];

/** `callId` is the ID of the call, if it is known. */
export function insertNote(db: Database, call: number, note: NewNote, callId = findCallId(db, call)): void {
  addNoteText(db, call, note.text, () =>
    db.run(
      `INSERT INTO note
         (note_id, call, at_ms, text, created_at, author_id, key_id, author_name, version_id, base_versions)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      note.note_id,
      call,
      note.at_ms,
      note.text,
      note.created_at,
      note.author_id,
      note.key_id,
      note.author_name,
      note.version_id,
      note.base_versions,
    ),
  );
  recordChange(db, 'note', note.note_id, callId);
}

export function findNote(db: Database, noteId: string): NoteRow | undefined {
  return db.get<NoteRow>(`${selectNotes} WHERE note_id = ?`, noteId);
}

/** Replaces the text of a note. Keeps only the ID of the earlier text. */
export function updateNote(db: Database, note: NoteRow, text: string, versionId: string): void {
  db.transaction(() => {
    insertPastVersion(db, note);
    changeNotes(db, [note.call], () =>
      db.run('UPDATE note SET text = ?, version_id = ? WHERE note_id = ?', text, versionId, note.note_id),
    );
    recordNote(db, note.note_id, note.call);
  });
}

/** Deletes a note and its other texts. The IDs of its texts stay. */
export function deleteNote(db: Database, note: NoteRow): void {
  db.transaction(() => {
    insertPastVersion(db, note);
    db.run(`UPDATE note_version SET text = '', is_open = 0 WHERE note_id = ?`, note.note_id);
    changeNotes(db, [note.call], () => db.run('DELETE FROM note WHERE note_id = ?', note.note_id));
    recordNote(db, note.note_id, note.call);
  });
}

/** Moves the notes of a call to another. */
export function moveNotes(db: Database, from: number, to: number): void {
  changeNotes(db, [from, to], () => db.run('UPDATE note SET call = ? WHERE call = ?', to, from));
}

/** Stores the IDs of the remote's texts on which a note builds. */
export function storeBaseVersions(db: Database, noteId: string, versionIds: readonly string[] | null): void {
  db.run('UPDATE note SET base_versions = ? WHERE note_id = ?', versionIds?.join(' ') ?? null, noteId);
}

/** Replaces the author, position and time of a note with the remote's values. */
export function storeNoteOrigin(
  db: Database,
  note: AuthorFields & Pick<NewNote, 'note_id' | 'at_ms' | 'created_at'>,
): void {
  const { author_id, key_id, author_name, at_ms, created_at, note_id } = note;
  db.run(
    'UPDATE note SET author_id = ?, key_id = ?, author_name = ?, at_ms = ?, created_at = ? WHERE note_id = ?',
    author_id,
    key_id,
    author_name,
    at_ms,
    created_at,
    note_id,
  );
}

export function countNotes(db: Database, call: number): number {
  return db.get<{ readonly count: number }>('SELECT count(*) AS count FROM note WHERE call = ?', call)?.count ?? 0;
}

/** Lists the texts that are shown beside the current one, oldest first. */
export function listOpenVersions(db: Database, noteId: string): readonly VersionRow[] {
  return db.all<VersionRow>(
    `SELECT note_version.*, ${authorNameColumns} FROM note_version ${joinAuthorNames('note_version')}
     WHERE note_id = ? AND is_open = 1 ORDER BY written_at, version_id`,
    noteId,
  );
}

/** Keeps a text beside the current one. */
export function insertOpenVersion(db: Database, version: NewVersion, call: number): void {
  insertVersion(db, version, 1);
  recordNote(db, version.note_id, call);
}

/** Hides texts that were replaced or joined. Only their IDs are kept. */
export function closeVersions(db: Database, noteId: string, versionIds: readonly string[]): void {
  for (const id of versionIds)
    db.run(`UPDATE note_version SET text = '', is_open = 0 WHERE note_id = ? AND version_id = ?`, noteId, id);
}

/** Returns whether a text of this ID was written before, even if it was replaced or deleted since. */
export function isKnownVersion(db: Database, versionId: string): boolean {
  const sql = 'SELECT 1 FROM note_version WHERE version_id = ? UNION ALL SELECT 1 FROM note WHERE version_id = ?';
  return db.get(sql, versionId, versionId) !== undefined;
}

function insertPastVersion(db: Database, { version_id, note_id, key_id, created_at }: NoteRow): void {
  const past = { version_id, note_id, text: '', written_at: created_at };
  insertVersion(db, { ...past, author_id: null, key_id, author_name: null }, 0);
}

function insertVersion(db: Database, version: NewVersion, isOpen: 0 | 1): void {
  db.run(
    `INSERT INTO note_version (version_id, note_id, text, written_at, author_id, key_id, author_name, is_open)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (version_id) DO UPDATE SET text = excluded.text, written_at = excluded.written_at,
       author_id = excluded.author_id, key_id = excluded.key_id, author_name = excluded.author_name,
       is_open = excluded.is_open`,
    version.version_id,
    version.note_id,
    version.text,
    version.written_at,
    version.author_id,
    version.key_id,
    version.author_name,
    isOpen,
  );
}

function recordNote(db: Database, noteId: string, call: number): void {
  recordChange(db, 'note', noteId, findCallId(db, call));
}

function findCallId(db: Database, call: number): string | undefined {
  return db.get<{ readonly call_id: string }>('SELECT call_id FROM call WHERE id = ?', call)?.call_id;
}
