import { useEffect, useRef, useState } from 'react';
import type { Note } from '../../../../../shared/calls/notes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useBusy } from '../../../../ui/feedback/use-busy.ts';
import { RelativeTime } from '../../../../ui/page/relative-time.tsx';
import { formatAuthor } from '../../../../format/format-author.ts';
import { resolveNote } from './note-actions.ts';
import { NoteForm } from './note-form.tsx';

type OtherTextsProps = {
  readonly callId: string;
  readonly note: Note;
  readonly disabledReason: string | null;
  /** Called when one text is left. */
  readonly onResolved: () => void;
};

/** The texts that other members wrote at the same time, with ways to keep one of them, or to join them. */
export function OtherTexts({ callId, note, disabledReason, onResolved }: OtherTextsProps) {
  const [isJoining, setJoining] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const joinButton = useRef<HTMLButtonElement>(null);
  const wasJoining = useRef(false);
  useEffect(() => {
    if (isJoining) {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    } else if (wasJoining.current) joinButton.current?.focus();
    wasJoining.current = isJoining;
  }, [isJoining]);
  const [, runOnce] = useBusy();
  const resolve = async (text: string) => {
    const isResolved = await resolveNote(callId, note, text);
    if (isResolved) {
      setJoining(false);
      onResolved();
    }
    return isResolved;
  };
  const keep = (text: string) => void runOnce(() => resolve(text));
  const texts = [note, ...note.also_written].map(({ text }) => text);
  if (isJoining)
    return (
      <div className="min-w-0 basis-full">
        <NoteForm
          label="Joined note"
          submitLabel="Save"
          text={texts.join('\n\n')}
          draftKey={`join-note:${note.note_id}`}
          field={field}
          onCancel={() => setJoining(false)}
          onSubmit={resolve}
        />
      </div>
    );
  return (
    <div className="flex min-w-0 basis-full flex-col gap-2">
      <ul aria-label="Also written" className="flex flex-col gap-2">
        {note.also_written.map(({ version_id, text, author, written_at }) => (
          <li key={version_id} className="rounded-control border border-line bg-chrome p-2">
            <p className="flex flex-wrap gap-x-1 text-small text-muted">
              <span className="min-w-0 break-words">
                Also written by {author ? formatAuthor(author) : 'another user'}
              </span>
              ·
              <RelativeTime at={written_at} />
            </p>
            <p className="mb-1.5 break-words whitespace-pre-wrap select-text">{text}</p>
            <Button size="small" disabledReason={disabledReason} onClick={() => keep(text)}>
              Keep this text
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabledReason={disabledReason} onClick={() => keep(note.text)}>
          Keep first text
        </Button>
        <Button ref={joinButton} size="small" disabledReason={disabledReason} onClick={() => setJoining(true)}>
          Join texts
        </Button>
      </div>
    </div>
  );
}
