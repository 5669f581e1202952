import type { DifficultPersona } from '../../../../../shared/agents/personas.ts';
import type { Random } from '../../../platform/seeded-random.ts';
import { joinSentences } from '../spoken-text.ts';
import { difficultPhrases } from '../wording/difficult-recipient-phrases.ts';
import type { RecipientReply } from '../conversation-engine.ts';
import type { SimulatedRecipient } from './simulated-recipient.ts';

type Temper = {
  /** From 0 to 1: how often the recipient says something of their own in place of a reply. */
  readonly remarkShare: number;
  /** The recipient says goodbye after this many turns, and hangs up if the agent goes on. */
  readonly patienceTurns: number;
  /** The remark comes before the reply, not in place of it. */
  readonly addsReply?: boolean;
};

const tempers: Readonly<Record<DifficultPersona, Temper>> = {
  confused: { remarkShare: 0.45, patienceTurns: 12 },
  hostile: { remarkShare: 0.75, patienceTurns: 5 },
  off_topic: { remarkShare: 0.5, patienceTurns: 10 },
  silent: { remarkShare: 0.85, patienceTurns: 9 },
  interrupts: { remarkShare: 0.6, patienceTurns: 10, addsReply: true },
  changes_mind: { remarkShare: 0.4, patienceTurns: 14 },
  non_native: { remarkShare: 0.35, patienceTurns: 14 },
  wants_person: { remarkShare: 0.7, patienceTurns: 7 },
};

/** Creates a recipient who makes a call difficult, and replies like `willing` in between. */
export function createDifficultRecipient(
  persona: DifficultPersona,
  willing: SimulatedRecipient,
  random: Random,
): SimulatedRecipient {
  const { greetings, remarks, endings } = difficultPhrases[persona];
  const { remarkShare, patienceTurns, addsReply = false } = tempers[persona];
  const pickRemark = random.split('remarks').createPicker(remarks);
  const pickEnding = random.split('endings').createPicker(endings);
  let turnCount = 0;
  return {
    ...willing,
    respond: (reply) => {
      turnCount += 1;
      if (turnCount === 1) return say(random.pick(greetings));
      if (turnCount > patienceTurns) return say(pickEnding(), turnCount > patienceTurns + 1);
      // A time is what the agent waits for: without one, the call goes around in circles.
      if (reply.expects === 'time' || !random.chance(remarkShare)) return adaptReply(persona, willing.respond(reply));
      if (!addsReply) return say(pickRemark());
      const { text, questionDocumentId } = willing.respond(reply);
      return { text: joinSentences(pickRemark(), text), questionDocumentId };
    },
  };
}

const say = (text: string, hangsUp = false): RecipientReply => ({ text, questionDocumentId: null, hangsUp });

/** Speaks English as somebody does who has learned it for a short time. */
function adaptReply(persona: DifficultPersona, reply: RecipientReply): RecipientReply {
  if (persona !== 'non_native') return reply;
  const text = reply.text
    .replaceAll(/\b(?:the|a|an) /gi, '')
    .replaceAll(/\bdon['’]t\b/gi, 'not')
    .replaceAll(/\b(?:would|could) like\b/gi, 'want')
    .replaceAll(/(?<=^|[.?!] )\p{Ll}/gu, (first) => first.toUpperCase());
  return { ...reply, text };
}
