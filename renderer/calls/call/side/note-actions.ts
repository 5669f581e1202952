import { appRoutes } from '../../../../shared/contract.ts';
import type { Note } from '../../../../shared/notes.ts';
import { tellError } from '../../../format/tell-error.ts';
import { app } from '../../../service.ts';
import { tellFailure, tellWithAction } from '../../../ui/toasts.tsx';
import { readNotesAgain } from '../../calls-cache.ts';
import { createFilledForm } from '../../../filled-form.ts';

const filledForm = createFilledForm();

/** False where it was not added; the reason is told, and what was typed is the caller's to keep. */
export async function addNote(callId: string, note: Pick<Note, 'at_seconds' | 'text'>): Promise<boolean> {
  const { at_seconds, text } = note;
  try {
    const headers = { 'Idempotency-Key': filledForm.keyFor([callId, at_seconds, text]) };
    await app(appRoutes.addNote, { params: { call_id: callId }, json: { at_seconds, text }, headers });
    filledForm.forget();
  } catch (error) {
    filledForm.fail(error);
    tellFailure('The note was not added', tellError(error));
    return false;
  }
  await readNotesAgain(callId);
  return true;
}

export async function changeNote(callId: string, noteId: string, text: string): Promise<boolean> {
  try {
    await app(appRoutes.changeNote, { params: { call_id: callId, note_id: noteId }, json: { text } });
  } catch (error) {
    tellFailure('The note was not changed', tellError(error));
    return false;
  }
  await readNotesAgain(callId);
  return true;
}

/** Deletes at once and offers to write the note again. */
export async function deleteNote(callId: string, { note_id }: Pick<Note, 'note_id'>): Promise<void> {
  try {
    const deleted = await app(appRoutes.deleteNote, { params: { call_id: callId, note_id } });
    tellWithAction('The note was deleted', 'Undo', () => void addNote(callId, deleted));
  } catch (error) {
    tellFailure('The note was not deleted', tellError(error));
  }
  await readNotesAgain(callId);
}
