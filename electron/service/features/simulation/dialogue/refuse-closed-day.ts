import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { findClosing } from '../answers/opening-hours.ts';
import { formatAnswerSentence } from '../answers/question-answerer.ts';
import { fillTemplate, joinSentences } from '../spoken-text.ts';
import * as replies from '../wording/agent-replies.ts';
import type { Reaction, ReactionOptions } from './interrupt-call.ts';
import {
  asksForMeeting,
  describeDays,
  describeHours,
  excludesDate,
  excludesTime,
  type OfferedDays,
} from './offered-days.ts';

/** The times that stand for parts of a day. */
const dayParts: Readonly<Record<string, string>> = { morning: '10:00', afternoon: '14:00', evening: '18:00' };

type RefuseOptions = Pick<ReactionOptions, 'turn' | 'state' | 'steps' | 'slots' | 'pickPhrase'> & {
  readonly knowledge: SimulationKnowledge;
};

type Refusal = {
  /** Why the day or the time is not possible. */
  readonly reason: string;
  readonly isWholeDay: boolean;
  readonly passages?: readonly Passage[];
};

/**
 * Takes back a day or a time that the recipient has just named, if the objective does not offer it, or the documents say that nobody works
 * then. Returns what the agent says about it; null if it is possible.
 */
export async function refuseClosedDay({
  turn,
  state,
  steps,
  slots,
  pickPhrase,
  knowledge,
}: RefuseOptions): Promise<Reaction | null> {
  const [day, time] = (['date', 'time'] as const).map(
    (type) =>
      slots.filled.find(({ question }) => question.type === type) ??
      state.plan.slots.find(({ question }) => question.type === type),
  );
  const date = day?.value ?? state.appointment?.date;
  const isNamed = [day, time].some((slot) => slot && slots.filled.includes(slot));
  if (!date || !isNamed || (day && !asksForMeeting(day.question.text))) return null;
  const [part = ''] = /(?<!\bgood )\b(?:morning|afternoon|evening)\b/.exec(turn.text.toLowerCase()) ?? [];
  const named = { date, time: time?.value ?? null, part };
  const refusal = refuseByObjective(named, state.offered) ?? (await refuseByDocuments(named, knowledge));
  const refused = refusal?.isWholeDay ? day : (time ?? day);
  if (!refusal || !refused) return null;
  const [value, repeated] = slots.replaced.get(refused) ?? [null, ''];
  Object.assign(refused, { value, repeated });
  state.refusedDate = date;
  const lead = refusal.reason;
  const reaction = {
    ...(refusal.passages && { passages: refusal.passages }),
    answers: slots.answers.filter(({ question }) => question !== refused.question),
  };
  if (value !== null) {
    if (state.expects === 'last') state.expects = 'open';
    const kept = fillTemplate(pickPhrase('kept', replies.keptTemplates), { value: repeated });
    return { ...reaction, text: steps.next(joinSentences(lead, kept)) };
  }
  [state.slot, state.expects] = [refused, 'slot'];
  refused.askedCount = 1;
  const question = refusal.isWholeDay
    ? pickPhrase('closed day', replies.closedDayQuestions)
    : pickPhrase('closed time', replies.closedTimeQuestions);
  return { ...reaction, text: joinSentences(lead, question) };
}

type NamedTime = { readonly date: string; readonly time: string | null; readonly part: string };

async function refuseByDocuments(
  { date, time, part }: NamedTime,
  knowledge: SimulationKnowledge,
): Promise<Refusal | null> {
  const closing = await findClosing({ date, time: time ?? dayParts[part] ?? null }, knowledge);
  if (!closing) return null;
  const { sentence, passage, isWholeDay } = closing;
  return { reason: formatAnswerSentence(sentence), isWholeDay, passages: [passage] };
}

function refuseByObjective(named: NamedTime, offered: OfferedDays | null): Refusal | null {
  if (!offered) return null;
  const isWholeDay = excludesDate(offered, named.date);
  if (!isWholeDay && !excludesTime(offered, named)) return null;
  const described = isWholeDay ? describeDays(offered) : describeHours(offered);
  return { reason: fillTemplate(replies.offeredTemplate, { offered: described }), isWholeDay };
}
