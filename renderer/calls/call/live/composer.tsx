import { PhoneOff, SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TimedTurn } from '../../../../shared/calls.ts';
import { appRoutes } from '../../../../shared/contract.ts';
import { limits } from '../../../../shared/limits.ts';
import { isTyping } from '../../../commands/key-target.ts';
import { tellError } from '../../../format/tell-error.ts';
import { readAgain } from '../../../live/read-again.ts';
import { queryClient } from '../../../query-client.ts';
import { app } from '../../../service.ts';
import { usePermission } from '../../../session/use-permission.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputLook } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { tellFailure } from '../../../ui/toasts.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { timelineQuery } from '../../call-queries.ts';
import { useKeptText } from '../use-kept-text.ts';
import { sayAloud, stopSaying } from './turn-sound.ts';

type ComposerProps = { readonly callId: string; readonly turns: readonly TimedTurn[] };

type Deed = { readonly state: 'idle' | 'answering' | 'ending' } | { readonly state: 'failed'; readonly reason: string };

/** Near the limit, what is left is counted. */
const countedFrom = limits.turnLength - 80;

/** The recipient's side of a rehearsal, typed. What could not be said stays in the field. */
export function Composer({ callId, turns }: ComposerProps) {
  const [text, setText, forgetText] = useKeptText(`said in ${callId}`);
  const [deed, setDeed] = useState<Deed>({ state: 'idle' });
  const field = useRef<HTMLInputElement>(null);
  const isShown = useIsShown();
  const unavailable = usePermission(appRoutes.sayTurn, appRoutes.getTurnSound);
  const endUnavailable = usePermission(appRoutes.hangUp);
  useEffect(() => {
    field.current?.focus();
    return stopSaying;
  }, []);
  const greeting = turns.length === 1 ? turns[0] : undefined;
  const hasGreeted = useRef(false);
  useEffect(() => {
    if (!greeting || hasGreeted.current) return;
    hasGreeted.current = true;
    hear(callId, [greeting], 0);
  }, [callId, greeting]);
  const isBusy = deed.state === 'answering' || deed.state === 'ending';

  const fail = (title: string, error: unknown) => {
    setDeed({ state: 'failed', reason: tellError(error) });
    if (!isShown()) tellFailure(title, `${tellError(error)} What you typed is kept.`);
  };
  const say = async () => {
    if (isBusy || text.trim() === '') return;
    setDeed({ state: 'answering' });
    try {
      const said = await app(appRoutes.sayTurn, { params: { call_id: callId }, json: { text } });
      forgetText(text);
      setDeed({ state: 'idle' });
      refresh(callId);
      if (isShown()) hear(callId, said.turns, turns.length);
    } catch (error) {
      if (await wasSaid(callId, turns.length, text)) {
        forgetText(text);
        setDeed({ state: 'idle' });
      } else fail('What you said was not answered', error);
      refresh(callId);
    }
    // The button that was pressed may have gone; whoever writes elsewhere by now is left there.
    if (field.current && !isTyping(document.activeElement)) field.current.focus();
  };
  const end = async () => {
    if (isBusy) return;
    setDeed({ state: 'ending' });
    stopSaying();
    try {
      await app(appRoutes.hangUp, { params: { call_id: callId } });
    } catch (error) {
      fail('The call was not hung up', error);
    }
    refresh(callId);
  };

  const note =
    deed.state === 'answering'
      ? 'The agent is answering…'
      : deed.state === 'ending'
        ? 'Hanging up. The recording is being made…'
        : deed.state === 'failed'
          ? `${deed.reason} What you typed is kept.`
          : text.length >= countedFrom
            ? `${limits.turnLength - text.length} characters left`
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
          maxLength={limits.turnLength}
          readOnly={unavailable !== null}
          autoComplete="off"
          aria-describedby="composer-note"
          onChange={(event) => setText(event.target.value)}
          className={classNames(inputLook, 'flex-1')}
        />
        <IconButton
          label="Say it"
          keys="Enter"
          side="top"
          unavailable={
            unavailable ?? (isBusy ? 'The agent is answering.' : text.trim() === '' ? 'Type something.' : null)
          }
          icon={<SendHorizontal aria-hidden size={16} />}
          onClick={() => void say()}
        />
        <Button
          look="danger"
          size="large"
          icon={<PhoneOff aria-hidden size={14} />}
          unavailable={endUnavailable}
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

function hear(callId: string, turns: readonly TimedTurn[], firstPosition: number): void {
  sayAloud(callId, turns, firstPosition).catch((error: unknown) =>
    tellFailure('The agent could not be heard', `${tellError(error)} What was said is written above.`),
  );
}

/** Whether words stand in the call after all, although their answer was lost: they are not to be said twice. */
async function wasSaid(callId: string, firstPosition: number, text: string): Promise<boolean> {
  const timeline = await queryClient.fetchQuery({ ...timelineQuery(callId), staleTime: 0 }).catch(() => null);
  const turns = timeline?.turns.slice(firstPosition) ?? [];
  return turns.some((turn) => turn.speaker === 'user' && turn.text === text.trim());
}

function refresh(callId: string): void {
  for (const part of ['call', 'timeline']) void readAgain([part, callId]);
}
