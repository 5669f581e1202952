import { findWorkOutbox, queueWork, type WorkRequest } from '../outbox/queue-work.ts';
import type { CallRow } from './call-queries.ts';
import { listOpenVersions, storeBaseVersions, type NoteRow } from './note-queries.ts';
import { formatCallLabel } from './place-call.ts';
import { formatNoteTag } from './write-note.ts';

/** Returns the IDs of the remote's texts on which a note builds; empty if the remote does not have the note. */
export function splitVersions({ base_versions }: Pick<NoteRow, 'base_versions'>): readonly string[] {
  return base_versions?.split(' ') ?? [];
}

/** Queues a new or changed note in the open transaction. `before` is the note before the change, with its other texts. */
export function queueNote(
  ctx: WorkRequest,
  call: CallRow,
  noteId: string,
  before: { readonly note: NoteRow; readonly replaced: readonly string[] } | null,
): void {
  const { db, services } = ctx;
  if (!findWorkOutbox(services)) return;
  // The text builds on what the remote has, and on each other text that it joins or replaces.
  if (before && before.note.base_versions !== null) {
    const open = listOpenVersions(db, noteId).map(({ version_id }) => version_id);
    const joined = before.replaced.filter((id) => !open.includes(id));
    storeBaseVersions(db, noteId, [...new Set([...splitVersions(before.note), ...joined])]);
  }
  // A change that waits sends the note as it is then.
  if (services.outbox?.findOpen(noteId)?.state !== 'queued') addItem(ctx, call, noteId, null);
}

/** Queues the deletion of a note in the open transaction, after the note was deleted. */
export function queueNoteDeletion(ctx: WorkRequest, call: CallRow, note: NoteRow, others: readonly string[]): void {
  const outbox = findWorkOutbox(ctx.services);
  if (!outbox) return;
  const isUnsent = outbox.cancelUnsent(note.note_id);
  const base = splitVersions(note);
  // The remote never had it.
  if (base.length === 0 && (isUnsent || !outbox.findOpen(note.note_id))) return;
  const also_written = others.map((version_id) => ({ version_id }));
  const formatTag = (version_id: string) => formatNoteTag({ version_id, also_written });
  addItem(ctx, call, note.note_id, [...new Set([note.version_id, ...base])].map(formatTag));
}

function addItem(ctx: WorkRequest, call: CallRow, noteId: string, deleted: readonly string[] | null): void {
  const { call_id } = call;
  const label = formatCallLabel(call);
  queueWork(ctx, { kind: 'write_note', subjectId: noteId, label, payload: { call_id, deleted } });
}
