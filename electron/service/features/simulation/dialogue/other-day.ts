import { countWords } from '../../../platform/text-line.ts';
import { readTime, type SpokenTime } from '../../../platform/spoken/read-time.ts';
import { readYesNo } from '../understanding/read-yes-no.ts';
import type { UnderstoodTurn } from '../understanding/understand-turn.ts';
import { createSlot, type CallPlan, type Slot } from './call-plan.ts';
import type { DialogueState } from './dialogue-state.ts';

/** A longer turn says more than another day. */
const maxProposalWords = 4;

/** The recipient of a call that confirms or arranges something names another day, for which the plan has no question. */
export function addDateSlot(state: DialogueState, turn: UnderstoodTurn, now: Date, createDateSlot: () => Slot): void {
  const { plan } = state;
  if (plan.kind !== 'confirm' && plan.kind !== 'settle') return;
  if (plan.slots.some(({ question }) => question.type === 'date')) return;
  const commitment = plan.slots.find(({ isCommitment }) => isCommitment);
  // "Wednesday at three" is no yes to Tuesday.
  const isRefused =
    state.expects === 'slot' &&
    state.slot === commitment &&
    (readYesNo(turn.parts) === 'no' ||
      (countWords(turn.text) <= maxProposalWords && (readTime(turn.text, now)?.date ?? null) !== null));
  const isOther = isRefused || /\b(?:instead|better|rather|prefer|later|earlier)\b/i.test(turn.text);
  const text = isOther
    ? turn.text
    : turn.parts.flatMap((part) => (part.meaning === 'change' ? part.text : [])).join(', ');
  const found = commitment ? readTime(text, now) : null;
  // "Eight in the morning? No" names the time of the appointment.
  if (found !== null && isAppointment(found, state.appointment)) return;
  if (found?.date) addOtherDay(plan, createDateSlot());
  else if (found?.time) plan.slots.push(createTimeSlot(createDateSlot()));
}

const isAppointment = ({ date, time }: SpokenTime, appointment: SpokenTime | null): boolean =>
  appointment !== null &&
  (date ?? appointment.date) === appointment.date &&
  (time ?? appointment.time) === appointment.time;

/** Adds the questions for another day, and for a time on it. */
export function addOtherDay({ slots }: CallPlan, date: Slot): void {
  if (!slots.includes(date)) slots.push(date);
  if (!slots.some(({ question }) => question.type === 'time')) slots.push(createTimeSlot(date));
}

function createTimeSlot({ question }: Slot): Slot {
  return createSlot({ ...question, field: 'time', text: 'And what time?', type: 'time', required: true });
}
