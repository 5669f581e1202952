import { PhoneOff, SendHorizontal } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { isDialogOpen, isTextInput } from '../../../../ui/commands/key-target.ts';
import { useMissingPermission } from '../../../../data/session/missing-permission.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/page/class-names.ts';
import { inputClass } from '../../../../ui/fields/field.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { keepClear } from '../../../../ui/feedback/use-clear-position.ts';
import { hasDraftText, useDraftText } from '../use-draft-text.ts';
import { useVoice } from './microphone/use-voice.ts';
import { useVoiceNote, VoiceControls } from './microphone/voice-controls.tsx';
import { usePracticeCall } from './use-practice-call.ts';
import type { TurnAudio } from './use-turn-audio.ts';

type PracticeComposerProps = {
  readonly callId: string;
  readonly turns: readonly TimedTurn[];
  readonly audio: TurnAudio;
};

/** From this length on, the remaining characters are shown. */
const minCounterLength = limits.practiceTurnLength - 80;

/** The field where the user types the recipient's replies. Text that could not be sent stays in the field. */
export function PracticeComposer({ callId, turns, audio }: PracticeComposerProps) {
  const draftKey = `practice:${callId}`;
  const [text, setText, clearSentText] = useDraftText(draftKey);
  const field = useRef<HTMLInputElement>(null);
  const disabledReason = useMissingPermission(appRoutes.sendTurn, appRoutes.sendVoice, appRoutes.getTurnAudio);
  const endDisabledReason = useMissingPermission(appRoutes.hangUp);
  // The call can be answered while a dialog is open, such as the one that cancels it.
  useEffect(() => {
    if (!isDialogOpen()) field.current?.focus();
  }, []);
  const greeting = turns.length === 1 ? turns[0] : undefined;
  const hasPlayedGreeting = useRef(false);
  useEffect(() => {
    if (!greeting || hasPlayedGreeting.current) return;
    hasPlayedGreeting.current = true;
    audio.play([greeting], 0);
  }, [greeting, audio]);
  const { composerState, busyNote, send, hangUp } = usePracticeCall({ callId, turns, audio });

  const voice = useVoice({ callId, onTurn: (turn) => void send(turn) });
  const voiceNote = useVoiceNote(voice);

  const submit = async () => {
    if (text.trim() === '') return;
    // The next reply can be typed, and interrupt the agent, before this one is answered.
    clearSentText(text);
    const isSent = await send({ text });
    if (!isSent && !hasDraftText(draftKey)) setText(text);
    // The pressed button may be gone. The focus does not move if the user writes in another field, or has opened a dialog.
    if (!isTextInput(document.activeElement) && !isDialogOpen()) field.current?.focus();
  };

  const isAnswering = composerState.state === 'answering';
  const sendDisabledReason =
    busyNote !== null && !isAnswering ? 'The call has ended.' : text.trim() === '' ? 'Enter a reply.' : null;
  const note =
    voiceNote ??
    busyNote ??
    (composerState.state === 'failed'
      ? `${composerState.reason} Your text is kept.`
      : text.length >= minCounterLength
        ? `${limits.practiceTurnLength - text.length} characters left`
        : 'Press Enter to send. The agent answers aloud from the knowledge base.');
  return (
    <form
      {...keepClear}
      aria-label="Reply as the customer"
      className="flex shrink-0 flex-col gap-1 border-t border-line px-6 py-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          data-kept
          ref={field}
          aria-label="Your reply"
          placeholder="Reply as the customer"
          value={text}
          maxLength={limits.practiceTurnLength}
          readOnly={disabledReason !== null}
          autoComplete="off"
          aria-describedby="composer-note"
          onChange={(event) => setText(event.target.value)}
          className={classNames(inputClass, 'min-w-48 flex-1')}
        />
        <div className="ml-auto flex items-center gap-2">
          <IconButton
            label="Send"
            shortcut="Enter"
            side="top"
            disabledReason={disabledReason ?? sendDisabledReason}
            icon={<SendHorizontal aria-hidden size={16} />}
            onClick={() => void submit()}
          />
          <VoiceControls
            voice={voice}
            disabledReason={disabledReason ?? (busyNote !== null && !isAnswering ? 'The call has ended.' : null)}
          />
          <Button
            variant="danger"
            size="large"
            icon={<PhoneOff aria-hidden size={14} />}
            disabledReason={endDisabledReason}
            onClick={() => void hangUp()}
          >
            Hang up
          </Button>
        </div>
      </div>
      <p
        id="composer-note"
        role="status"
        className={classNames('text-small', composerState.state === 'failed' ? 'text-bad' : 'text-muted')}
      >
        {note}
      </p>
    </form>
  );
}
