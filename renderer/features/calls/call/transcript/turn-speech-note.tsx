import { isLoopbackHost } from '../../../../../shared/workspaces/loopback-host.ts';
import type { TurnSpeech } from '../../../../../shared/calls/turn-speech.ts';
import type { Speaker } from '../../../../../shared/calls/calls.ts';

type TurnSpeechNoteProps = { readonly speech: TurnSpeech; readonly speaker: Speaker };

/** Shows which server spoke a turn, or heard it. */
export function TurnSpeechNote({ speech: { model, host, fallback }, speaker }: TurnSpeechNoteProps) {
  const isHere = isLoopbackHost(URL.parse(`http://${host}`)?.hostname ?? '');
  const server = model + (isHere ? '' : ` on ${host}`);
  return (
    <p className="mt-0.5 text-small text-muted">
      {fallback !== null
        ? `The built-in voice spoke instead of ${server}. ${fallback}`
        : speaker === 'agent'
          ? `Spoken by ${server}`
          : `Transcribed by ${server}`}
    </p>
  );
}
