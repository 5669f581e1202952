import { PhoneOff, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { appRoutes } from '../../../../../shared/contract/contract.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { isDialogOpen, isTextInput } from '../../../../ui/commands/key-target.ts';
import { formatError } from '../../../../format/format-error.ts';
import { invalidate } from '../../../../data/invalidate.ts';
import { queryClient } from '../../../../data/query-client.ts';
import { app } from '../../../../data/service-clients.ts';
import { useMissingPermission } from '../../../../data/session/missing-permission.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/page/class-names.ts';
import { inputClass } from '../../../../ui/fields/field.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { showErrorToast } from '../../../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../../../ui/page/use-is-mounted.ts';
import { keepClear } from '../../../../ui/feedback/use-clear-position.ts';
import { timelineQuery } from '../../call-query.ts';
import { useDraftText } from '../use-draft-text.ts';
import { stopTurnAudio } from './turn-audio.ts';
import type { TurnAudio } from './use-turn-audio.ts';

type PracticeComposerProps = {
  readonly callId: string;
  readonly turns: readonly TimedTurn[];
  readonly audio: TurnAudio;
};

type ComposerState =
  | { readonly state: 'idle' | keyof typeof busyNotes }
  | { readonly state: 'failed'; readonly reason: string };

const busyNotes = {
  answering: 'The agent is answering…',
  ending: 'Hanging up. Creating the recording…',
  ended: 'The agent hung up. Creating the recording…',
} as const;

/** From this length on, the remaining characters are shown. */
const minCounterLength = limits.practiceTurnLength - 80;

/** The field where the user types the recipient's replies. Text that could not be sent stays in the field. */
export function PracticeComposer({ callId, turns, audio }: PracticeComposerProps) {
  const [text, setText, clearSentText] = useDraftText(`practice:${callId}`);
  const [composerState, setComposerState] = useState<ComposerState>({ state: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const isMounted = useIsMounted();
  const disabledReason = useMissingPermission(appRoutes.sendTurn, appRoutes.getTurnAudio);
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
  const busyNote =
    composerState.state === 'idle' || composerState.state === 'failed' ? null : busyNotes[composerState.state];

  const fail = (title: string, error: unknown) => {
    setComposerState({ state: 'failed', reason: formatError(error) });
    if (!isMounted()) showErrorToast(title, `${formatError(error)} Your text is kept.`);
  };
  const send = async () => {
    if (busyNote !== null || text.trim() === '') return;
    setComposerState({ state: 'answering' });
    audio.listen(turns.length + 1); // after this reply
    try {
      const response = await app(appRoutes.sendTurn, { params: { call_id: callId }, json: { text } });
      clearSentText(text);
      setComposerState({ state: response.call_ended ? 'ended' : 'idle' });
      refetchCall(callId);
      audio.play(response.turns, turns.length);
    } catch (error) {
      if (await hasBeenRecorded(callId, turns.length, text)) {
        clearSentText(text);
        setComposerState({ state: 'idle' });
      } else fail('The agent did not answer', error);
      refetchCall(callId);
    }
    // The pressed button may be gone. The focus does not move if the user writes in another field, or has opened a dialog.
    if (!isTextInput(document.activeElement) && !isDialogOpen()) field.current?.focus();
  };
  const hangUp = async () => {
    if (busyNote !== null) return;
    setComposerState({ state: 'ending' });
    stopTurnAudio();
    try {
      await app(appRoutes.hangUp, { params: { call_id: callId } });
    } catch (error) {
      // The call has ended meanwhile, for example because it was idle for too long.
      const hasEnded = error instanceof Problem && error.code === 'call_not_in_progress';
      if (!hasEnded) fail('The call could not be ended', error);
    }
    refetchCall(callId);
  };

  const sendDisabledReason =
    composerState.state === 'answering'
      ? 'The agent is answering.'
      : busyNote !== null
        ? 'The call has ended.'
        : text.trim() === ''
          ? 'Enter a reply.'
          : null;
  const note =
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
        void send();
      }}
    >
      <div className="flex items-center gap-2">
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
          className={classNames(inputClass, 'flex-1')}
        />
        <IconButton
          label="Send"
          shortcut="Enter"
          side="top"
          disabledReason={disabledReason ?? sendDisabledReason}
          icon={<SendHorizontal aria-hidden size={16} />}
          onClick={() => void send()}
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

/** Returns true if the service received the text although its response was lost, so that it is not sent twice. */
async function hasBeenRecorded(callId: string, firstPosition: number, text: string): Promise<boolean> {
  const timeline = await queryClient.fetchQuery({ ...timelineQuery(callId), staleTime: 0 }).catch(() => null);
  const turns = timeline?.turns.slice(firstPosition) ?? [];
  return turns.some((turn) => turn.speaker === 'user' && turn.text === text.trim());
}

function refetchCall(callId: string): void {
  for (const key of ['call', 'timeline']) void invalidate([key, callId]);
}
