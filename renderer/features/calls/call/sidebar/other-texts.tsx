import { useState } from 'react';
import type { Note } from '../../../../../shared/calls/notes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useBusy } from '../../../../ui/feedback/use-busy.ts';
import { RelativeTime } from '../../../../ui/page/relative-time.tsx';
import { formatReviewer } from '../../scorecard/scorecard-labels.ts';
import { resolveNote } from './note-actions.ts';
import { NoteForm } from './note-form.tsx';

type OtherTextsProps = {
  readonly callId: string;
  readonly note: Note;
  readonly disabledReason: string | null;
};

/** The texts that other members wrote at the same time, with ways to keep one of them, or to join them. */
export function OtherTexts({ callId, note, disabledReason }: OtherTextsProps) {
  const [isJoining, setJoining] = useState(false);
  const [, runOnce] = useBusy();
  const keep = (text: string) => void runOnce(() => resolveNote(callId, note, text));
  const texts = [note, ...note.also_written].map(({ text }) => text);
  if (isJoining)
    return (
      <div className="basis-full">
        <NoteForm
          label="Joined note"
          submitLabel="Save"
          text={texts.join('\n\n')}
          draftKey={`join-note:${note.note_id}`}
          onCancel={() => setJoining(false)}
          onSubmit={async (text) => {
            const isResolved = await resolveNote(callId, note, text);
            if (isResolved) setJoining(false);
            return isResolved;
          }}
        />
      </div>
    );
  return (
    <div className="flex basis-full flex-col gap-2">
      <ul aria-label="Also written" className="flex flex-col gap-2">
        {note.also_written.map(({ version_id, text, author, written_at }) => (
          <li key={version_id} className="rounded-control border border-line bg-chrome p-2">
            <p className="flex flex-wrap gap-x-1 text-small text-muted">
              <span className="min-w-0 break-words">
                Also written by {author ? formatReviewer(author) : 'another user'}
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
        <Button size="small" disabledReason={disabledReason} onClick={() => setJoining(true)}>
          Join texts
        </Button>
      </div>
    </div>
  );
}
