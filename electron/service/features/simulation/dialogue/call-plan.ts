import type { AgentQuestion, QuestionType } from '../../../../../shared/agents/agent-definition.ts';
import { guessQuestionType, listNamedChoices } from '../../../../../shared/agents/guess-question-type.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import { fillTemplate } from '../spoken-text.ts';
import * as wording from '../wording/agent-questions.ts';
import type { CallPurpose, ObjectiveKind } from './parse-objective.ts';

/** A question of the agent, with its answer. */
export type Slot = {
  readonly question: AgentQuestion;
  /** The recipient agrees to the purpose of the call by a yes. */
  readonly isCommitment: boolean;
  /** A no ends the questions: "Are you still looking for an office?" */
  readonly isGate: boolean;
  /** Asks what suits instead of the appointment, after a no: "Which other day suits you?" */
  readonly isAlternative: boolean;
  value: string | null;
  /** How the agent repeats the value; empty if that says nothing. */
  repeated: string;
  askedCount: number;
};

/** What the agent does next: asks for an answer, or invites questions. */
export type PlanItem = { readonly kind: 'slot'; readonly slot: Slot } | { readonly kind: 'open' };

export type CallPlan = { readonly kind: ObjectiveKind; readonly items: PlanItem[]; readonly slots: Slot[] };

export function createSlot(
  question: AgentQuestion,
  { isCommitment = false, isAlternative = false }: Partial<Pick<Slot, 'isCommitment' | 'isAlternative'>> = {},
): Slot {
  const isGate = question.type === 'yes_no' && gatePattern.test(question.text);
  return { question, isCommitment, isGate, isAlternative, value: null, repeated: '', askedCount: 0 };
}

/** Asks whether the recipient wants what the call is about. */
const gatePattern =
  /\b(?:interested|(?:whether|if) you(?:['’]d| would)? (?:still )?(?:want|like|wish)|would you (?:like|want|be (?:open|willing))|do you (?:still )?(?:want|need|plan|wish)|are you (?:still |currently )?(?:looking|planning|considering|thinking)|may i ask|(?:can|may) i have a (?:minute|moment))\b/i;

const toItem = (slot: Slot): PlanItem => ({ kind: 'slot', slot });

/** Plans a call by the questions of the agent or, if it has none, by what its objective asks for. */
export function planCall(
  { objective, questions }: { readonly objective: string; readonly questions: readonly AgentQuestion[] },
  parsed: CallPurpose,
  random: Random,
): CallPlan {
  const open: PlanItem = { kind: 'open' };
  const isAppointment = appointmentPattern.test(objective);
  const purpose: CallPurpose =
    isAppointment && fallbackPattern.test(objective) ? { ...parsed, kind: 'confirm' } : parsed;
  const asksForAttendance = ({ type, text }: AgentQuestion) =>
    isAppointment && type === 'yes_no' && attendancePattern.test(text);
  if (questions.length > 0) {
    const confirms = questions.some(asksForAttendance);
    const slots = questions.map(addNamedChoices).map((question) => {
      const isAlternative = confirms && question.type !== 'yes_no' && alternativePattern.test(question.text);
      return createSlot(question, { isCommitment: asksForAttendance(question), isAlternative });
    });
    const kind = confirms ? 'confirm' : purpose.kind;
    return { kind, slots, items: [...slots.map(toItem), open] };
  }
  const derived = deriveQuestions(objective, purpose, random).map((question) =>
    createSlot(question, { isCommitment: asksForAttendance(question) }),
  );
  // "Remind patients of their visit and ask if they can make it" confirms the visit.
  const isConfirmed = derived.some((slot) => slot.isCommitment);
  // "Find out whether they want to switch" offers something.
  const wish = isConfirmed ? undefined : derived.find(({ isGate }) => isGate);
  const kind = isConfirmed ? 'confirm' : wish ? 'offer' : purpose.kind;
  const asked = derived.filter((slot) => slot !== wish);
  const isFact = kind === 'confirm' && !isAppointment;
  const isNews = isFact && asked.length > 0;
  const commitment = isConfirmed
    ? null
    : wish
      ? { ...wish, isCommitment: true }
      : kind === 'offer' ||
          (kind === 'confirm' && !isNews) ||
          kind === 'general' ||
          (kind === 'settle' && asked.length === 0)
        ? createSlot(
            deriveQuestion('agreed', random.pick(wording.commitmentQuestions[isFact ? 'fact' : kind]), 'yes_no'),
            { isCommitment: true },
          )
        : null;
  const slots = commitment ? [...asked, commitment] : asked;
  if (kind === 'confirm') return { kind, slots, items: [...slots.toReversed().map(toItem), open] };
  // Someone who does not want the offer is asked for no day.
  if (wish && commitment && asked.some(({ question }) => question.type === 'date'))
    return { kind, slots, items: [toItem(commitment), ...asked.map(toItem), open] };
  return { kind, slots, items: [...asked.map(toItem), open, ...(commitment ? [toItem(commitment)] : [])] };
}

/** The choices that a question for free text names are read from any turn, such as “Wednesday afternoon”. */
function addNamedChoices(question: AgentQuestion): AgentQuestion {
  return question.type === 'text' ? { ...question, choices: [...listNamedChoices(question.text)] } : question;
}

function deriveQuestion(field: string, text: string, type: QuestionType): AgentQuestion {
  return { field, text, type, choices: [], required: true, needs_follow_up: false };
}

const appointments = String.raw`(?:date|day|time|slot|appointments?|visits?|meetings?|demos?|consultations?|services?|calls? with|valuations?|viewings?|inspections?|interviews?|tours?|test drives?|check-?ups?)`;
/** Matches what asks for a day or a time. */
export const schedulingPattern = new RegExp(
  String.raw`\b(?:(?:re)?schedul(?:e|ing)|book|booking (?:an?|the)|arrang(?:e|ing)|set up)\b(?! (?:is|was|are|for)\b)(?![^.;,]{0,30}\b(?:payments?|refunds?|loans?|orders?)\b)|\b(?:agree(?: with (?:\w+ ){1,3})?(?: on| upon)?|find|fix|settle|pick|choose|plan|make|get|offer|ask (?:\w+ ){0,3}for)\b[^.;]{0,60}\b${appointments}\b`,
  'i',
);

const appointmentPattern =
  /\b(?:date|time|slot|appointments?|visits?|meetings?|inspections?|viewings?|deliver(?:y|ies)|installations?|bookings?|reservations?|tomorrow|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day|orders?|attendance|registration|participation|day|events?|courses?|class(?:es)?|lessons?|part(?:y|ies)|tours?)\b/i;

const attendancePattern =
  /\b(?:make (?:it|your|the|this|that)|come|attend|be there|be at home|work(?:s)? for|suits?|take part|participate|able to|keep|available|still (?:want|need|plan))\b/i;

/** Asks for another day only if the appointment does not suit: "agree on another day if they cannot come". */
const fallbackPattern =
  /\b(?:another|other|different|new|alternative)\b[^.;]{0,40}\b(?:if|in case)\b|\b(?:if|in case)\b[^.;]{0,50}(?:n['’]?t|\b(?:not|no|cannot|unable))\b[^.;]{0,60}\b(?:another|other|different|new|alternative)\b/i;

const alternativePattern = /\b(?:other|another|different|alternative|else|instead|new|better)\b/i;

/** Matches what an objective asks for by a noun, and the type of its answer. */
const askedNouns: readonly (readonly [RegExp, string, QuestionType])[] = [
  [/\be-?mail(?: address)?\b/i, 'email', 'email'],
  [/\bphone number\b/i, 'phone_number', 'text'],
  [/\b(?:postal |delivery |new )?address\b/i, 'address', 'text'],
  [/\b(?:meter )?reading\b/i, 'reading', 'number'],
  [/\b(?:arrival|departure|pick-?up|check-?in) time\b/i, 'time', 'time'],
  [/\bnumber of (?:people|persons|guests|visitors|adults|children|users|seats|rooms)\b/i, 'count', 'number'],
];
const collectingPattern =
  /\b(?:ask (?:\w+ ){0,3}for|collect|get|obtain|record|note|find out|take|request|update|verify|check)\b[^.;]{0,60}$/i;

/** Returns the questions that an objective asks for: a day and a time, what "ask whether …" names, and data such as an address. */
function deriveQuestions(
  objective: string,
  { questionClauses, kind }: CallPurpose,
  random: Random,
): readonly AgentQuestion[] {
  // The agent invites questions anyway.
  const asked = questionClauses.filter((clause) => !/\byou have (?:any )?(?:\w+ )?questions?\b/i.test(clause));
  const clauses = asked.map((clause, index) =>
    deriveQuestion(
      `answer_${index + 1}`,
      fillTemplate(random.pick(wording.questionClauseTemplates), { clause }),
      guessQuestionType(clause),
    ),
  );
  const isScheduling = kind !== 'confirm' && schedulingPattern.test(objective);
  const days = isScheduling ? [createDateQuestion(random)] : [];
  const times =
    isScheduling && !/\b(?:agree|find|pick|choose|fix|set)\b[^.;]{0,20}\b(?:date|day)\b(?! and)/i.test(objective)
      ? [deriveQuestion('time', random.pick(wording.timeQuestions), 'time')]
      : [];
  const nouns = askedNouns.flatMap(([pattern, field, type]) => {
    const found = pattern.exec(objective);
    if (!found || (isScheduling && type === 'time') || !collectingPattern.test(objective.slice(0, found.index)))
      return [];
    return [deriveQuestion(field, fillTemplate(random.pick(wording.nounQuestionTemplates), { noun: found[0] }), type)];
  });
  return [
    ...days,
    ...times,
    ...clauses.filter(({ type }) => !isScheduling || (type !== 'date' && type !== 'time')),
    ...nouns,
  ];
}

export function createDateQuestion(random: Random): AgentQuestion {
  return deriveQuestion('date', random.pick(wording.dateQuestions), 'date');
}
