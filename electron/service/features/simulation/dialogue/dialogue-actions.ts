import { fillTemplate, joinSentences, type PhrasePicker } from '../spoken-text.ts';
import * as replies from '../wording/agent-replies.ts';
import type { Agenda } from './agenda.ts';
import { dispositions, type Disposition } from '../../../../../shared/calls/dispositions.ts';
import type { AgentTurn, Decision, DialogueState } from './dialogue-state.ts';
import { findTimePhrase } from './interpret-turn.ts';
import type { ObjectiveKind } from './parse-objective.ts';

export type DialogueActions = {
  /** Continues with the next item of the agenda. */
  continueCall(lead: string): AgentTurn;
  endCall(lead: string, finalDisposition?: Disposition): AgentTurn;
  /** Handles a yes to the commitment question. */
  handleYes(): AgentTurn;
  /** Handles a no to the commitment question: the agent asks why once, then accepts it. */
  handleNo(): AgentTurn;
  endAsRefused(): AgentTurn;
  answerObjection(kind: replies.Objection): AgentTurn;
  /** Handles the reply to "when can I call back?". */
  noteCallbackTime(turn: string): AgentTurn;
};

type DialogueActionOptions = {
  readonly state: DialogueState;
  readonly kind: ObjectiveKind;
  readonly organization: string;
  readonly agenda: Agenda;
  readonly pickPhrase: PhrasePicker;
  readonly composePurpose: () => string;
  /** Whether the agent has answered any question. */
  readonly hasAnswered: () => boolean;
};

export function createDialogueActions(options: DialogueActionOptions): DialogueActions {
  const { state, kind, organization, agenda, pickPhrase } = options;

  const continueCall = (lead: string): AgentTurn => {
    if (!state.hasStatedPurpose) {
      state.hasStatedPurpose = true;
      return {
        text: joinSentences(lead, options.composePurpose(), agenda.takeEngagementQuestion() ?? ''),
        expects: 'engage',
      };
    }
    const next = state.hasAgreed ? null : agenda.takeNextItem();
    if (next) return { text: joinSentences(lead, next.text), expects: next.expects };
    if (state.expects !== 'last')
      return { text: joinSentences(lead, pickPhrase('final question', replies.finalQuestions)), expects: 'last' };
    return endCall(lead);
  };

  const endCall = (
    lead: string,
    finalDisposition: Disposition = decideDisposition(state, kind, options.hasAnswered()),
  ): AgentTurn => ({
    text: joinSentences(lead, pickPhrase('goodbye', replies.goodbyes)),
    expects: 'nothing',
    finalDisposition,
  });

  const endAsRefused = (): AgentTurn =>
    endCall(pickPhrase('second refusal', replies.secondRefusalReplies), dispositions.notInterested);

  return {
    continueCall,
    endCall,
    endAsRefused,
    handleYes: () => {
      state.hasAgreed = true;
      state.lastDecision = 'agreed';
      const pool =
        kind === 'offer' || kind === 'confirm' || kind === 'settle'
          ? replies.agreedReplies[kind]
          : replies.agreedReplies.other;
      return {
        text: joinSentences(pickPhrase('agreed', pool), pickPhrase('final question', replies.finalQuestions)),
        expects: 'last',
      };
    },
    handleNo: () => {
      state.refusalCount += 1;
      state.hasDeclined = true;
      state.lastDecision = 'declined';
      return state.refusalCount > 1
        ? endAsRefused()
        : { text: pickPhrase('first refusal', replies.firstRefusalReplies), expects: 'objection' };
    },
    answerObjection: (objection) => {
      const isRefusal = objection !== 'mail' && objection !== 'trust';
      if (objection === 'mail') {
        state.isFollowUpRequested = true;
        state.lastDecision = 'follow_up';
      }
      if (isRefusal) state.refusalCount += 1;
      if (objection === 'not_interested') {
        state.hasDeclined = true;
        state.lastDecision = 'declined';
      }
      if (isRefusal && state.refusalCount > 1) return endAsRefused();
      return {
        text: fillTemplate(pickPhrase(objection, replies.objectionReplies[objection]), { organization }),
        expects: 'objection',
      };
    },
    noteCallbackTime: (turn) => {
      const time = findTimePhrase(turn);
      const confirmation = time
        ? fillTemplate(pickPhrase('callback time', replies.timeNotedTemplates), { time })
        : pickPhrase('no callback time', replies.noTimeReplies);
      return endCall(confirmation, state.hasRequestedPerson ? dispositions.followUp : dispositions.callback);
    },
  };
}

/** Returns the disposition of a call that the agent ends now. */
function decideDisposition(state: DialogueState, kind: ObjectiveKind, hasAnswered: boolean): Disposition {
  if (state.lastDecision) return getDecidedDisposition(state.lastDecision, kind);
  if (state.refusalCount > 0) return dispositions.notInterested;
  if (hasAnswered) return dispositions.answered;
  return state.hasStatedPurpose ? dispositions.informed : dispositions.endedEarly;
}

export function getDecidedDisposition(decision: Decision, kind: ObjectiveKind): Disposition {
  switch (decision) {
    case 'agreed':
      if (kind === 'offer' || kind === 'general') return dispositions.interested;
      return kind === 'confirm' || kind === 'settle' ? dispositions.confirmed : dispositions.informed;
    case 'declined':
      return dispositions.notInterested;
    case 'follow_up':
      return dispositions.followUp;
    case 'callback':
      return dispositions.callback;
  }
}
