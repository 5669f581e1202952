import { v1Routes } from '../../../../../shared/contract/contract.ts';
import type { Note } from '../../../../../shared/calls/notes.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { formatError } from '../../../../format/format-error.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { v1 } from '../../../../data/service-clients.ts';
import { closeErrorToast, showActionToast } from '../../../../ui/feedback/toasts.ts';
import { notesQuery } from '../../call-query.ts';
import { assigneesQuery, refetchNotes } from '../../calls-query.ts';
import { createIdempotencyKeyStore } from '../../../../data/idempotency-key-store.ts';
import { showRequestError } from '../../../../data/show-request-error.ts';

const idempotencyKeys = createIdempotencyKeyStore();

type NewNote = Pick<Note, 'at_seconds' | 'text'> & {
  /** The member who wrote it, if it is not the one who uses the window. */
  readonly authorId?: string | undefined;
};

/** Adds a note. Returns false if that failed: the error is shown, and the caller keeps the text. */
export async function createNote(callId: string, { at_seconds, text, authorId }: NewNote): Promise<boolean> {
  const json = { at_seconds, text, ...(authorId !== undefined && { author_id: authorId }) };
  try {
    const headers = { 'Idempotency-Key': idempotencyKeys.getKey([callId, json]) };
    await v1(v1Routes.createNote, { params: { call_id: callId }, json, headers });
    idempotencyKeys.reset();
  } catch (error) {
    idempotencyKeys.handleFailure(error);
    showRequestError('The note was not added', error);
    return false;
  }
  await refetchNotes(callId);
  return true;
}

type NoteUpdate = {
  readonly isUpdated: boolean;
  /** Closes the shown error. */
  readonly closeError: () => void;
  /** The text that the note has instead, which the shown error names. */
  readonly namedText?: string | undefined;
};

const updateErrorTitle = 'The note was not changed';

/** Changes the text of a note, unless it has been changed since it was `note`. If that fails, shows the error. */
export async function updateNote(
  callId: string,
  note: Pick<Note, 'note_id' | 'text'>,
  text: string,
): Promise<NoteUpdate> {
  let failure: unknown = null;
  try {
    const params = { call_id: callId, note_id: note.note_id };
    await v1(v1Routes.updateNote, { params, json: { text, replaced_text: note.text } });
  } catch (error) {
    failure = error;
    showRequestError(updateErrorTitle, error);
  }
  await refetchNotes(callId);
  const isNamed = failure instanceof Problem && failure.code === 'note_changed';
  const notes = isNamed ? queryClient.getQueryData(notesQuery(callId).queryKey) : undefined;
  return {
    isUpdated: failure === null,
    closeError: () => closeErrorToast(updateErrorTitle, formatError(failure)),
    namedText: notes?.find(({ note_id }) => note_id === note.note_id)?.text,
  };
}

/** Replaces all texts of a note by one. Returns false if that failed: the error is shown. */
export async function resolveNote(callId: string, note: Note, text: string): Promise<boolean> {
  let isResolved = true;
  try {
    const replaces = [note, ...note.also_written].map(({ version_id }) => version_id);
    const params = { call_id: callId, note_id: note.note_id };
    await v1(v1Routes.updateNote, { params, json: { text, replaces } });
  } catch (error) {
    isResolved = false;
    showRequestError(updateErrorTitle, error);
  }
  await refetchNotes(callId);
  return isResolved;
}

/** Deletes a note without confirmation and offers to undo it. */
export async function deleteNote(callId: string, { note_id }: Pick<Note, 'note_id'>): Promise<void> {
  try {
    const deleted = await v1(v1Routes.deleteNote, { params: { call_id: callId, note_id } });
    // A former member or an API key cannot be named again.
    const members = queryClient.getQueryData(assigneesQuery.queryKey);
    const authorId = members?.find(({ user_id }) => user_id === deleted.author?.id)?.user_id;
    showActionToast('Note deleted', 'Undo', () => void createNote(callId, { ...deleted, authorId }));
  } catch (error) {
    showRequestError('The note was not deleted', error);
  }
  await refetchNotes(callId);
}
