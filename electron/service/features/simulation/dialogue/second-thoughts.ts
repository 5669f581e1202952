import type { UnderstoodTurn } from '../understanding/understand-turn.ts';
import type { CapturedAnswer, DialogueState } from './dialogue-state.ts';
import type { Slot } from './call-plan.ts';

/** "Hm, actually I can't" takes back a yes. */
export function isRevoked({ plan, expects }: DialogueState, turn: UnderstoodTurn): boolean {
  const hasAgreed = plan.slots.some(({ isCommitment, value }) => isCommitment && value === 'yes');
  return (
    hasAgreed &&
    expects !== 'slot' &&
    !turn.has('confirm', 'ask', 'change') &&
    /\b(?:wait|hang on|hold on|actually|on second thoughts?)\W+(?:actually\W+)?no\b|\bi (?:can['’]?t|cannot|can not|won['’]?t)\b(?! (?:think|hear|complain))/i.test(
      turn.text,
    )
  );
}

/** Takes back what was agreed on, and returns the answers that this changes. */
export function takeBack({ plan }: DialogueState, turn: UnderstoodTurn): readonly CapturedAnswer[] {
  const agreed = plan.slots.filter(
    ({ isCommitment, question, value }) =>
      value !== null && (isCommitment || question.type === 'date' || question.type === 'time'),
  );
  for (const slot of agreed) {
    slot.value = slot.isCommitment ? 'no' : null;
    slot.repeated = '';
  }
  return agreed.map(({ question, value }) => ({ question, spoken: turn.text, value }));
}

const acceptancePattern =
  /\b(?:renew|book|order|register|extend|confirm|switch)(?:ed)? (?:it|me|that|them)\b|\bsign me up\b|\bput me down\b|\bcount me in\b|\b(?:i|we)(?:['’]?ll| will| can) (?:take it|take that|do (?:it|that)|be there|come|make it)\b|\blet['’]?s do (?:it|that)\b|\bit(?:['’]s| is) (?:still )?confirmed\b/i;

/** The parts lack a "no" that refuses nothing: "no, you know what, we'll take it". */
const accepts = ({ parts }: UnderstoodTurn, text = parts.map((part) => part.text).join(' ')) =>
  acceptancePattern.test(text) && !/n['’]t\b|\b(?:no(?:t|pe|ne)?|never|(?:do|ca|wo|is|did|does)nt)\b/i.test(text);

/** "Fine, renew it" agrees before the agent asks, and takes back a no. */
export function findRevisedSlot(state: DialogueState, turn: UnderstoodTurn): Slot | null {
  const isAnswering = state.expects === 'slot' && state.slot?.isCommitment !== true;
  if (isAnswering || !state.facts.hasStatedPurpose || turn.questions.length > 0) return null;
  const hasChangedMind =
    accepts(turn) || (turn.has('confirm') && !turn.has('deny', 'not_interested') && state.facts.hasDeclined);
  return hasChangedMind
    ? (state.plan.slots.find(({ isCommitment, value }) => isCommitment && value !== 'yes') ?? null)
    : null;
}
