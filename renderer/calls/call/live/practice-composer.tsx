import { PhoneOff, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { isTextInput } from '../../../commands/key-target.ts';
import { formatError } from '../../../format/format-error.ts';
import { invalidate } from '../../../live/invalidate.ts';
import { queryClient } from '../../../query-client.ts';
import { app } from '../../../service-clients.ts';
import { useMissingPermission } from '../../../session/use-missing-permission.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showErrorToast } from '../../../ui/toasts.tsx';
import { useIsMounted } from '../../../ui/use-is-mounted.ts';
import { timelineQuery } from '../../call-query.ts';
import { useDraftText } from '../use-draft-text.ts';
import { playTurnAudio, stopTurnAudio } from './turn-audio.ts';

type PracticeComposerProps = { readonly callId: string; readonly turns: readonly TimedTurn[] };

type ComposerState =
  { readonly state: 'idle' | 'answering' | 'ending' } | { readonly state: 'failed'; readonly reason: string };

/** Near the limit, what is left is counted. */
const counterLengthMin = limits.practiceTurnLength - 80;

/** The recipient's side of a rehearsal, typed. What could not be said stays in the field. */
export function PracticeComposer({ callId, turns }: PracticeComposerProps) {
  const [text, setText, forgetText] = useDraftText(`said in ${callId}`);
  const [deed, setDeed] = useState<ComposerState>({ state: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const isShown = useIsMounted();
  const disabledReason = useMissingPermission(appRoutes.sendTurn, appRoutes.getTurnAudio);
  const endDisabledReason = useMissingPermission(appRoutes.hangUp);
  useEffect(() => {
    field.current?.focus();
    return stopTurnAudio;
  }, []);
  const greeting = turns.length === 1 ? turns[0] : undefined;
  const hasGreeted = useRef(false);
  useEffect(() => {
    if (!greeting || hasGreeted.current) return;
    hasGreeted.current = true;
    playAgentTurns(callId, [greeting], 0);
  }, [callId, greeting]);
  const isBusy = deed.state === 'answering' || deed.state === 'ending';

  const fail = (title: string, error: unknown) => {
    setDeed({ state: 'failed', reason: formatError(error) });
    if (!isShown()) showErrorToast(title, `${formatError(error)} What you typed is kept.`);
  };
  const say = async () => {
    if (isBusy || text.trim() === '') return;
    setDeed({ state: 'answering' });
    try {
      const said = await app(appRoutes.sendTurn, { params: { call_id: callId }, json: { text } });
      forgetText(text);
      setDeed({ state: 'idle' });
      refetchCall(callId);
      if (isShown()) playAgentTurns(callId, said.turns, turns.length);
    } catch (error) {
      if (await hasBeenRecorded(callId, turns.length, text)) {
        forgetText(text);
        setDeed({ state: 'idle' });
      } else fail('What you said was not answered', error);
      refetchCall(callId);
    }
    // The button that was pressed may have gone; whoever writes elsewhere by now is left there.
    if (field.current && !isTextInput(document.activeElement)) field.current.focus();
  };
  const end = async () => {
    if (isBusy) return;
    setDeed({ state: 'ending' });
    stopTurnAudio();
    try {
      await app(appRoutes.hangUp, { params: { call_id: callId } });
    } catch (error) {
      fail('The call was not hung up', error);
    }
    refetchCall(callId);
  };

  const note =
    deed.state === 'answering'
      ? 'The agent is answering…'
      : deed.state === 'ending'
        ? 'Hanging up. The recording is being made…'
        : deed.state === 'failed'
          ? `${deed.reason} What you typed is kept.`
          : text.length >= counterLengthMin
            ? `${limits.practiceTurnLength - text.length} characters left`
            : 'Enter says it. The agent answers aloud, from the knowledge base.';
  return (
    <form
      aria-label="Say something as the recipient"
      className="flex shrink-0 flex-col gap-1 border-t border-line px-6 py-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        void say();
      }}
    >
      <div className="flex items-center gap-2">
        <input
          ref={field}
          aria-label="What the recipient says"
          placeholder="Say something as the recipient"
          value={text}
          maxLength={limits.practiceTurnLength}
          readOnly={disabledReason !== null}
          autoComplete="off"
          aria-describedby="composer-note"
          onChange={(event) => setText(event.target.value)}
          className={classNames(inputClass, 'flex-1')}
        />
        <IconButton
          label="Say it"
          shortcut="Enter"
          side="top"
          disabledReason={
            disabledReason ?? (isBusy ? 'The agent is answering.' : text.trim() === '' ? 'Type something.' : null)
          }
          icon={<SendHorizontal aria-hidden size={16} />}
          onClick={() => void say()}
        />
        <Button
          variant="danger"
          size="large"
          icon={<PhoneOff aria-hidden size={14} />}
          disabledReason={endDisabledReason}
          onClick={() => void end()}
        >
          Hang up
        </Button>
      </div>
      <p
        id="composer-note"
        role="status"
        className={classNames('text-small', deed.state === 'failed' ? 'text-bad' : 'text-muted')}
      >
        {note}
      </p>
    </form>
  );
}

function playAgentTurns(callId: string, turns: readonly TimedTurn[], firstPosition: number): void {
  playTurnAudio(callId, turns, firstPosition).catch((error: unknown) =>
    showErrorToast('The agent could not be heard', `${formatError(error)} What was said is written above.`),
  );
}

/** Whether words stand in the call after all, although their answer was lost: they are not to be said twice. */
async function hasBeenRecorded(callId: string, firstPosition: number, text: string): Promise<boolean> {
  const timeline = await queryClient.fetchQuery({ ...timelineQuery(callId), staleTime: 0 }).catch(() => null);
  const turns = timeline?.turns.slice(firstPosition) ?? [];
  return turns.some((turn) => turn.speaker === 'user' && turn.text === text.trim());
}

function refetchCall(callId: string): void {
  for (const part of ['call', 'timeline']) void invalidate([part, callId]);
}
