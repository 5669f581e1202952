import type { Agenda } from './agenda.ts';
import type { PhraseBook } from './phrase-book.ts';
import { countWords } from './plain-speech.ts';
import type { Intent, Reading } from './read-intent.ts';
import type { TalkMoves } from './talk-moves.ts';
import type { Step, TalkState } from './talk-state.ts';
import { followUpLeft, followUpTaken } from './wording/agent-answers.ts';
import * as replies from './wording/agent-replies.ts';

type ReactionParts = {
  readonly state: TalkState;
  readonly agenda: Agenda;
  readonly moves: TalkMoves;
  readonly say: PhraseBook;
};

const complains =
  /\b(?:(?:not|n['’]t|never) (?:really |very |at all )?(?:work|working|happy|satisfied|good|well|great)|broken|terrible|awful|horrible|badly?|problems?|trouble|annoy\w*|angry|slow|unhappy|frustrat\w*|disappoint\w*|disaster|sad)\b/i;
const isNotComplaint =
  /\b(?:no|any|without|not a|never a|never any) (?:\w+ )?(?:problems?|trouble|complaints?)\b|\bnot (?:too )?bad\b/i;

/** To a plain answer: what it means depends on what the agent asked. */
export function reactToAnswer({ intents, text }: Reading, { state, agenda, moves, say }: ReactionParts): Step {
  const has = (intent: Intent) => intents.has(intent);
  const isNo = has('no') || has('not_interested');
  const isYes = has('yes') && !isNo;
  const thanks = has('thanks') ? say('welcome', replies.welcomeReplies) : '';
  const acknowledge = () => say('acknowledge', replies.acknowledgements);
  switch (state.expects) {
    case 'greeting':
      if (isNo && asksForMoment.test(state.said)) return { text: say('busy', replies.busyReplies), expects: 'time' };
      return moves.proceed(
        has('small_talk') && /\bhow\b/i.test(text) ? say('small talk', replies.smallTalkReplies) : '',
      );
    case 'follow_up': {
      if (isYes) state.isFollowUp = true;
      const lead = isNo ? say('left', followUpLeft) : isYes ? say('taken', followUpTaken) : acknowledge();
      if (!state.isPurposeSaid) return moves.proceed(lead);
      return { text: `${lead} ${agenda.invite()}`, expects: 'open' };
    }
    case 'ask':
      if (isYes) return moves.agree();
      return isNo ? moves.takeNo() : moves.proceed(acknowledge());
    case 'objection':
      return isNo && state.isRefused ? moves.refuse() : moves.proceed(say('heard out', replies.sorryReplies));
    case 'last':
      return isYes && !has('thanks') && countWords(text) <= 4
        ? { text: 'Please go ahead.', expects: 'open' }
        : moves.close(thanks);
    case 'open':
      if (isYes && !has('thanks') && countWords(text) <= 3 && state.said.endsWith('?'))
        return { text: 'Please go ahead.', expects: 'open' };
      return moves.proceed(thanks || (isNo ? say('fine', replies.fineReplies) : acknowledge()));
    default: {
      if (has('small_talk') && /\bhow (?:are|is)\b/i.test(text))
        return moves.proceed(say('small talk', replies.smallTalkReplies));
      const isUnhappy = complains.test(text) && !isNotComplaint.test(text);
      return moves.proceed(
        isUnhappy ? say('sorry', replies.regrets) : isYes ? say('glad', replies.gladReplies) : acknowledge(),
      );
    }
  }
}

const asksForMoment = /\b(?:moment|time|minutes?|convenient)\b[^?]*\?\s*$/i;
