import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { findClosing } from '../answers/opening-hours.ts';
import { formatAnswerSentence } from '../answers/question-answerer.ts';
import { fillTemplate, joinSentences } from '../spoken-text.ts';
import * as replies from '../wording/agent-replies.ts';
import type { Reaction, ReactionOptions } from './interrupt-call.ts';

/** Asks for a day on which both meet. A payment or a birthday can be on any day. */
const meetingPattern = /\bday\b|\b(?:come|visit|deliver|collect|appointment|suit|pick|meet)/i;

/** The times that stand for parts of a day. */
const dayParts: Readonly<Record<string, string>> = { morning: '10:00', afternoon: '14:00', evening: '18:00' };

type RefuseOptions = Pick<ReactionOptions, 'turn' | 'state' | 'steps' | 'slots' | 'pickPhrase'> & {
  readonly knowledge: SimulationKnowledge;
};

/**
 * Takes back a day or a time that the recipient has just named, if the documents say that nobody works then. Returns what the agent says
 * about it; null if it is possible.
 */
export async function refuseClosedDay({
  turn,
  state,
  steps,
  slots,
  pickPhrase,
  knowledge,
}: RefuseOptions): Promise<Reaction | null> {
  const [day, time] = (['date', 'time'] as const).map((type) =>
    state.plan.slots.find(({ question }) => question.type === type),
  );
  const date = day?.value ?? state.appointment?.date;
  const isNamed = [day, time].some((slot) => slot && slots.filled.includes(slot));
  if (!date || !isNamed || (day && !meetingPattern.test(day.question.text))) return null;
  const [part = ''] = /\b(?:morning|afternoon|evening)\b/i.exec(turn.text) ?? [];
  const closing = await findClosing({ date, time: time?.value ?? dayParts[part.toLowerCase()] ?? null }, knowledge);
  const refused = closing?.isWholeDay ? day : (time ?? day);
  if (!closing || !refused) return null;
  const [value, repeated] = slots.replaced.get(refused) ?? [null, ''];
  Object.assign(refused, { value, repeated });
  state.refusedDate = date;
  const lead = formatAnswerSentence(closing.sentence);
  const reaction = {
    passages: [closing.passage],
    answers: slots.answers.filter(({ question }) => question !== refused.question),
  };
  if (value !== null) {
    if (state.expects === 'last') state.expects = 'open';
    const kept = fillTemplate(pickPhrase('kept', replies.keptTemplates), { value: repeated });
    return { ...reaction, text: steps.next(joinSentences(lead, kept)) };
  }
  [state.slot, state.expects] = [refused, 'slot'];
  refused.askedCount = 1;
  const question = closing.isWholeDay
    ? pickPhrase('closed day', replies.closedDayQuestions)
    : pickPhrase('closed time', replies.closedTimeQuestions);
  return { ...reaction, text: joinSentences(lead, question) };
}
