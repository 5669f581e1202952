// Public: other features may import this file.
import type { Database } from '../../../platform/db/database.ts';
import type { RemoteNote } from '../../remote/work-schemas.ts';
import * as notes from '../note-queries.ts';
import { toAuthorFields } from './remote-authors.ts';

/** A call of a remote that has more notes than this is not a real one. */
const notesMax = 1_000;

/**
 * Stores a note of the remote with all its texts, in the open transaction. Replaces the local one. Returns false if the note cannot be
 * stored, because a note on another call has its ID, or the call has too many notes.
 */
export function storeRemoteNote(db: Database, call: number, remote: RemoteNote): boolean {
  const { note_id, text, version_id } = remote;
  const origin = {
    ...toAuthorFields(db, remote.author),
    note_id,
    at_ms: Math.round(remote.at_seconds * 1000),
    created_at: remote.created_at,
  };
  const known = notes.findNote(db, note_id);
  if (known ? known.call !== call : notes.countNotes(db, call) >= notesMax) return false;
  if (!known) notes.insertNote(db, call, { ...origin, text, version_id, base_versions: version_id });
  else {
    if (known.version_id !== version_id) notes.updateNote(db, known, text, version_id);
    notes.storeNoteOrigin(db, origin);
    notes.storeBaseVersions(db, note_id, [version_id]);
  }
  storeOtherTexts(db, call, remote, []);
  return true;
}

/** Stores the texts of a note beside the current one, except the texts in `hidden`, in the open transaction. */
export function storeOtherTexts(db: Database, call: number, remote: RemoteNote, hidden: readonly string[]): void {
  const { note_id } = remote;
  const others = remote.also_written.filter(({ version_id }) => !hidden.includes(version_id));
  const kept = new Set(others.map(({ version_id }) => version_id));
  const known = notes.listOpenVersions(db, note_id).map(({ version_id }) => version_id);
  notes.closeVersions(
    db,
    note_id,
    known.filter((id) => !kept.has(id)),
  );
  for (const { version_id, text, author, written_at } of others)
    if (!known.includes(version_id))
      notes.insertOpenVersion(db, { ...toAuthorFields(db, author), note_id, version_id, text, written_at }, call);
}
