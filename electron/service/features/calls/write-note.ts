import type { Note } from '../../../../shared/calls/notes.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { truncateText } from '../../platform/text-line.ts';
import type { AuthorFields } from '../organizations/authors.ts';
import * as notes from './note-queries.ts';

/** The maximum length of the part of a note that a problem quotes. */
const quotedLength = 200;

export type WrittenText = AuthorFields & {
  readonly text: string;
  readonly version_id: string;
  readonly written_at: number;
};

type Replaced = {
  /** The text that the author saw. */
  readonly replaced_text?: string | undefined;
  /** The IDs of the texts that the author replaced or joined. */
  readonly replaces?: readonly string[] | undefined;
};

/**
 * Changes the text of a note in the open transaction. If the request lists the texts that it replaces, a text that the
 * author did not see is kept beside the new one, unless both say the same. Otherwise, the new text replaces the current one. Throws
 * Problem `note_changed` if the author saw another text.
 */
export function writeNote(
  db: Database,
  note: notes.NoteRow,
  written: WrittenText,
  { replaced_text = note.text, replaces }: Replaced,
): Note {
  if (notes.isKnownVersion(db, written.version_id)) return notes.readNote(db, note);
  if (replaced_text !== note.text)
    throw new Problem(
      'note_changed',
      `The note now says “${truncateText(note.text, quotedLength)}”. Save again to replace that.`,
    );
  const replaced = replaces ?? [note.version_id];
  const others = notes.listOpenVersions(db, note.note_id).map(({ version_id }) => version_id);
  const { text, version_id } = written;
  notes.closeVersions(db, note.note_id, replaced);
  if (replaced.includes(note.version_id)) notes.updateNote(db, note, text, version_id);
  else {
    if (others.filter((id) => !replaced.includes(id)).length >= limits.noteTexts - 1)
      throw new Problem('too_many_note_texts', 'This note has too many texts. Join them first.');
    notes.insertOpenVersion(db, { ...written, note_id: note.note_id }, note.call);
  }
  const current = notes.findNote(db, note.note_id) ?? note;
  const repeated = notes.listOpenVersions(db, note.note_id).filter((other) => isSameText(other.text, current.text));
  notes.closeVersions(
    db,
    note.note_id,
    repeated.map((other) => other.version_id),
  );
  return notes.readNote(db, current);
}

/** Whether two texts look the same: keyboards write some letters in several ways. */
function isSameText(one: string, other: string): boolean {
  return one.normalize() === other.normalize();
}

type TextIds = { readonly version_id: string; readonly also_written: readonly { readonly version_id: string }[] };

/** Returns the entity tag of a note, which changes with each of its texts. */
export function formatNoteTag({ version_id, also_written }: TextIds): string {
  return `"${[version_id, ...also_written.map((other) => other.version_id)].join('.')}"`;
}
