import { countWords } from '../../../platform/text-line.ts';
import { fillTemplate, joinSentences } from '../spoken-text.ts';
import { listContentWords } from '../../knowledge/answers/word-coverage.ts';
import type { TurnMeaning } from '../understanding/classify-turns.ts';
import type { UnderstoodTurn } from '../understanding/understand-turn.ts';
import { addPreposition, readTime } from '../../../platform/spoken/read-time.ts';
import { writePlainly } from '../answers/reword-question.ts';
import { readYesNo } from '../understanding/read-yes-no.ts';
import { followUpAcceptedReplies, followUpDeclinedReplies } from '../wording/agent-answers.ts';
import * as replies from '../wording/agent-replies.ts';
import { answerFromPlan } from './answer-from-plan.ts';
import type { Slot } from './call-plan.ts';
import type { DialogueState } from './dialogue-state.ts';
import { addOtherDay } from './other-day.ts';
import { endAtOnce, interrupt, type Reaction, type ReactionOptions } from './interrupt-call.ts';

/** A longer turn with a time tells something: "because it came at noon half the time". */
const maxTimeWords = 6;
const objections = ['price_objection', 'distrust', 'send', 'undecided'] as const satisfies readonly TurnMeaning[];

/** Decides what the agent says after a turn. What ends or interrupts the call comes first. */
export async function reactToTurn(understood: ReactionOptions): Promise<Reaction> {
  const { slots, state, steps } = understood;
  const { clearQuestions } = understood.turn;
  // What answers a question of the agent asks none, if it only sounds like a question.
  const turn = slots.filled.length > 0 ? { ...understood.turn, questions: clearQuestions } : understood.turn;
  const options = { ...understood, turn };
  const isIdle =
    turn.isUnclear ||
    turn.has('off_topic', 'pause') ||
    (turn.has('other') && slots.filled.length === 0 && turn.questions.length === 0);
  if (isIdle && state.expects !== 'objection') state.idleTurnCount += 1;
  const direct = endAtOnce(options) ?? (await findNumberSource(options)) ?? interrupt(options);
  if (direct) return direct;
  const statement = respondToStatement(options);
  if (statement.offer !== undefined) {
    // "It smells of gas": what the documents say about it comes before a colleague does.
    const advice = await findAdvice(options);
    const text = joinSentences(statement.text, advice?.text ?? '', statement.offer);
    return { text, ...(advice && { passages: advice.passages }) };
  }
  if (statement.isComplete) return { text: statement.text };
  if (turn.has('goodbye') && turn.questions.length === 0) return { text: steps.end(statement.text) };
  if (turn.questions.length > 0) return answer(options, statement.text);
  const known =
    statement.isNeutral && !dayWordPattern.test(turn.text) ? await options.answerer.answerRemark(turn.text) : null;
  return known ? { text: steps.resume(known.text), passages: known.passages } : { text: steps.next(statement.text) };
}

/** Says where the number is from, if a document does. */
async function findNumberSource({ turn, answerer, steps }: ReactionOptions): Promise<Reaction | null> {
  const known =
    turn.has('source') && !turn.has('person', 'busy') ? await answerer.answerRemark(turn.text, ['likely']) : null;
  return known && { text: steps.resume(known.text), passages: known.passages };
}

/** Returns what the documents surely say about one of the things that the recipient complains about. */
async function findAdvice({ turn, answerer }: ReactionOptions) {
  const complaints = turn.parts.filter(({ meaning }) => meaning === 'complain');
  for (const clause of complaints.flatMap(({ text }) => text.split(/[,;.!]\s+|\s(?:and|but)\s/i))) {
    const advice = countWords(clause) > 2 ? await answerer.answerRemark(clause, ['likely']) : null;
    if (advice) return advice;
  }
  return null;
}

type Lead = {
  readonly text: string;
  readonly isComplete: boolean;
  /** The agent only shows that it has heard something. */
  readonly isNeutral?: boolean;
  /** The question with which the reaction to a complaint ends. */
  readonly offer?: string;
};

const complete = (text: string): Lead => ({ text, isComplete: true });
const begin = (text: string): Lead => ({ text, isComplete: false });

/** Reacts to what is said besides questions: answers, agreement, refusals, complaints, thanks and goodbyes. */
function respondToStatement(options: ReactionOptions): Lead {
  const { turn, slots, state, steps, pickPhrase, organization } = options;
  const { facts } = state;
  const { kind } = state.plan;
  const asks = turn.questions.length > 0;
  const yesNo = readYesNo(turn.parts);
  // "Okay, but only in the morning" takes back a refusal.
  if (turn.has('confirm') && !turn.has('deny', 'not_interested', 'done', 'thanks', 'goodbye'))
    facts.hasDeclined = false;
  if (slots.filled.length > 0) {
    if (state.expects === 'last') state.expects = 'open';
    // Someone who could not talk does.
    facts.isCallbackPromised = false;
  }
  const day = state.plan.slots.find(({ question }) => question.type === 'date');
  const needsOtherDay = !day || day.isAlternative;
  const isAppointment = kind === 'confirm' || kind === 'settle' || day !== undefined;

  if (!asks && ((turn.has('cancel') && isAppointment) || slots.isTakenBack)) {
    if (state.expects === 'last') state.expects = 'open';
    facts.isCanceled = true;
    return complete(
      steps.next(pickPhrase('canceled', replies.canceledReplies[isAppointment ? 'appointment' : 'offer'])),
    );
  }
  const hasAgreed = kind === 'confirm' || state.plan.slots.some(({ value }) => value !== null);
  if (
    (turn.has('change') || (turn.has('busy') && kind === 'confirm' && state.slot?.isCommitment)) &&
    hasAgreed &&
    slots.acknowledgement === '' &&
    slots.filled.length === 0 &&
    !asks &&
    facts.hasStatedPurpose
  ) {
    if (needsOtherDay && kind === 'confirm' && state.slot?.isCommitment) return askOtherDay(options, day);
    const slot = day ?? state.slot;
    if (slot && slot.value !== null) slot.askedCount = 0;
    state.slot = slot;
    state.expects = slot ? 'slot' : state.expects;
    return complete(pickPhrase('change', replies.changeQuestions));
  }
  const commitment = slots.filled.find(({ isCommitment }) => isCommitment);
  if (commitment?.value === 'yes') {
    [facts.hasDeclined, facts.isCanceled] = [false, false];
    const pool =
      kind === 'offer' || kind === 'confirm' || kind === 'settle'
        ? replies.agreedReplies[kind]
        : replies.agreedReplies.other;
    return { text: joinSentences(slots.acknowledgement, pickPhrase('agreed', pool)), isComplete: false };
  }
  if (slots.acknowledgement !== '') {
    if (state.expects === 'last') state.expects = 'open';
    if (slots.filled.some(({ question }) => question.type === 'date'))
      [facts.isCanceled, facts.hasDeclined] = [false, false];
    return { text: slots.acknowledgement, isComplete: false };
  }
  const named =
    state.expects === 'follow_up' && !asks && !turn.has('goodbye') ? readTime(turn.text, options.now) : null;
  const isTime = countWords(turn.text) <= maxTimeWords || turn.has('busy', 'confirm', 'person');
  const namesTime = named !== null && named.at > options.now && isTime;
  if (namesTime || (state.expects === 'follow_up' && (yesNo !== null || turn.has('person', 'busy', 'done')))) {
    // "Call me after six" accepts a call, and "I don't have time" does not.
    const wantsLaterCall = yesNo !== 'no' && (namesTime || (turn.has('busy') && /\b(?:call|later)\b/i.test(turn.text)));
    return answerFollowUp(options, yesNo === 'yes' || turn.has('person') || wantsLaterCall);
  }
  // More about what the recipient complains about.
  if (state.expects === 'follow_up' && state.complaintCount > 0 && !asks && !turn.has('goodbye', ...objections))
    return complain(options);
  if (commitment?.value === 'no' && isAppointment && needsOtherDay && !turn.has('goodbye', 'not_interested'))
    return askOtherDay(options, day);
  // "Eleven. No, twelve" refuses nothing.
  const isRefusedAgain =
    state.expects === 'objection' && state.refusalCount > 0 && !asks && readYesNo(turn.parts.slice(0, 1)) === 'no';
  const isFirst = (slot: Slot) => state.plan.slots.every((other) => other === slot || other.value === null);
  const isClosed = slots.filled.some((slot) => slot.isGate && slot.value === 'no' && isFirst(slot));
  if (
    commitment?.value === 'no' ||
    isClosed ||
    isRefusedAgain ||
    (turn.has('not_interested') && !asks && !isSettled(state) && slots.filled.length === 0)
  )
    return refuse(options);
  // Someone who says goodbye is asked for no reasons.
  if (turn.has('goodbye') && !asks) {
    if (turn.has('send')) facts.isFollowUpRequested = true;
    const sorry = turn.has('complain') ? pickPhrase('complaint', replies.complaintReplies) : '';
    const thanks = turn.has('thanks') ? pickPhrase('thanks', replies.thanksReplies) : '';
    return complete(steps.end(sorry || thanks));
  }
  // "Unbelievable. Well, go on." Who was asked what to do better complains because of that.
  if (turn.has('complain') && !asks)
    return yesNo === 'yes' || slots.filled.length > 0
      ? begin(pickPhrase('complaint', replies.complaintReplies))
      : complain(options);
  if (turn.has('withhold') && !asks && slots.filled.length === 0) {
    if (state.expects === 'slot' && state.slot?.value === null) state.slot.askedCount = Infinity;
    return begin(pickPhrase('withheld', replies.withheldReplies));
  }
  // Before the agent has said what the call is about, "I have no money" objects to nothing.
  const objection = objections.find(
    (meaning) => turn.has(meaning) && (facts.hasStatedPurpose || meaning !== 'price_objection'),
  );
  if (objection && !asks && (state.expects !== 'last' || objection === 'send') && slots.filled.length === 0) {
    // A price is discussed if the call offers something.
    if (objection === 'price_objection' && state.expects === 'slot' && kind !== 'offer' && kind !== 'general')
      return begin(pickPhrase('sympathy', replies.sorryReplies));
    if (objection === 'send') facts.isFollowUpRequested = true;
    if (objection === 'undecided') facts.isUndecided = true;
    if (objection === 'price_objection') state.refusalCount += 1;
    state.expects = facts.hasStatedPurpose ? 'objection' : 'greeting';
    return complete(fillTemplate(pickPhrase(objection, replies.objectionReplies[objection]), { organization }));
  }
  if (turn.has('off_topic') && !asks)
    return complete(steps.resume(fillTemplate(pickPhrase('off topic', replies.offTopicReplies), { organization })));
  if (turn.has('already_said') && !asks) {
    if (state.slot && state.slot.value === null) state.slot.askedCount = Infinity;
    return { text: pickPhrase('already said', replies.alreadySaidReplies), isComplete: false };
  }
  return react(options, yesNo);
}

/** Asks the planned question for another day or, if there is none, one of its own. */
function askOtherDay({ state, pickPhrase, createDateSlot }: ReactionOptions, planned: Slot | undefined): Lead {
  const other = planned ?? createDateSlot();
  addOtherDay(state.plan, other);
  [other.askedCount, state.slot, state.expects] = [1, other, 'slot'];
  return complete(pickPhrase('other day', replies.otherDayReplies));
}

/** The outcome is agreed on, so that a "no, thanks" is about something else. */
function isSettled({ plan }: DialogueState): boolean {
  return plan.slots.some(
    ({ isCommitment, value, question }) =>
      value !== null && (isCommitment ? value === 'yes' : question.type === 'date'),
  );
}

function refuse({ turn, state, steps, pickPhrase }: ReactionOptions): Lead {
  const { facts } = state;
  state.refusalCount += 1;
  facts.hasDeclined = true;
  if (state.refusalCount > 1 || turn.has('goodbye'))
    return { text: steps.end(pickPhrase('second refusal', replies.secondRefusalReplies)), isComplete: true };
  state.expects = 'objection';
  const text = turn.has('not_interested')
    ? pickPhrase('not_interested', replies.objectionReplies.not_interested)
    : pickPhrase('first refusal', replies.firstRefusalReplies);
  return { text, isComplete: true };
}

function complain({ state, steps, pickPhrase }: ReactionOptions): Lead {
  state.complaintCount += 1;
  const sorry = pickPhrase('complaint', replies.complaintReplies);
  if (state.complaintCount > 1) {
    state.facts.isFollowUpRequested = true;
    const text = joinSentences(
      sorry,
      state.complaintCount === 2 ? pickPhrase('complaint promise', replies.complaintPromises) : '',
    );
    return { text: steps.resume(text), isComplete: true };
  }
  state.expects = 'follow_up';
  return { text: sorry, isComplete: true, offer: pickPhrase('complaint offer', replies.complaintOffers) };
}

function answerFollowUp({ state, steps, turn, now, pickPhrase }: ReactionOptions, isAccepted: boolean): Lead {
  if (isAccepted) state.facts.isFollowUpRequested = true;
  if (turn.has('person') && readYesNo(turn.parts) === null) state.facts.hasRequestedPerson = true;
  const time = isAccepted ? readTime(turn.text, now) : null;
  const lead = time
    ? fillTemplate(pickPhrase('person time', replies.personTimeTemplates), { time: addPreposition(time.phrase) })
    : isAccepted
      ? pickPhrase('follow-up accepted', followUpAcceptedReplies)
      : pickPhrase('follow-up declined', followUpDeclinedReplies);
  if (turn.questions.length > 0) return { text: lead, isComplete: false };
  if (turn.has('goodbye')) return { text: steps.end(lead), isComplete: true };
  if (turn.has('done')) state.expects = 'last';
  return { text: steps.next(lead), isComplete: true };
}

const dayWordPattern =
  /\b(?:before|after|until|earlier|later|(?:jan|febr)uary|march|april|may|june|july|august|(?:sept|nov|dec)ember|october|week|month|weekends?|weekdays?|today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|afternoons?|evenings?)\b/i;

/** Leaves the choice to the agent. */
const noPreferencePattern =
  /^(?!.*\b(?:except|but|after|before|(?:need|want|have|like) (?:any|either|both))\b).*(?:\b(?:you|u) (?:choose|pick|decide|tell me)\b|\b(?:either|any|both)(?: (?:one|day|time|of (?:them|those|the two)))?(?: (?:is|are|works?|will do|would (?:do|be)))?(?: (?:fine|ok(?:ay)?|good))?(?: (?:with|by|for) (?:me|us))?\W*$|\bdo(?:n['’]?t| not) (?:really )?mind\b|\bdoes(?:n['’]?t| not) (?:really )?matter\b|\bno preference\b|\bwhichever\b|\bwhatever(?: is|['’]s|s)? (?:suits|works|easiest|best|easier|you)\b)/i;

/** Returns a short reaction to an answer, before the agent continues. */
function react({ turn, slots, state, steps, now, pickPhrase }: ReactionOptions, yesNo: 'yes' | 'no' | null): Lead {
  const thanks = turn.has('thanks') ? pickPhrase('thanks', replies.thanksReplies) : '';
  const neutral = (): Lead => ({ ...begin(pickPhrase('neutral', replies.neutralReplies)), isNeutral: true });
  if (turn.questions.length > 0) return begin('');
  if (turn.has('greeting')) {
    if (/\bhow (?:are|is|do)\b|\bhow['’]s\b/i.test(turn.text))
      return begin(pickPhrase('small talk', replies.smallTalkReplies));
    if (state.recipientTurnCount > 1 && state.facts.hasStatedPurpose)
      return { text: steps.resume(pickPhrase('present', replies.presentReplies)), isComplete: true };
  }
  if (state.expects === 'slot' && state.slot?.value === null && noPreferencePattern.test(turn.text)) {
    const { type } = state.slot.question;
    if (type === 'choice' || type === 'date' || type === 'time') {
      state.slot.askedCount = Infinity;
      if (type === 'choice') return begin(pickPhrase('no preference', replies.noPreferenceReplies));
      state.facts.isFollowUpRequested = true;
      return begin(pickPhrase('any time', replies.anyTimeReplies[type]));
    }
  }
  // "Not this week" refuses a day, but not to name one.
  const isOtherDay = state.slot?.question.type === 'date' && dayWordPattern.test(turn.text);
  if (
    state.expects === 'slot' &&
    (turn.has('done') || (yesNo === 'no' && state.slot?.question.type !== 'yes_no' && !isOtherDay)) &&
    state.slot?.value === null
  ) {
    state.slot.askedCount = Infinity;
    if (turn.has('done')) state.expects = 'last';
    return begin(pickPhrase('fine', replies.fineReplies));
  }
  switch (state.expects) {
    case 'greeting':
      return begin('');
    case 'objection':
      if (yesNo === 'yes' || turn.has('done', 'thanks'))
        return begin(thanks || pickPhrase('fine', replies.fineReplies));
      return begin(pickPhrase('sympathy', replies.sorryReplies));
    case 'last':
      if (hasMore(turn) && countWords(turn.text) <= 4) {
        state.expects = 'open';
        return { text: replies.goAheadReply, isComplete: true };
      }
      // "Okay, leave it as it was" ends no call.
      if (
        (yesNo === null || (yesNo === 'yes' && countWords(turn.text) > 4)) &&
        thanks === '' &&
        !turn.has('done', 'goodbye')
      ) {
        state.expects = 'open';
        return neutral();
      }
      return { text: steps.end(thanks), isComplete: true };
    case 'open':
      if (hasMore(turn) && countWords(turn.text) <= 3 && state.lastAgentText.endsWith('?'))
        return { text: replies.goAheadReply, isComplete: true };
      // The agent need not ask again whether there is anything else. "Phew, thanks" says that there is nothing.
      if (turn.has('done') || (invitesQuestions(state) && (thanks !== '' || yesNo === 'no'))) state.expects = 'last';
      if (thanks !== '') return begin(thanks);
      if (yesNo !== null || turn.has('done')) return begin(pickPhrase('fine', replies.fineReplies));
      return neutral();
    default: {
      // "Not before six" answers no question for a day, and is heard.
      const named = state.expects === 'slot' && slots.filled.length === 0 ? readTime(turn.text, now) : null;
      if (named?.date === null && /^(?:after|before) /.test(named.phrase))
        return begin(fillTemplate(replies.notedTemplates[0], { value: named.phrase }));
      if (yesNo === 'yes') return begin(pickPhrase('glad', replies.gladReplies));
      if (slots.filled.length > 0) return begin(thanks || pickPhrase('acknowledgement', replies.acknowledgements));
      return thanks === '' ? neutral() : begin(thanks);
    }
  }
}

/** Whether the agent has just asked whether there is anything else. */
const invitesQuestions = ({ lastAgentText }: DialogueState) =>
  /\belse\b[^?]*\?$|\bother questions\?$/i.test(lastAgentText);

/** "Yes" after "Anything else?" announces a question; "perfect" and "fine" do not. */
const hasMore = (turn: UnderstoodTurn) =>
  /^\W*(?:yes|yep|yeah|yup|sure|i do|actually)\b/i.test(turn.text) && !turn.has('done', 'thanks', 'deny');

/** Answers what the recipient asks from the documents, and asks again what they did not answer. */
async function answer({ turn, state, steps, answerer, slots }: ReactionOptions, lead: string): Promise<Reaction> {
  // Someone who could not talk does, and someone who asked for a person continues.
  if (
    state.expects === 'time' &&
    (state.facts.hasRequestedPerson || state.hasJustAnswered || readYesNo(turn.parts) === 'yes')
  ) {
    state.facts.isCallbackPromised = false;
    state.expects = 'open';
  }
  // "What is it for?"
  if (
    !state.facts.hasStatedPurpose &&
    turn.questions.every((question) => /\b(?:what|why)\b/i.test(question) && listContentWords(question).length === 0)
  )
    return { text: steps.next(lead) };
  const remark = turn.parts.find(({ meaning }) => meaning === 'other')?.text ?? state.lastRecipientText;
  const planned = turn.questions.map((question) => answerFromPlan(question, state));
  const questions = turn.questions.filter((_, index) => planned[index] === null).map(writePlainly);
  const found = await answerer.answer(questions, {
    isFollowUpRequested: state.facts.isFollowUpRequested,
    offersFollowUp: state.facts.hasStatedPurpose,
    remark,
    asked: state.expects === 'slot' ? (state.slot?.question.text ?? '') : '',
    chosen: state.lastChoice,
  });
  state.facts.answerCount = answerer.countAnswers();
  const text = joinSentences(lead, ...planned.filter((part) => part !== null), found.text);
  const { passages, hasNoAnswer } = found;
  if (found.offersFollowUp) {
    state.expects = 'follow_up';
    return { text, passages, hasNoAnswer };
  }
  if (state.expects === 'slot' && state.slot && slots.filled.includes(state.slot))
    return { text: steps.next(text), passages, hasNoAnswer };
  // Its question is asked again after one answer, and then only when the recipient has no more questions.
  if (state.expects === 'slot' && state.slot && state.slot.askedCount > 1) {
    state.slot.askedCount -= 1;
    state.expects = 'open';
  }
  return { text: steps.resume(text), passages, hasNoAnswer };
}
