import type { Agenda } from './agenda.ts';
import { dispositions, type Disposition } from './dispositions.ts';
import { findTime } from './find-time.ts';
import type { CallKind } from './objective-verbs.ts';
import type { PhraseBook } from './phrase-book.ts';
import { fillSlots } from './plain-speech.ts';
import type { Step, TalkState } from './talk-state.ts';
import * as closings from './wording/agent-closings.ts';
import { noAtTheAsk, objectionReplies, secondNo, type Objection } from './wording/agent-objections.ts';
import { lastQuestions } from './wording/agent-closings.ts';
import * as replies from './wording/agent-replies.ts';

export type TalkMoves = {
  /** The next thing on the agent's own way through the call. */
  proceed(lead: string): Step;
  close(lead: string, ends?: Disposition): Step;
  /** After a yes to what the agent asked for. */
  agree(): Step;
  /** After a no to it: asks once what is in the way, then respects it. */
  takeNo(): Step;
  refuse(): Step;
  meetObjection(kind: Objection): Step;
  /** After the recipient was asked for a time. */
  noteTime(turn: string): Step;
};

type MoveParts = {
  readonly state: TalkState;
  readonly kind: CallKind;
  readonly organization: string;
  readonly agenda: Agenda;
  readonly say: PhraseBook;
  readonly sayPurpose: () => string;
  /** Whether any question was answered. */
  readonly hasAnswered: () => boolean;
};

export function createTalkMoves(parts: MoveParts): TalkMoves {
  const { state, kind, organization, agenda, say } = parts;

  const proceed = (lead: string): Step => {
    if (!state.isPurposeSaid) {
      state.isPurposeSaid = true;
      return { text: join(lead, parts.sayPurpose(), agenda.engage() ?? ''), expects: 'engage' };
    }
    const next = state.isAgreed ? null : agenda.next();
    if (next) return { text: join(lead, next.text), expects: next.expects };
    if (state.expects !== 'last') return { text: join(lead, say('last', lastQuestions)), expects: 'last' };
    return close(lead);
  };

  const close = (lead: string, ends: Disposition = judge(state, kind, parts.hasAnswered())): Step => ({
    text: join(lead, say('goodbye', closings.goodbyes)),
    expects: 'nothing',
    ends,
  });

  const refuse = (): Step => close(say('second no', secondNo), dispositions.notInterested);

  return {
    proceed,
    close,
    refuse,
    agree: () => {
      state.isAgreed = true;
      const pool =
        kind === 'offer' || kind === 'confirm' || kind === 'settle' ? closings.agreed[kind] : closings.agreed.other;
      return { text: join(say('agreed', pool), say('last', lastQuestions)), expects: 'last' };
    },
    takeNo: () => {
      state.refusals += 1;
      state.isRefused = true;
      return state.refusals > 1 ? refuse() : { text: say('no at ask', noAtTheAsk), expects: 'objection' };
    },
    meetObjection: (objection) => {
      const isRefusal = objection !== 'mail' && objection !== 'trust';
      if (objection === 'mail') state.isFollowUp = true;
      if (isRefusal) state.refusals += 1;
      state.isRefused ||= objection === 'not_interested';
      if (isRefusal && state.refusals > 1) return refuse();
      return { text: fillSlots(say(objection, objectionReplies[objection]), { organization }), expects: 'objection' };
    },
    noteTime: (turn) => {
      const time = findTime(turn);
      const noted = time ? fillSlots(say('noted', replies.timeNoted), { time }) : say('time open', replies.timeOpen);
      return close(noted, state.isPersonWanted ? dispositions.followUp : dispositions.callback);
    },
  };
}

/** What a call that ends now has led to. */
function judge(state: TalkState, kind: CallKind, hasAnswered: boolean): Disposition {
  if (state.isAgreed) {
    if (kind === 'offer' || kind === 'general') return dispositions.interested;
    return kind === 'confirm' || kind === 'settle' ? dispositions.confirmed : dispositions.informed;
  }
  if (state.isRefused) return dispositions.notInterested;
  if (state.isFollowUp) return dispositions.followUp;
  if (state.refusals > 0) return dispositions.notInterested;
  if (hasAnswered) return dispositions.answered;
  return state.isPurposeSaid ? dispositions.informed : dispositions.endedEarly;
}

export function join(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}
