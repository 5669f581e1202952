import { appRoutes } from '../../../../shared/contract.ts';
import type { Note } from '../../../../shared/notes.ts';
import { app } from '../../../service-clients.ts';
import { showActionToast } from '../../../ui/toasts.ts';
import { refetchNotes } from '../../calls-query.ts';
import { createIdempotencyKeyStore } from '../../../idempotency-key-store.ts';
import { showRequestError } from '../../../live/show-request-error.ts';

const idempotencyKeys = createIdempotencyKeyStore();

/** Adds a note. Returns false if that failed: the error is shown, and the caller keeps the text. */
export async function createNote(callId: string, note: Pick<Note, 'at_seconds' | 'text'>): Promise<boolean> {
  const { at_seconds, text } = note;
  try {
    const headers = { 'Idempotency-Key': idempotencyKeys.getKey([callId, at_seconds, text]) };
    await app(appRoutes.createNote, { params: { call_id: callId }, json: { at_seconds, text }, headers });
    idempotencyKeys.reset();
  } catch (error) {
    idempotencyKeys.handleFailure(error);
    showRequestError('The note was not added', error);
    return false;
  }
  await refetchNotes(callId);
  return true;
}

/** Changes the text of a note. Returns false if that failed, after the error is shown. */
export async function updateNote(callId: string, noteId: string, text: string): Promise<boolean> {
  try {
    await app(appRoutes.updateNote, { params: { call_id: callId, note_id: noteId }, json: { text } });
  } catch (error) {
    showRequestError('The note was not changed', error);
    return false;
  }
  await refetchNotes(callId);
  return true;
}

/** Deletes a note without confirmation and offers to undo it. */
export async function deleteNote(callId: string, { note_id }: Pick<Note, 'note_id'>): Promise<void> {
  try {
    const deleted = await app(appRoutes.deleteNote, { params: { call_id: callId, note_id } });
    showActionToast('Note deleted', 'Undo', () => void createNote(callId, deleted));
  } catch (error) {
    showRequestError('The note was not deleted', error);
  }
  await refetchNotes(callId);
}
