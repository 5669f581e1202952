import type { Agenda } from './agenda.ts';
import { dispositions, type Disposition } from './dispositions.ts';
import { findTimePhrase } from './find-time.ts';
import type { ObjectiveKind } from './objective-verbs.ts';
import type { PhrasePicker } from '../phrase-book.ts';
import { fillTemplate } from '../spoken-text.ts';
import type { AgentTurn, DialogueState } from './dialogue-state.ts';
import * as closings from '../wording/agent-closings.ts';
import {
  firstRefusalReplies,
  objectionReplies,
  secondRefusalReplies,
  type Objection,
} from '../wording/agent-objections.ts';
import { finalQuestions } from '../wording/agent-closings.ts';
import * as replies from '../wording/agent-replies.ts';

export type DialogueActions = {
  /** The next thing on the agent's own way through the call. */
  continueCall(lead: string): AgentTurn;
  endCall(lead: string, ends?: Disposition): AgentTurn;
  /** After a yes to what the agent asked for. */
  handleYes(): AgentTurn;
  /** After a no to it: asks once what is in the way, then respects it. */
  handleNo(): AgentTurn;
  endAsRefused(): AgentTurn;
  answerObjection(kind: Objection): AgentTurn;
  /** After the recipient was asked for a time. */
  noteCallbackTime(turn: string): AgentTurn;
};

type DialogueActionOptions = {
  readonly state: DialogueState;
  readonly kind: ObjectiveKind;
  readonly organization: string;
  readonly agenda: Agenda;
  readonly pickPhrase: PhrasePicker;
  readonly composePurpose: () => string;
  /** Whether any question was answered. */
  readonly hasAnswered: () => boolean;
};

export function createDialogueActions(parts: DialogueActionOptions): DialogueActions {
  const { state, kind, organization, agenda, pickPhrase } = parts;

  const continueCall = (lead: string): AgentTurn => {
    if (!state.hasStatedPurpose) {
      state.hasStatedPurpose = true;
      return {
        text: joinSentences(lead, parts.composePurpose(), agenda.takeEngagementQuestion() ?? ''),
        expects: 'engage',
      };
    }
    const next = state.hasAgreed ? null : agenda.takeNextItem();
    if (next) return { text: joinSentences(lead, next.text), expects: next.expects };
    if (state.expects !== 'last')
      return { text: joinSentences(lead, pickPhrase('last', finalQuestions)), expects: 'last' };
    return endCall(lead);
  };

  const endCall = (
    lead: string,
    finalDisposition: Disposition = decideDisposition(state, kind, parts.hasAnswered()),
  ): AgentTurn => ({
    text: joinSentences(lead, pickPhrase('goodbye', closings.goodbyes)),
    expects: 'nothing',
    finalDisposition: finalDisposition,
  });

  const endAsRefused = (): AgentTurn =>
    endCall(pickPhrase('second no', secondRefusalReplies), dispositions.notInterested);

  return {
    continueCall: continueCall,
    endCall: endCall,
    endAsRefused: endAsRefused,
    handleYes: () => {
      state.hasAgreed = true;
      const pool =
        kind === 'offer' || kind === 'confirm' || kind === 'settle'
          ? closings.agreedReplies[kind]
          : closings.agreedReplies.other;
      return { text: joinSentences(pickPhrase('agreed', pool), pickPhrase('last', finalQuestions)), expects: 'last' };
    },
    handleNo: () => {
      state.refusalCount += 1;
      state.hasDeclined = true;
      return state.refusalCount > 1
        ? endAsRefused()
        : { text: pickPhrase('no at ask', firstRefusalReplies), expects: 'objection' };
    },
    answerObjection: (objection) => {
      const isRefusal = objection !== 'mail' && objection !== 'trust';
      if (objection === 'mail') state.isFollowUpRequested = true;
      if (isRefusal) state.refusalCount += 1;
      state.hasDeclined ||= objection === 'not_interested';
      if (isRefusal && state.refusalCount > 1) return endAsRefused();
      return {
        text: fillTemplate(pickPhrase(objection, objectionReplies[objection]), { organization }),
        expects: 'objection',
      };
    },
    noteCallbackTime: (turn) => {
      const time = findTimePhrase(turn);
      const noted = time
        ? fillTemplate(pickPhrase('noted', replies.timeNotedTemplates), { time })
        : pickPhrase('time open', replies.noTimeReplies);
      return endCall(noted, state.hasRequestedPerson ? dispositions.followUp : dispositions.callback);
    },
  };
}

/** What a call that ends now has led to. */
function decideDisposition(state: DialogueState, kind: ObjectiveKind, hasAnswered: boolean): Disposition {
  if (state.hasAgreed) {
    if (kind === 'offer' || kind === 'general') return dispositions.interested;
    return kind === 'confirm' || kind === 'settle' ? dispositions.confirmed : dispositions.informed;
  }
  if (state.hasDeclined) return dispositions.notInterested;
  if (state.isFollowUpRequested) return dispositions.followUp;
  if (state.refusalCount > 0) return dispositions.notInterested;
  if (hasAnswered) return dispositions.answered;
  return state.hasStatedPurpose ? dispositions.informed : dispositions.endedEarly;
}

export function joinSentences(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}
