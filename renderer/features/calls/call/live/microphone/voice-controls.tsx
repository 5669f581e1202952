import { Mic, MicOff } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../../ui/buttons/icon-button.tsx';
import { describeVoicePrivacy, speechServerQuery } from '../../../../speech-server/public.ts';
import type { useVoice } from './use-voice.ts';

type VoiceControlsProps = {
  readonly voice: ReturnType<typeof useVoice>;
  readonly disabledReason: string | null;
};

/** Turns the microphone on and off, for talking freely or while a button is held. */
export function VoiceControls({ voice: { state, start, stop, release }, disabledReason }: VoiceControlsProps) {
  const server = useQuery(speechServerQuery).data?.settings;
  const reason =
    disabledReason ??
    (server?.transcription_model
      ? null
      : 'To speak, enter a transcription model in Settings → Voice. Switchboard itself does not recognize speech.');
  const isOn = state.status !== 'off';
  const isHeld = useRef(false);
  const hold = () => {
    isHeld.current = true;
    void start('push');
  };
  const letGo = () => {
    if (isHeld.current) release();
    isHeld.current = false;
  };
  return (
    <>
      <IconButton
        label={isOn ? 'Stop listening' : 'Speak'}
        side="top"
        aria-pressed={isOn}
        disabledReason={reason}
        icon={isOn ? <MicOff aria-hidden size={16} /> : <Mic aria-hidden size={16} />}
        onClick={() => (isOn ? stop() : void start('open'))}
      />
      {reason === null && (
        <Button
          size="large"
          aria-label="Hold to talk"
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId); // the pointer may be released elsewhere
            hold();
          }}
          onLostPointerCapture={letGo}
          onKeyDown={(event) => {
            if (event.key === ' ' && !event.repeat) hold();
          }}
          onKeyUp={(event) => {
            if (event.key === ' ') letGo();
          }}
          onBlur={letGo}
        >
          Hold to talk
        </Button>
      )}
    </>
  );
}

/** Returns what the user should know while the microphone is on; null if it is off and has no problem. */
export function useVoiceNote({ state }: ReturnType<typeof useVoice>): string | null {
  const server = useQuery(speechServerQuery).data?.settings;
  switch (state.status) {
    case 'off':
      return state.problem;
    case 'opening':
      return 'Opening the microphone…';
    case 'listening':
      return `Listening. ${server ? describeVoicePrivacy(server.base_url) : ''}`;
    case 'hearing':
      return state.caption === null ? 'You are speaking…' : `You: ${showEnd(state.caption)}`;
  }
}

/** A longer caption would hide the transcript in a small window. */
const maxCaptionLength = 160;

/** Returns the last words of a text. */
function showEnd(text: string): string {
  return text.length <= maxCaptionLength ? text : `… ${text.slice(-maxCaptionLength).replace(/^\S*\s/, '')}`;
}
