import { countWords } from '../../../platform/text-line.ts';
import { type PhrasePicker } from '../spoken-text.ts';
import { followUpAcceptedReplies, followUpDeclinedReplies } from '../wording/agent-answers.ts';
import * as replies from '../wording/agent-replies.ts';
import type { Agenda } from './agenda.ts';
import type { DialogueActions } from './dialogue-actions.ts';
import type { AgentTurn, DialogueState } from './dialogue-state.ts';
import type { Intent, InterpretedTurn } from './interpret-turn.ts';

type ReactionOptions = {
  readonly state: DialogueState;
  readonly agenda: Agenda;
  readonly actions: DialogueActions;
  readonly pickPhrase: PhrasePicker;
};

const complaintPattern =
  /\b(?:(?:not|n['’]t|never) (?:really |very |at all )?(?:work|working|happy|satisfied|good|well|great)|broken|terrible|awful|horrible|badly?|problems?|trouble|annoy\w*|angry|slow|unhappy|frustrat\w*|disappoint\w*|disaster|sad)\b/i;
const complaintExceptionPattern =
  /\b(?:no|any|without|not a|never a|never any) (?:\w+ )?(?:problems?|trouble|complaints?)\b|\bnot (?:too )?bad\b/i;
const availabilityQuestionPattern = /\b(?:moment|time|minutes?|convenient)\b[^?]*\?\s*$/i;

/** Returns the agent's reaction to a turn without a question. Its meaning depends on what the agent asked. */
export function reactToAnswer(
  { intents, text }: InterpretedTurn,
  { state, agenda, actions, pickPhrase }: ReactionOptions,
): AgentTurn {
  const has = (intent: Intent) => intents.has(intent);
  const isNo = has('no') || has('not_interested');
  const isYes = has('yes') && !isNo;
  const thanks = has('thanks') ? pickPhrase('thanks', replies.thanksReplies) : '';
  const acknowledge = () => pickPhrase('acknowledgement', replies.acknowledgements);
  switch (state.expects) {
    case 'greeting':
      if (isNo && availabilityQuestionPattern.test(state.lastAgentText))
        return { text: pickPhrase('busy', replies.busyReplies), expects: 'time' };
      return actions.continueCall(
        has('small_talk') && /\bhow\b/i.test(text) ? pickPhrase('small talk', replies.smallTalkReplies) : '',
      );
    case 'follow_up': {
      const isAccepted = isYes || has('human');
      if (isAccepted) {
        state.isFollowUpRequested = true;
        state.lastDecision = 'follow_up';
      }
      const lead = isNo
        ? pickPhrase('follow-up declined', followUpDeclinedReplies)
        : isAccepted
          ? pickPhrase('follow-up accepted', followUpAcceptedReplies)
          : acknowledge();
      if (!state.hasStatedPurpose) return actions.continueCall(lead);
      return { text: `${lead} ${agenda.inviteQuestions()}`, expects: 'open' };
    }
    case 'ask':
      if (isYes) return actions.handleYes();
      return isNo ? actions.handleNo() : actions.continueCall(acknowledge());
    case 'objection':
      return isNo && state.hasDeclined
        ? actions.endAsRefused()
        : actions.continueCall(pickPhrase('sympathy', replies.sorryReplies));
    case 'last':
      return isYes && !has('thanks') && countWords(text) <= 4
        ? { text: replies.goAheadReply, expects: 'open' }
        : actions.endCall(thanks);
    case 'open':
      if (isYes && !has('thanks') && countWords(text) <= 3 && state.lastAgentText.endsWith('?'))
        return { text: replies.goAheadReply, expects: 'open' };
      return actions.continueCall(thanks || (isNo ? pickPhrase('fine', replies.fineReplies) : acknowledge()));
    default: {
      if (has('small_talk') && /\bhow (?:are|is)\b/i.test(text))
        return actions.continueCall(pickPhrase('small talk', replies.smallTalkReplies));
      const isUnhappy = complaintPattern.test(text) && !complaintExceptionPattern.test(text);
      return actions.continueCall(
        isUnhappy
          ? pickPhrase('complaint', replies.complaintReplies)
          : isYes
            ? pickPhrase('glad', replies.gladReplies)
            : acknowledge(),
      );
    }
  }
}
