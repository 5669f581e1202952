import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatClock } from '../../../../format/format-clock.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import type { Note } from '../../../../../shared/calls/notes.ts';
import { useMissingPermission } from '../../../../data/session/missing-permission.ts';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { RelativeTime } from '../../../../ui/page/relative-time.tsx';
import { useBusy } from '../../../../ui/feedback/use-busy.ts';
import { useItemRemoval } from '../../../../ui/tables/use-row-removal.ts';
import { discardDraftText, useDraftText } from '../use-draft-text.ts';
import { formatAuthor } from '../../../../format/format-author.ts';
import { WaitingLabel } from '../../../outbox/public.ts';
import { usePlayerSeconds } from '../../../recordings/public.ts';
import { createNote, updateNote, deleteNote } from './note-actions.ts';
import { NoteForm } from './note-form.tsx';
import { OtherTexts } from './other-texts.tsx';

type NotesTabProps = {
  readonly callId: string;
  readonly notes: readonly Note[];
  /** The time of a new note if the call is not loaded in the player. */
  readonly unplayedSeconds: number;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSeek: (seconds: number) => void;
};

/** The notes of a call. A new note gets the time at which the user started to write it. */
export function NotesTab({ callId, notes, unplayedSeconds, field, onSeek }: NotesTabProps) {
  const seconds = usePlayerSeconds(callId) ?? unplayedSeconds;
  // With the draft of the text, so that it keeps its time.
  const [startedText, setStartedText] = useDraftText(`note-time:${callId}`);
  const startedSeconds = startedText === '' ? null : Number(startedText);
  const setStartedSeconds = (value: number | null) => setStartedText(value === null ? '' : String(value));
  const disabledReason = useMissingPermission(v1Routes.createNote);
  const noteSeconds = startedSeconds ?? seconds;
  const list = useItemRemoval<HTMLUListElement>();
  /** As they were when the user began to edit them. They stay until the edit ends, even if they are deleted in the meantime. */
  const [edited, setEdited] = useState<readonly Note[]>([]);
  const closeEdit = (id: string) => setEdited((current) => current.filter(({ note_id }) => note_id !== id));
  const deleted = edited.filter(({ note_id }) => notes.every((note) => note.note_id !== note_id));
  const shown = deleted.length === 0 ? notes : [...notes, ...deleted].toSorted((a, b) => a.at_seconds - b.at_seconds);
  const add = async (text: string) => {
    const isAdded = await createNote(callId, { at_seconds: Math.round(noteSeconds * 10) / 10, text });
    if (isAdded) setStartedSeconds(null);
    return isAdded;
  };
  return (
    <div className="flex flex-col gap-2 px-4 py-3">
      {/* Stays in sight while the notes scroll, if the window is high enough. */}
      <div className="z-10 -mx-4 -mt-3 bg-surface px-4 pt-3 pb-1 [@media(min-height:600px)]:sticky [@media(min-height:600px)]:top-0">
        <NoteForm
          label={`Note at ${formatClock(noteSeconds)}`}
          submitLabel="Add note"
          draftKey={`note:${callId}`}
          disabledReason={disabledReason}
          field={field}
          onFocus={() => setStartedSeconds(startedSeconds ?? seconds)}
          onSubmit={add}
          {...(startedSeconds !== null && { onCancel: () => setStartedSeconds(null) })}
        />
      </div>
      {notes.length === 0 && (
        <p className="text-small text-muted">No notes yet. Press N to add a note at the current time.</p>
      )}
      <ul ref={list} aria-label="Notes">
        {shown.map((note) => (
          <NoteItem
            key={note.note_id}
            callId={callId}
            note={note}
            isEditing={edited.some(({ note_id }) => note_id === note.note_id)}
            onEdit={() => setEdited((current) => [...current, note])}
            onEditEnd={() => closeEdit(note.note_id)}
            onSeek={onSeek}
          />
        ))}
      </ul>
    </div>
  );
}

type NoteItemProps = {
  readonly callId: string;
  readonly note: Note;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onEditEnd: () => void;
  readonly onSeek: (seconds: number) => void;
};

function NoteItem({ callId, note, isEditing, onEdit, onEditEnd, onSeek }: NoteItemProps) {
  const editDisabledReason = useMissingPermission(v1Routes.updateNote);
  const deleteDisabledReason = useMissingPermission(v1Routes.deleteNote);
  /** The text that the user has seen, and would replace. */
  const [seenText, setSeenText] = useState(note.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  /** Closes the error of the last save, which matters only until the edit ends. */
  const closeError = useRef(() => {});
  useEffect(() => {
    if (isEditing) {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    } else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
    return () => closeError.current();
  }, [isEditing]);
  const [, runOnce] = useBusy();
  const { note_id, at_seconds, text, author, created_at } = note;
  const time = formatClock(at_seconds);
  const draftKey = `edit-note:${note_id}`;
  if (isEditing)
    return (
      <li className="border-t border-line/60 py-2">
        <NoteForm
          label={`Edit note at ${time}`}
          submitLabel="Save"
          text={text}
          draftKey={draftKey}
          field={field}
          onCancel={() => {
            discardDraftText(draftKey);
            onEditEnd();
          }}
          onSubmit={async (newText) => {
            closeError.current();
            const update = await updateNote(callId, { note_id, text: seenText }, newText);
            closeError.current = update.closeError;
            if (update.isUpdated) onEditEnd();
            if (update.namedText !== undefined) setSeenText(update.namedText);
            return update.isUpdated;
          }}
        />
      </li>
    );
  return (
    <li className="group flex flex-wrap items-start gap-2 border-t border-line/60 py-2">
      <button
        type="button"
        aria-label={`Go to ${time}`}
        onClick={() => onSeek(at_seconds)}
        className="w-11 shrink-0 rounded-[4px] text-left text-accent hover:underline"
      >
        {time}
      </button>
      <div className="min-w-0 flex-1">
        <p className="break-words whitespace-pre-wrap select-text">{text}</p>
        <p className="flex gap-1 text-small whitespace-nowrap text-muted">
          {author && (
            <>
              <span className="truncate">{formatAuthor(author)}</span> ·{' '}
            </>
          )}
          <RelativeTime at={created_at} />
        </p>
        <WaitingLabel subjectId={note_id} />
      </div>
      <span className="-my-1 flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <IconButton
          ref={editButton}
          label="Edit note"
          disabledReason={editDisabledReason}
          icon={<Pencil aria-hidden size={13} />}
          onClick={() => {
            setSeenText(text);
            onEdit();
          }}
          className="size-6!"
        />
        <IconButton
          label="Delete note"
          disabledReason={deleteDisabledReason}
          icon={<Trash2 aria-hidden size={13} />}
          onClick={() => void runOnce(() => deleteNote(callId, note))}
          className="size-6!"
        />
      </span>
      {note.also_written.length > 0 && (
        <OtherTexts
          callId={callId}
          note={note}
          disabledReason={editDisabledReason}
          onResolved={() => editButton.current?.focus()}
        />
      )}
    </li>
  );
}
