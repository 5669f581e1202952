import type { QuestionType } from '../../../../../shared/agents/agent-definition.ts';
import { countWords } from '../../../platform/text-line.ts';
import { computeWordCoverage } from '../../knowledge/answers/word-coverage.ts';
import { fillTemplate, type PhrasePicker } from '../spoken-text.ts';
import { readAnswer, type AnsweredTurn, type ReadAnswer } from '../understanding/read-answer.ts';
import { readPointedChoice } from '../understanding/read-choice.ts';
import { isOnlyGoodbye, isOnlyNotice, readYesNo } from '../understanding/read-yes-no.ts';
import { writeNumbersAsDigits } from '../../../platform/spoken/write-numbers.ts';
import { formatDay, readTime } from '../../../platform/spoken/read-time.ts';
import { conversationMeanings, type TurnMeaning } from '../understanding/classify-turns.ts';
import { laterCallPattern, proposesTime, type UnderstoodTurn } from '../understanding/understand-turn.ts';
import * as replies from '../wording/agent-replies.ts';
import type { CallPlan, Slot } from './call-plan.ts';
import type { CapturedAnswer, DialogueState, Expectation } from './dialogue-state.ts';
import { asksForMeeting, toOfferedWeek, type OfferedDays } from './offered-days.ts';
import { addDateSlot } from './other-day.ts';
import { findRevisedSlot, isRevoked, takeBack } from './second-thoughts.ts';

export type FilledSlots = {
  readonly answers: readonly CapturedAnswer[];
  /** Repeats the answers that can be misheard. */
  readonly acknowledgement: string;
  readonly filled: readonly Slot[];
  /** What was agreed on before, and how it was repeated. */
  readonly replaced: ReadonlyMap<Slot, readonly [value: string | null, repeated: string]>;
  readonly isTakenBack: boolean;
};

export const noSlots: FilledSlots = {
  answers: [],
  acknowledgement: '',
  filled: [],
  replaced: new Map(),
  isTakenBack: false,
};

type FillOptions = {
  readonly state: DialogueState;
  readonly turn: UnderstoodTurn;
  readonly now: Date;
  readonly pickPhrase: PhrasePicker;
  /** Creates a question for the day, if the plan has none and the recipient asks for another day. */
  readonly createDateSlot: () => Slot;
};

/** A turn with one of these says nothing about the question, unless it also has a value that is no yes or no. */
const unansweringMeanings: readonly TurnMeaning[] = [...conversationMeanings, 'off_topic'];

/** Stores the answers of a turn: to the question that was asked, to later questions, and changed answers to earlier ones. */
export function fillSlots({ state, turn, now, pickPhrase, createDateSlot }: FillOptions): FilledSlots {
  const { plan, slot: asked, appointment } = state;
  // A question stays open while the recipient asks others.
  const isAsking =
    state.expects === 'slot' ||
    (state.expects === 'open' &&
      asked !== null &&
      decidesCall(asked) &&
      asked.value === null &&
      asked.askedCount > 0 &&
      turn.questions.length === 0 &&
      turn.has('confirm') &&
      !/^\W*(?:yes|yeah|yep|sure)\b/i.test(turn.text) &&
      countWords(turn.text) > 2);
  if (turn.has('wrong_person', 'voicemail')) return noSlots;
  const isConversation = turn.has(...unansweringMeanings);
  if ((turn.has('cancel') || isRevoked(state, turn)) && turn.questions.length === 0) {
    const answers = takeBack(state, turn);
    return { ...noSlots, answers, isTakenBack: answers.length > 0 };
  }
  addDateSlot(state, turn, now, createDateSlot);
  const captured: {
    readonly slot: Slot;
    readonly value: string;
    readonly repeated: string;
    readonly isChange: boolean;
  }[] = [];
  /** Answers that were given before: "so Wednesday, right". */
  const restated = new Set<Slot>();
  const isOtherCall =
    (state.expects === 'time' && !turn.has('change')) ||
    turn.has('person') ||
    (turn.has('busy') && !(isAsking && asked?.question.type === 'date' && !laterCallPattern.test(turn.text))) ||
    (state.expects === 'follow_up' &&
      readYesNo(turn.parts) === 'yes' &&
      !turn.has('goodbye') &&
      !(
        isDayOpen(plan) &&
        /\b(?:is|are|would be|works?|suits?)\b/i.test(turn.text) &&
        !laterCallPattern.test(turn.text)
      ));
  // "At the counter, I don't do online" can be read as a question, and answers one.
  const statement = turn.parts.filter(
    ({ text, meaning }) => meaning !== 'recap' && !turn.clearQuestions.some((question) => text.includes(question)),
  );
  // "Two. What was that last bit?"
  const hasNumber = statement.some(
    (part) => /\d/.test(writeNumbersAsDigits(part.text)) && !unansweringMeanings.includes(part.meaning),
  );
  const text = statement.map((part) => part.text).join(', ');
  const agreedTime = plan.slots.find(({ question }) => question.type === 'time')?.value ?? appointment?.time ?? null;
  const lastDate = plan.slots.findLast(({ question, value }) => question.type === 'date' && value !== null)?.value;
  /** Another day is named from the one that it replaces, and "the day after" from any. */
  const toAnswered = (slot: Slot, isAsked: boolean): AnsweredTurn => ({
    text,
    // "It shows E-214. What does that mean?" is one question, and says neither yes nor no.
    parts:
      slot.question.type === 'yes_no'
        ? statement.filter((part) => !turn.clearQuestions.some((question) => question.includes(part.text)))
        : statement,
    // "She says that three would be better" accepts no appointment at four.
    yesNoProbabilities:
      slot !== asked || (decidesCall(slot) && (turn.has('complain') || readTime(text, now) !== null))
        ? null
        : turn.yesNoProbabilities,
    now,
    agreedDate:
      (slot.question.type === 'date' ? slot.value : null) ??
      state.refusedDate ??
      (shiftPattern.test(text) ? lastDate : null) ??
      appointment?.date ??
      null,
    agreedTime,
    isAsked,
  });
  const corrected = turn.has('change') ? findCorrectedSlot(plan.slots, text, (slot) => toAnswered(slot, true)) : null;
  const findChangeable = (type: QuestionType): Slot | null => {
    if (corrected?.question.type === type) return corrected;
    if (isAsking && asked?.question.type === type && asked.value === null) return null;
    return findNamedSlot(
      plan.slots.filter(({ question, value }) => value !== null && question.type === type),
      text,
    );
  };
  for (const slot of plan.slots) {
    const isAsked = (isAsking && slot === asked) || staysOpen(slot, state, turn);
    const { type } = slot.question;
    const isFreeText = isFreeTextSlot(slot);
    if (isOtherCall && !asksForCall(slot) && (type === 'date' || type === 'time')) continue;
    if (isConversation && (type === 'yes_no' || type === 'text' || (type === 'number' && isAsked && !hasNumber)))
      continue;
    // "Monday then" answers the question that was asked, and changes no other day.
    if (slot.value !== null && repeatedTypes.has(type) && type !== 'choice' && slot !== findChangeable(type)) continue;
    if (type === 'yes_no' && !slot.isCommitment && isOnlyGoodbye(turn.parts)) continue;
    // "Right. Who else could take it?" has only heard the question.
    if (type === 'yes_no' && !slot.isCommitment && turn.questions.length > 0 && isOnlyNotice(statement)) continue;
    // "No, we have another dentist" says nothing about a fact.
    if (type === 'yes_no' && !slot.isCommitment && !slot.isGate && turn.has('not_interested')) continue;
    // "I said no" answers, and "I told you that" does not.
    if (turn.has('already_said') && !repeatsAnswer(type, text)) continue;
    if (isFreeText && (text === '' || captured.length > 0)) continue;
    if (decidesCall(slot) && turn.has('price_objection', 'undecided')) continue;
    const isNamed =
      !isAsked &&
      type === 'yes_no' &&
      slot.value === null &&
      ((!slot.isCommitment && namesAnswer(slot, text, readYesNo(statement))) ||
        (slot.isCommitment && confirmsAppointment(state, turn, now)));
    const other = readPointedChoice(slot, text, state.lastAgentText);
    const read =
      other ??
      readAnswer(
        slot.question,
        toAnswered(
          slot,
          isNamed || slot === corrected || (isAsked && !corrected) || (isAsking && isTimeOfDay(slot, asked)),
        ),
      );
    const found =
      type === 'date' && read && state.offered && asksForMeeting(slot.question.text)
        ? moveToOfferedWeek(read, text, state.offered)
        : read;
    if (found !== null && found.value === slot.value && (type === 'date' || type === 'time')) restated.add(slot);
    if (found === null || found.value === slot.value) continue;
    // "Put four down" answers a question for a number, and names no time.
    if (type === 'time' && slot !== asked && isAsking && asked?.question.type === 'number' && !clockPattern.test(text))
      continue;
    // "We are away on the 20th, what else does he need?" proposes no day.
    if ((type === 'date' || type === 'time') && turn.clearQuestions.length > 0 && isAboutOtherTime(text, now)) continue;
    // "Two and a half" changes no answer to "Half-day".
    const isNamedAgain = text.toLowerCase().includes(found.value.toLowerCase());
    if (type === 'choice' && slot.value !== null && !turn.has('change') && !isNamedAgain && !other) continue;
    if (!isAsked && !isNamed && (type === 'yes_no' || isFreeText)) continue;
    // A birthday is no day for a visit.
    if (slot.value === null && captured.some((one) => one.slot.question.type === type && one.value === found.value))
      continue;
    captured.push({ slot, ...found, isChange: slot.value !== null });
  }
  // "The first bit in ten days" names a day, and gives no reason.
  const hasOther = captured.some(({ slot: { question } }) => question.type === 'date' || question.type === 'email');
  const isEmail = captured.some(
    ({ slot: { question }, value }) => question.type === 'email' && isOnlyEmail(turn.text, value),
  );
  const isOther =
    isEmail ||
    (hasOther &&
      countWords(turn.text) <= maxBareWords + 2 &&
      !/\b(?:when|how long)\b/i.test(asked?.question.text ?? ''));
  // "No, rather monthly" corrects an answer, and answers no other question.
  // "Not this week, the Tuesday after" does neither.
  const hasCorrected =
    captured.some(({ slot, isChange }) => isChange && slot !== asked) || (hasOther && /^\W*not\b/i.test(turn.text));
  const kept = captured.filter(
    ({ slot, value }) => !(isOther && isFreeTextSlot(slot)) && !(hasCorrected && value === 'no'),
  );
  const last = kept.length === 0 ? findRevisedSlot(state, turn) : null;
  if (last) kept.push({ slot: last, value: 'yes', repeated: 'yes', isChange: true });
  const replaced = new Map(kept.map(({ slot }) => [slot, [slot.value, slot.repeated] as const]));
  for (const { slot, value, repeated } of kept) {
    slot.value = value;
    if (slot.question.choices.length > 0) state.lastChoice = value;
    slot.repeated = repeatedTypes.has(slot.question.type) || slot.question.choices.length > 0 ? repeated : '';
  }
  const repeated = plan.slots.flatMap((slot) =>
    (restated.has(slot) || kept.some((one) => one.slot === slot)) && slot.repeated !== '' ? [slot.repeated] : [],
  );
  const hasChanged = kept.some(({ isChange }) => isChange);
  return {
    answers: kept.map(({ slot, value }) => ({ question: slot.question, spoken: turn.text, value })),
    filled: kept.map(({ slot }) => slot),
    replaced,
    isTakenBack: false,
    acknowledgement:
      repeated.length === 0
        ? ''
        : acknowledge(repeated, { isChange: hasChanged, isGlad: !turn.has('complain') }, pickPhrase),
  };
}

/** Whether the agent has asked for a day and heard none: "Tuesday is fine" answers that, and accepts no call. */
function isDayOpen({ slots }: CallPlan): boolean {
  return slots.some(({ question, value, askedCount }) => question.type === 'date' && value === null && askedCount > 0);
}

const decidesCall = ({ isCommitment, isGate }: Slot): boolean => isCommitment || isGate;

const clockPattern = /\b(?:at|o['’]?clock|half|quarter)\b|\d ?[ap]m\b|:\d/i;

/** Whether a text says hardly more than an e-mail address, which is spelled with a word for each mark. */
const isOnlyEmail = (text: string, email: string): boolean =>
  countWords(text) <= 2 * email.split(/[@._-]/).length + maxBareWords;

/** Whether any words answer a question, which names no choices. */
const isFreeTextSlot = ({ question }: Slot): boolean => question.type === 'text' && question.choices.length === 0;

/** Whether a text names a time only because something else is then. */
const isAboutOtherTime = (text: string, now: Date): boolean =>
  (otherPlanPattern.test(text) || countWords(text) > maxProposalWords) && !proposesTime(text, now);

const otherPlanPattern =
  /\b(?:away|holidays?|vacation|abroad|travel\w*|fly\w*|leav\w*|going (?:on|to|away)|back (?:on|from)|since|mov(?:ed|ing)|wedding|birthday|party|due)\b/i;
const maxProposalWords = 10;

const shiftPattern = /\b(?:after|before|later|earlier|same|following)\b/i;

/** "When can we call you?" is answered by what otherwise postpones this call. */
export const asksForCall = ({ question }: Slot): boolean => /\b(?:call|ring|phone)\b/i.test(question.text);

/** A longer turn is no answer to a question that was asked before. */
const maxBareWords = 4;
/** While the agent expects one of these, its earlier questions are still open, unless they can be answered by yes or no. */
const openExpectations: ReadonlySet<Expectation> = new Set(['slot', 'open', 'follow_up', 'objection']);
const openTypes: ReadonlySet<QuestionType> = new Set(['time', 'number', 'choice']);

/** A short turn such as "twelve" can answer another question than the last one, if that is the only one of its kind. */
function staysOpen(slot: Slot, { plan, slot: asked, expects }: DialogueState, turn: UnderstoodTurn): boolean {
  const { type } = slot.question;
  // "Twelve" answers the next question for a number, too, if the last one asks for none.
  const isOpen = ({ value, askedCount, question }: Slot) =>
    value === null && question.type === type && (askedCount > 0 || (type === 'number' && isBareNumber(turn.text)));
  const isNumberAsked = expects === 'slot' && asked?.value === null && numericTypes.has(asked.question.type);
  return (
    openTypes.has(type) &&
    isOpen(slot) &&
    openExpectations.has(expects) &&
    countWords(turn.text) <= (type === 'number' ? maxBareWords + 2 : maxBareWords) &&
    turn.questions.length === 0 &&
    !isNumberAsked &&
    plan.slots.filter(isOpen).length === 1
  );
}

/** "About twelve of us" and "me, my wife and our son", but not "two armchairs". */
const isBareNumber = (text: string): boolean => {
  const digits = writeNumbersAsDigits(text);
  return countedPattern.test(digits) || orderPattern.test(digits);
};

const orderPattern =
  /\b(?:put (?:me|us) down for|(?:i|we)['’]?ll (?:take|order)|(?:give|send|bring) (?:me|us)) (?:about |another )?\d+(?: please| then)?\W*$/i;

const countedPattern =
  /^\W*(?:just |only )?(?:me|myself)\b|^(?:\W|\b(?:about|around|just|only|maybe|probably|er|um|so|yes|ok|there are|there['’]?s|it['’]?s|we are|we['’]?re|i think|please|of us|people|in total|altogether|all)\b|\b\d+\b)*$/i;

/** A number answers a question of one of these. */
const numericTypes: ReadonlySet<QuestionType> = new Set(['date', 'time', 'number']);

const repeatedTypes: ReadonlySet<string> = new Set(['date', 'time', 'number', 'email', 'choice']);

/** Returns "Friday, December 4 at 3 PM". */
export function joinValues(values: readonly string[]): string {
  return values.join(', ').replaceAll(/(?<= \d{1,2}), (?=\d{1,2}(?::\d\d)? [AP]M\b)/g, ' at ');
}

function acknowledge(
  values: readonly string[],
  { isChange, isGlad }: { readonly isChange: boolean; readonly isGlad: boolean },
  pickPhrase: PhrasePicker,
): string {
  const value = joinValues(values);
  const template = isChange
    ? pickPhrase('changed', replies.changedTemplates)
    : isGlad
      ? pickPhrase('noted', replies.notedTemplates)
      : replies.notedTemplates[0];
  return fillTemplate(template, { value });
}

/** "I said no" and "as I said, six" repeat an answer; "I told you two minutes ago" does not. */
function repeatsAnswer(type: QuestionType, text: string): boolean {
  return type === 'yes_no'
    ? /\b(?:yes|no)\b/i.test(text)
    : type !== 'text' && !/\b(?:ago|times?|minutes?)\b/i.test(text);
}

function moveToOfferedWeek({ value }: ReadAnswer, text: string, offered: OfferedDays): ReadAnswer {
  const date = toOfferedWeek(value, text, offered);
  return { value: date, repeated: formatDay(date) };
}

/** "Friday, and yes, I need a car" answers "Do you need a replacement car?", too. */
function namesAnswer({ question }: Slot, text: string, yesNo: 'yes' | 'no' | null): boolean {
  return yesNo !== null && computeWordCoverage(question.text, text) > minNamedShare;
}

const minNamedShare = 0.2;

/** "Yes, Saturday" confirms an appointment on Saturday before the agent asks. */
function confirmsAppointment({ plan, appointment }: DialogueState, turn: UnderstoodTurn, now: Date): boolean {
  const date = appointment?.date ?? null;
  return (
    plan.kind === 'confirm' &&
    date !== null &&
    readYesNo(turn.parts) === 'yes' &&
    turn.parts.some(({ text }) => readTime(text, now)?.date === date)
  );
}

/** Returns the slot whose question has words of a text, or else the last one. */
function findNamedSlot(slots: readonly Slot[], text: string): Slot | null {
  const named = slots.findLast(({ question }) => computeWordCoverage(question.text, text) > minNamedShare);
  return named ?? slots.at(-1) ?? null;
}

/** "Make that a three" changes the last answer that was a number. */
function findCorrectedSlot(
  slots: readonly Slot[],
  text: string,
  toAnswered: (slot: Slot) => AnsweredTurn,
): Slot | null {
  const readable = slots.filter(
    (slot) =>
      slot.value !== null &&
      repeatedTypes.has(slot.question.type) &&
      readAnswer(slot.question, toAnswered(slot)) !== null,
  );
  return findNamedSlot(readable, text);
}

/** "Friday at three" answers a question for the day and the one for the time. */
function isTimeOfDay(slot: Slot, asked: Slot | null): boolean {
  return slot.question.type === 'time' && slot.value === null && asked?.question.type === 'time';
}
