import { countWords } from '../../../platform/text-line.ts';
import { fillTemplate, joinSentences, type PhrasePicker } from '../spoken-text.ts';
import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { QuestionAnswerer } from '../answers/question-answerer.ts';
import { readYesNo } from '../understanding/read-yes-no.ts';
import { addPreposition, readTime, type SpokenTime } from '../../../platform/spoken/read-time.ts';
import { callMePattern, laterCallPattern, type UnderstoodTurn } from '../understanding/understand-turn.ts';
import * as replies from '../wording/agent-replies.ts';
import { findAbsence, handsCallOver } from './absent-person.ts';
import { shortCallPhrases } from '../wording/agent-introductions.ts';
import type { Slot } from './call-plan.ts';
import type { CallFacts, CapturedAnswer, DialogueState } from './dialogue-state.ts';
import { asksForCall, joinValues, type FilledSlots } from './fill-slots.ts';
import type { Steps } from './steps.ts';

export type Reaction = {
  readonly text: string;
  /** Present if the turn ends the call with this result. */
  readonly final?: CallFacts['final'];
  /** Present if the agent searched the documents. */
  readonly passages?: readonly Passage[];
  readonly hasNoAnswer?: boolean;
  readonly answers?: readonly CapturedAnswer[];
  /** Whether the text says what the agent said before, or nothing. */
  readonly isRepetition?: boolean;
};

export type ReactionOptions = {
  readonly turn: UnderstoodTurn;
  readonly slots: FilledSlots;
  readonly state: DialogueState;
  readonly steps: Steps;
  readonly createDateSlot: () => Slot;
  readonly organization: string;
  readonly handOver: { readonly number: string } | null;
  /** Whether the turn is a case in which the agent hands over. */
  readonly isHandOverCase: boolean;
  readonly now: Date;
  readonly pickPhrase: PhrasePicker;
  readonly answerer: QuestionAnswerer;
  /** Says who calls, and why. */
  readonly introduce: (turn: UnderstoodTurn) => string;
  readonly composeMessage: () => string;
};

/** The agent ends a call after this many turns of the recipient, or after this many from which it learned nothing. */
const maxRecipientTurns = 60;
const maxIdleTurns = 9;
/** "I can tell her" is no answer to "when can I call back?" */
const maxAcceptingWords = 3;

const drivingPattern = /\bdriv|\bon the (?:road|highway|motorway)\b|\bat the wheel\b/i;
/** The recipient has time after all. */
const goOnPattern =
  /\bgo (?:on|ahead)\b|\bcontinue\b|\bcarry on\b|\b(?:i can|let['’]?s) (?:talk|speak|do it)\b(?! (?:later|another))|\bnow is (?:fine|good|ok)|\bi(?:['’]m| am) listening\b/i;
const machineWordPattern = /\b(?:robot|bot|machine|computer|ai|a\.i\.|recording|automated|artificial)\b/i;
/** Matches questions about the length of the call. Later in a call, the same words are about something else. */
const callLengthPattern =
  /\b(?:this|it|the call)\b[^.?!]{0,20}\b(?:take|be) (?:(?:very|too|that) )?(?:long|a while|quick)\b|\b(?:make|keep) it (?:short|quick|brief)\b|\bhow long (?:will|does|is) (?:this|the call)\b/i;
const availabilityQuestionPattern = /\b(?:moment|time|minutes?|convenient)\b[^?]*\?\s*$/i;

/** Someone has died, or an animal has. */
const lossPattern =
  /\b(?:passed away|deceased|(?:late|dead) (?:husband|wife|mother|father|partner|son|daughter)|put (?:him|her|them|(?:the|our|my) \w+) (?:down(?! (?:for|as|on|at|in)\b)|to sleep)|(?:was|be|been) put (?:down(?! (?:for|as|on|at|in)\b)|to sleep)|(?:(?:he|she|they)(?: (?:is|has))?|(?:husband|wife|partner|mother|father|mum|mom|dad|son|daughter|brother|sister|uncle|aunt|grand\w+|dog|cat|puppy|kitten|horse|pony|rabbit|pet)(?: (?:is|has))?|(?:he|she)['’]?s) (?:\w+ )?(?:died|dead(?! \w+(?: \w+)?\W*$))|lost (?:him|her)(?=\W*$|[,.;]| (?:in|last|on|to|two|three|a|this|yesterday|recently)\b))/i;

/** Longer clauses beside the loss say something else. */
const maxClauseWords = 3;

/** Returns whether a turn says that someone has died, and whether it says or asks more. */
function findLoss({ text, questions }: UnderstoodTurn): 'only' | 'more' | null {
  if (!lossPattern.test(text)) return null;
  const others = text.split(/[.,;!?]+| (?:and|but|so|because|though) /i).filter((clause) => !lossPattern.test(clause));
  return questions.length > 0 || others.some((clause) => countWords(clause) > maxClauseWords) ? 'more' : 'only';
}

/** Handles turns after which the call ends, whatever the agent asked. */
export function endAtOnce({ turn, state, steps, pickPhrase, composeMessage }: ReactionOptions): Reaction | null {
  const { facts } = state;
  const loss = findLoss(turn);
  if (loss !== null) {
    facts.isFollowUpRequested = true;
    const condolence = pickPhrase('condolence', replies.condolences);
    // Who says more after that is heard.
    if (loss === 'more') return turn.questions.length > 0 ? null : { text: steps.resume(condolence) };
    return {
      text: joinSentences(condolence, steps.end(pickPhrase('loss', replies.lossNotedReplies))),
      final: 'followUp',
    };
  }
  if (turn.has('voicemail') && state.recipientTurnCount <= 2 && state.expects === 'greeting')
    return { text: composeMessage(), final: 'voicemail' };
  if (turn.has('do_not_call') && !isOfferDeclined(state.lastAgentText, turn.text))
    return { text: pickPhrase('stop calling', replies.stopReplies), final: 'doNotCall' };
  if (
    turn.has('wrong_person') &&
    !hasAnswers(state) &&
    (isWrongNumber(turn) || findAbsence(turn.text, state.lastAgentText) === null)
  )
    return { text: pickPhrase('wrong person', replies.wrongPersonReplies), final: 'wrongPerson' };
  if (state.recipientTurnCount < maxRecipientTurns && state.idleTurnCount < maxIdleTurns) return null;
  facts.isFollowUpRequested = true;
  return { text: pickPhrase('too long', replies.tooLongReplies), final: 'followUp' };
}

const isWrongNumber = ({ text }: UnderstoodTurn): boolean =>
  /\bwrong (?:number|house|place)\b|\b(?:nobody|no ?one) (?:called|by|of|with)\b/i.test(text);

const hasAnswers = ({ plan }: DialogueState): boolean => plan.slots.some(({ value }) => value !== null);

/** Handles turns of somebody else than the person who is called. */
function talkToOtherPerson(options: ReactionOptions): Reaction | null {
  const { turn, state, pickPhrase } = options;
  const asks = turn.questions.length > 0 || turn.has('who');
  const isLeaving = turn.has('goodbye', 'not_interested');
  if (handsCallOver(turn.text) && !asks && !isLeaving) {
    [state.expects, state.facts.hasStatedPurpose] = ['greeting', false];
    return { text: pickPhrase('pause', replies.pauseReplies), isRepetition: true };
  }
  const absence = findAbsence(turn.text, state.lastAgentText);
  if (absence === 'replaced' && !isLeaving) return askForSuccessor(options);
  if (absence === 'away' && turn.has('wrong_person', 'busy', 'deny') && !asks) return postpone(options);
  return null;
}

/** Asks who else can talk about the purpose of the call, and greets that person as a new one. */
function askForSuccessor({ turn, state, introduce, pickPhrase }: ReactionOptions): Reaction {
  if (replies.successorQuestions.some((question) => state.lastAgentText.endsWith(question)))
    return { text: pickPhrase('wrong person', replies.wrongPersonReplies), final: 'wrongPerson' };
  const identity = turn.has('who') ? introduce(turn) : '';
  [state.expects, state.facts.hasStatedPurpose] = ['greeting', false];
  return { text: joinSentences(identity, pickPhrase('successor', replies.successorQuestions)) };
}

/** "No, don't call me" after "May a colleague call you?" says no to that call only. */
function isOfferDeclined(offer: string, text: string): boolean {
  return (
    /\bcall\b[^.!?]*\?\s*$/i.test(offer) &&
    !/\b(?:again|any ?more|ever|never|list|stop|quit|remove|delete|number|contact)\b/i.test(text)
  );
}

/** Handles wishes that come before the plan: for a person, another time, an end, or what was said. */
export function interrupt(options: ReactionOptions): Reaction | null {
  const { turn, state, steps, pickPhrase, organization } = options;
  const { facts } = state;
  // "Yes, someone should call me" accepts the offer of a call.
  const acceptsOffer = state.expects === 'follow_up' && readYesNo(turn.parts) !== null;
  const toOtherPerson = hasAnswers(state) ? null : talkToOtherPerson(options);
  if (toOtherPerson) return toOtherPerson;
  if (turn.has('person') && !acceptsOffer && !options.slots.filled.some(asksForCall)) return requestPerson(options);
  if (options.isHandOverCase && options.handOver && state.expects !== 'follow_up') return requestPerson(options);
  if (state.expects === 'time' && turn.questions.length === 0 && options.slots.filled.length === 0)
    return noteCallbackTime(options);
  const isBadMoment =
    state.expects === 'greeting' &&
    !turn.has('who', 'not_interested') &&
    turn.questions.length === 0 &&
    readYesNo(turn.parts) === 'no' &&
    availabilityQuestionPattern.test(state.lastAgentText);
  if (
    (isBusy(options) || isBadMoment) &&
    // "Can you ring me back on Monday to do the rest" changes no appointment.
    !turn.has('cancel') &&
    (callMePattern.test(turn.text) || !turn.has('change')) &&
    (turn.questions.length === 0 || drivingPattern.test(turn.text)) &&
    !options.slots.isTakenBack &&
    options.slots.filled.length === 0
  )
    return postpone(options);
  if (turn.has('robot')) {
    const text = machineWordPattern.test(turn.text)
      ? pickPhrase('robot', replies.robotReplies)
      : pickPhrase('not human', replies.notHumanReplies);
    return { text: steps.resume(fillTemplate(text, { organization })) };
  }
  if (turn.has('source'))
    return {
      text: steps.resume(fillTemplate(pickPhrase('number source', replies.numberSourceReplies), { organization })),
    };
  if (turn.has('who')) {
    const identity = options.introduce(turn);
    facts.hasStatedPurpose = true;
    return { text: steps.resume(identity) };
  }
  const isEarly = state.expects !== 'open' && !hasAnswers(state);
  if (isEarly && callLengthPattern.test(turn.text))
    return { text: steps.resume(pickPhrase('call length', shortCallPhrases)) };
  if (turn.has('recap') && !turn.has('goodbye')) return recap(options);
  if (turn.has('repeat') && !turn.has('complain') && turn.questions.length === 0 && options.slots.filled.length === 0)
    return {
      text: fillTemplate(pickPhrase('repeat', replies.repeatTemplates), { said: state.lastAgentText }),
      isRepetition: true,
    };
  if (turn.parts.length > 0 && turn.parts.every(({ meaning }) => meaning === 'pause'))
    return { text: pickPhrase('pause', replies.pauseReplies), isRepetition: true };
  if (turn.isUnclear) {
    if (state.idleTurnCount % 3 === 0)
      return { text: steps.next(pickPhrase('unclear again', replies.repeatedUnclearReplies)) };
    return { text: pickPhrase('unclear', replies.unclearReplies), isRepetition: true };
  }
  return null;
}

/** "Mornings are bad for me" and "I can't make tomorrow" answer a question about a day, and "call me in the morning" does not. */
function isBusy({ turn, state: { expects, slot }, now }: ReactionOptions): boolean {
  if (!turn.has('busy') || expects === 'follow_up') return false;
  if (expects === 'greeting' || expects === 'time') return true;
  const isAboutDay =
    readTime(turn.text, now) !== null ||
    (expects === 'slot' && slot?.isCommitment === true && appearancePattern.test(turn.text));
  return !isAboutDay ? expects !== 'last' : laterCallPattern.test(turn.text);
}

/** Says whether someone appears at an appointment. */
const appearancePattern =
  /\b(?:make|come|attend|there|to(?:day|morrow|night)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;

/** Says what was agreed on. */
function recap({ turn, state, steps, introduce, pickPhrase }: ReactionOptions): Reaction {
  if (!state.plan.slots.some(({ repeated }) => repeated !== '')) {
    const identity = introduce(turn);
    state.facts.hasStatedPurpose = true;
    return { text: steps.resume(identity) };
  }
  const kept = state.plan.slots.filter(({ repeated }) => repeated !== '');
  const asksForEmail = /\bmail\b/i.test(turn.text);
  const asked = kept.filter(({ question: { type } }) =>
    asksForEmail ? type === 'email' : type === 'date' || type === 'time',
  );
  const value = joinValues((asked.length > 0 ? asked : kept).map(({ repeated }) => repeated));
  return { text: steps.resume(fillTemplate(pickPhrase('recap', replies.recapTemplates), { value })) };
}

function requestPerson(options: ReactionOptions): Reaction {
  const { turn, state, now, handOver, pickPhrase } = options;
  state.facts.hasRequestedPerson = true;
  if (handOver)
    return {
      text: fillTemplate(pickPhrase('hand over', replies.handOverReplies), { number: handOver.number }),
      final: 'followUp',
    };
  const time = readTime(turn.text, now);
  if (time) return promiseCall(options, time);
  state.expects = 'time';
  return { text: pickPhrase('person', replies.humanReplies) };
}

/** Ends the call with the promise to call again, or that a person does. */
function promiseCall({ state, steps, pickPhrase }: ReactionOptions, { phrase }: SpokenTime): Reaction {
  const { facts } = state;
  facts.isCallbackPromised = true;
  const template = facts.hasRequestedPerson
    ? pickPhrase('person time', replies.personTimeTemplates)
    : pickPhrase('callback time', replies.timeNotedTemplates);
  return { text: steps.end(fillTemplate(template, { time: addPreposition(phrase) })) };
}

/** Asks for a time to call again, or notes the one that was named. A recipient who still talks is not hung up on. */
function postpone(options: ReactionOptions): Reaction {
  const { turn, state, now, pickPhrase, steps } = options;
  const time = readTime(turn.text, now);
  const isRepeated = state.facts.isCallbackPromised;
  if (time) return promiseCall(options, time);
  state.facts.isCallbackPromised = true;
  // Someone who says goodbye is not asked for a time.
  if (turn.has('goodbye')) return { text: steps.end(pickPhrase('no callback time', replies.noTimeReplies)) };
  state.expects = 'time';
  if (isRepeated) return { text: pickPhrase('still busy', replies.stillBusyReplies) };
  return {
    text: drivingPattern.test(turn.text)
      ? pickPhrase('driver', replies.driverReplies)
      : pickPhrase('busy', replies.busyReplies),
  };
}

/** Handles the reply to "when can I call back?" */
function noteCallbackTime(options: ReactionOptions): Reaction | null {
  const { turn, state, now, pickPhrase, steps } = options;
  const time = readTime(turn.text, now, { isTimeExpected: true });
  // "You charged me twice in June" names no time for a call.
  const isVague = time !== null && (time.date ?? time.time) === null && !laterCallPattern.test(turn.text);
  if (time && !(isVague && turn.has('complain'))) return promiseCall(options, time);
  if (goOnPattern.test(turn.text) && !turn.has('busy')) {
    state.facts.isCallbackPromised = false;
    state.expects = 'open';
    return { text: steps.next(pickPhrase('go on', replies.goOnReplies)) };
  }
  const isPerson = state.facts.hasRequestedPerson;
  if (isPerson && turn.has('complain')) return { text: pickPhrase('complaint promise', replies.complaintPromises) };
  if (turn.has('busy', 'complain', 'already_said') && !isPerson) return postpone(options);
  if (turn.has('not_interested', 'who', 'robot', 'repeat', 'source', 'greeting') || turn.isUnclear) return null;
  const hasAccepted =
    turn.has('done', 'thanks', 'goodbye') ||
    (turn.has('confirm', 'deny', 'undecided') && countWords(turn.text) <= maxAcceptingWords);
  if (!hasAccepted && state.idleTurnCount < 2) {
    state.expects = 'open';
    if (!isPerson) {
      // Someone who talks has time.
      state.facts.isCallbackPromised = false;
      return null;
    }
    return { text: steps.resume(pickPhrase('acknowledgement', replies.acknowledgements)) };
  }
  return {
    text: steps.end(
      isPerson ? pickPhrase('fine', replies.fineReplies) : pickPhrase('no callback time', replies.noTimeReplies),
    ),
  };
}
