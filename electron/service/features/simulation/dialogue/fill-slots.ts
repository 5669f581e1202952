import { computeWordCoverage } from '../../knowledge/answers/retrieve-answer.ts';
import { fillTemplate, type PhrasePicker } from '../spoken-text.ts';
import { readAnswer, readYesNo, type AnsweredTurn, type ReadAnswer } from '../understanding/read-answer.ts';
import { readTime } from '../understanding/read-time.ts';
import type { UnderstoodTurn } from '../understanding/understand-turn.ts';
import * as replies from '../wording/agent-replies.ts';
import { createSlot, type CallPlan, type Slot } from './call-plan.ts';
import type { CapturedAnswer, DialogueState } from './dialogue-state.ts';

export type FilledSlots = {
  readonly answers: readonly CapturedAnswer[];
  /** Repeats the answers that can be misheard. */
  readonly acknowledgement: string;
  readonly filled: readonly Slot[];
  readonly isTakenBack: boolean;
};

export const noSlots: FilledSlots = { answers: [], acknowledgement: '', filled: [], isTakenBack: false };

type FillOptions = {
  readonly state: DialogueState;
  readonly turn: UnderstoodTurn;
  readonly now: Date;
  readonly pickPhrase: PhrasePicker;
  /** Creates a question for the day, if the plan has none and the recipient asks for another day. */
  readonly createDateSlot: () => Slot;
};

/** A turn with one of these says nothing about the question, unless it also has a value that is no yes or no. */
const conversationMeanings = [
  'person',
  'busy',
  'repeat',
  'who',
  'robot',
  'source',
  'off_topic',
  'greeting',
  'distrust',
  'send',
] as const;

/** Stores the answers of a turn: to the question that was asked, to later questions, and changed answers to earlier ones. */
export function fillSlots({ state, turn, now, pickPhrase, createDateSlot }: FillOptions): FilledSlots {
  const { plan, slot: asked } = state;
  const isAsking = state.expects === 'slot';
  if (turn.has('wrong_person', 'voicemail')) return noSlots;
  const isConversation = turn.has(...conversationMeanings);
  if ((turn.has('cancel') || isRevoked(state, turn)) && turn.questions.length === 0) return takeBack(state, turn);
  addDateSlot(state, turn, now, createDateSlot);
  const captured: {
    readonly slot: Slot;
    readonly value: string;
    readonly repeated: string;
    readonly isChange: boolean;
  }[] = [];
  const isOtherCall = state.expects === 'time' || turn.has('busy', 'person');
  const statement = turn.parts.filter(
    ({ text, meaning }) => meaning !== 'recap' && !turn.questions.some((question) => text.includes(question)),
  );
  const text = statement.map((part) => part.text).join(', ');
  const corrected = turn.has('change')
    ? findCorrectedSlot(plan.slots, { text, parts: statement, now, isAsked: true })
    : null;
  for (const slot of plan.slots) {
    const isAsked = isAsking && slot === asked;
    const { type } = slot.question;
    if (isOtherCall && (type === 'date' || type === 'time')) continue;
    if (isConversation && (type === 'yes_no' || type === 'text' || type === 'number')) continue;
    // "I said no" answers, and "I told you that" does not.
    if (turn.has('already_said') && (type !== 'yes_no' || !/\b(?:yes|no)\b/i.test(text))) continue;
    if (type === 'text' && (text === '' || captured.length > 0)) continue;
    if ((slot.isGate || slot.isCommitment) && turn.has('price_objection', 'undecided')) continue;
    const isNamed = !isAsked && type === 'yes_no' && slot.value === null && namesAnswer(slot, text);
    const found =
      readOtherChoice(slot, text) ??
      readAnswer(slot.question, {
        text,
        parts: statement,
        now,
        isAsked: isNamed || slot === corrected || (isAsked && !corrected) || (isAsking && isTimeOfDay(slot, asked)),
      });
    if (found === null || found.value === slot.value) continue;
    if (!isAsked && !isNamed && (type === 'yes_no' || type === 'text')) continue;
    captured.push({ slot, ...found, isChange: slot.value !== null });
  }
  const last = captured.length === 0 ? findRevisedSlot(state, turn) : null;
  if (last) captured.push({ slot: last, value: 'yes', repeated: 'yes', isChange: true });
  for (const { slot, value, repeated } of captured) {
    slot.value = value;
    slot.repeated = repeatedTypes.has(slot.question.type) ? repeated : '';
  }
  const repeated = captured.flatMap(({ slot }) => (slot.repeated === '' ? [] : [slot.repeated]));
  const hasChanged = captured.some(({ isChange }) => isChange);
  return {
    answers: captured.map(({ slot, value }) => ({ question: slot.question, spoken: turn.text, value })),
    filled: captured.map(({ slot }) => slot),
    isTakenBack: false,
    acknowledgement: repeated.length === 0 ? '' : acknowledge(repeated, hasChanged, pickPhrase),
  };
}

const repeatedTypes: ReadonlySet<string> = new Set(['date', 'time', 'number', 'email', 'choice']);

/** Returns "Friday, December 4 at 3 PM". */
export function joinValues(values: readonly string[]): string {
  return values.join(', ').replaceAll(/(?<= \d{1,2}), (?=\d{1,2}(?::\d\d)? [AP]M\b)/g, ' at ');
}

function acknowledge(values: readonly string[], isChange: boolean, pickPhrase: PhrasePicker): string {
  const value = joinValues(values);
  const template = isChange
    ? pickPhrase('changed', replies.changedTemplates)
    : pickPhrase('noted', replies.notedTemplates);
  return fillTemplate(template, { value });
}

/** "The other one" changes an answer with two choices. */
function readOtherChoice({ question, value }: Slot, text: string): ReadAnswer | null {
  if (question.type !== 'choice' || value === null || question.choices.length !== 2 || !/\bthe other\b/i.test(text))
    return null;
  const other = question.choices.find((choice) => choice !== value);
  return other === undefined ? null : { value: other, repeated: other };
}

/** "Friday, and yes, I need a car" answers "Do you need a replacement car?", too. */
function namesAnswer({ question }: Slot, text: string): boolean {
  return /\byes\b/i.test(text) && computeWordCoverage(question.text, text) > 0;
}

/** "Make that a three" changes the last answer that was a number. */
function findCorrectedSlot(slots: readonly Slot[], turn: AnsweredTurn): Slot | null {
  return (
    slots.findLast(
      ({ question, value }) =>
        value !== null && repeatedTypes.has(question.type) && readAnswer(question, turn) !== null,
    ) ?? null
  );
}

/** "Friday at three" answers a question for the day and the one for the time. */
function isTimeOfDay(slot: Slot, asked: Slot | null): boolean {
  return slot.question.type === 'time' && slot.value === null && asked?.question.type === 'time';
}

/** The recipient of a call that confirms or arranges something names another day, for which the plan has no question. */
function addDateSlot(state: DialogueState, turn: UnderstoodTurn, now: Date, createDateSlot: () => Slot): void {
  const { plan } = state;
  if (plan.kind !== 'confirm' && plan.kind !== 'settle') return;
  if (plan.slots.some(({ question }) => question.type === 'date')) return;
  const commitment = plan.slots.find(({ isCommitment }) => isCommitment);
  const isRefused = state.expects === 'slot' && state.slot === commitment && readYesNo(turn.parts) === 'no';
  const asksForOther = turn.has('change') || isRefused || /\binstead\b/i.test(turn.text);
  const found = commitment && asksForOther ? readTime(turn.text, now) : null;
  if (found?.date) addOtherDay(plan, createDateSlot());
  else if (found?.time) plan.slots.push(createTimeSlot(createDateSlot()));
}

/** Adds the questions for another day, and for a time on it. */
export function addOtherDay({ slots }: CallPlan, date: Slot): void {
  slots.push(date, createTimeSlot(date));
}

function createTimeSlot({ question }: Slot): Slot {
  return createSlot({ ...question, field: 'time', text: 'And what time?', type: 'time' });
}

/** "Hm, actually I can't" takes back a yes. */
function isRevoked({ plan, expects }: DialogueState, turn: UnderstoodTurn): boolean {
  const hasAgreed = plan.slots.some(({ isCommitment, value }) => isCommitment && value === 'yes');
  return (
    hasAgreed &&
    expects !== 'slot' &&
    !turn.has('confirm', 'ask', 'change') &&
    /\b(?:wait|actually|on second thoughts?),? (?:actually,? )?no\b|\bi (?:can['’]?t|cannot|can not|won['’]?t)\b(?! (?:think|hear|complain))/i.test(
      turn.text,
    )
  );
}

/** Takes back what was agreed on. */
function takeBack({ plan }: DialogueState, turn: UnderstoodTurn): FilledSlots {
  const agreed = plan.slots.filter(
    ({ isCommitment, question, value }) =>
      value !== null && (isCommitment || question.type === 'date' || question.type === 'time'),
  );
  for (const slot of agreed) {
    slot.value = slot.isCommitment ? 'no' : null;
    slot.repeated = '';
  }
  const answers = agreed.map(({ question, value }) => ({ question, spoken: turn.text, value }));
  return { answers, acknowledgement: '', filled: [], isTakenBack: agreed.length > 0 };
}

const acceptancePattern =
  /\b(?:renew|book|order|register|extend|confirm)(?:ed)? (?:it|me|that|them)\b|\bsign me up\b|\bput me down\b|\bcount me in\b|\bi(?:['’]ll| will| can) (?:take it|take that|do (?:it|that)|be there|come|make it)\b|\blet['’]?s do (?:it|that)\b|\bit(?:['’]s| is) (?:still )?confirmed\b/i;

/** "Fine, renew it" agrees before the agent asks, and takes back a no. */
function findRevisedSlot(state: DialogueState, turn: UnderstoodTurn): Slot | null {
  if (state.expects === 'slot' || !state.facts.hasStatedPurpose || turn.has('deny', 'not_interested', 'ask'))
    return null;
  const hasChangedMind = (turn.has('confirm') && state.facts.hasDeclined) || acceptancePattern.test(turn.text);
  return hasChangedMind
    ? (state.plan.slots.find(({ isCommitment, value }) => isCommitment && value !== 'yes') ?? null)
    : null;
}
