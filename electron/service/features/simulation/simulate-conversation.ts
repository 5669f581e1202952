import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Passage } from '../../../../shared/knowledge.ts';
import type { Persona } from '../../../../shared/personas.ts';
import { createRandom, type Random } from '../../platform/seeded-random.ts';
import type { AgentProfile } from './dialogue/agent-mind.ts';
import { chooseQuestions, chooseUnanswerableQuestion, type ChosenQuestion } from './recipient/choose-questions.ts';
import { pickPersona } from './recipient/draw-persona.ts';
import { cacheKnowledge, type SimulationKnowledge } from './simulation-knowledge.ts';
import { normalizeLine } from './spoken-text.ts';
import { createSimulatedRecipient } from './recipient/simulated-recipient.ts';
import { createDialogue } from './dialogue/dialogue-agent.ts';
import type { DialogueReply } from './dialogue/dialogue-state.ts';

export { pickVoices as drawVoices } from './draw-voices.ts';

export type ConversationEvent =
  | {
      readonly kind: 'turn';
      readonly speaker: 'agent' | 'user';
      readonly text: string;
      /** Of silence before it is said. */
      readonly gapSeconds: number;
      readonly passages: readonly Passage[];
      /** The document that the recipient's question was made of. */
      readonly questionDocumentId: string | null;
    }
  | { readonly kind: 'ring'; readonly ringCount: number }
  | { readonly kind: 'answered' }
  | { readonly kind: 'beep' };

export type ConversationOutcome =
  | { readonly status: 'completed'; readonly disposition: string }
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string };

export type ConversationOptions = {
  readonly profile: AgentProfile;
  readonly metadata: CallMetadata;
  readonly callId: string;
  /** Drawn where none is given. */
  readonly persona: Persona | null;
  readonly knowledge: SimulationKnowledge;
};

const maxTurns = 40;

/** A whole rehearsed call, line by line, drawn from the call's id. */
export async function* simulateConversation(
  parts: ConversationOptions,
): AsyncGenerator<ConversationEvent, ConversationOutcome> {
  const random = createRandom(parts.callId);
  const persona = parts.persona ?? pickPersona(random.split('persona'));
  const rings = random.split('rings');
  if (persona === 'no_answer') {
    if (parts.persona === null && rings.chance(0.35)) return { status: 'busy', reason: 'The line was busy.' };
    const ringCount = rings.chance(0.5) ? 5 : 6;
    yield { kind: 'ring', ringCount: ringCount };
    return { status: 'no_answer', reason: `Nobody picked up after ${ringCount} rings.` };
  }
  yield { kind: 'ring', ringCount: persona === 'voicemail' ? 4 : 1 + Math.floor(rings.next() * 3) };
  yield { kind: 'answered' };
  const knowledge = cacheKnowledge(parts.knowledge);
  // Only what is tried out is remembered: what is said is looked up when it is said, and may have been deleted by then.
  const talk = createDialogue({ ...parts, seed: parts.callId });
  const questions = await prepareQuestions(persona, { ...parts, knowledge }, random.split('questions'));
  const recipient = createSimulatedRecipient({
    persona,
    metadata: parts.metadata,
    objective: parts.profile.objective,
    questions,
    random: random.split('recipient'),
  });
  const gaps = random.split('gaps');
  const sayAsUser = (text: string, questionDocumentId: string | null = null): ConversationEvent => ({
    kind: 'turn',
    speaker: 'user',
    text,
    gapSeconds: pickGapSeconds(gaps),
    passages: [],
    questionDocumentId: questionDocumentId,
  });
  const sayAsAgent = (reply: DialogueReply): ConversationEvent => ({
    kind: 'turn',
    speaker: 'agent',
    text: reply.text,
    gapSeconds: reply.hasSearchedKnowledge ? roundToHundredths(gaps.between(1, 1.4)) : pickGapSeconds(gaps),
    passages: reply.passages,
    questionDocumentId: null,
  });
  if (persona === 'voicemail') {
    yield sayAsUser(recipient.getVoicemailGreeting());
    yield { kind: 'beep' };
    const message = talk.leaveMessage();
    yield sayAsAgent(message);
    return { status: 'completed', disposition: message.disposition ?? '' };
  }
  yield sayAsUser(recipient.answerPhone());
  let reply = talk.greet();
  yield sayAsAgent(reply);
  for (let turns = 2; turns < maxTurns - 2 && !reply.hasCallEnded; turns += 2) {
    const { text, questionDocumentId } = recipient.respond(reply);
    yield sayAsUser(text, questionDocumentId);
    reply = await talk.respond(text);
    yield sayAsAgent(reply);
  }
  if (random.split('parting').chance(0.6)) yield sayAsUser(recipient.sayGoodbye());
  return { status: 'completed', disposition: reply.disposition ?? 'Ended early' };
}

async function prepareQuestions(
  persona: Persona,
  { knowledge, profile }: Pick<ConversationOptions, 'knowledge' | 'profile'>,
  random: Random,
): Promise<readonly ChosenQuestion[]> {
  if (persona === 'voicemail' || persona === 'wrong_person') return [];
  const topic = normalizeLine(`${profile.objective} ${profile.audience}`, 400);
  const draw = random.split('count').next();
  const count = persona === 'busy' ? 1 : persona === 'sceptical' ? (draw < 0.5 ? 2 : 3) : draw < 0.6 ? 3 : 4;
  const known = await chooseQuestions({ knowledge, topic: topic, count }, random.split('known'));
  if (persona === 'busy') return known;
  const unknown = await chooseUnanswerableQuestion(knowledge, random.split('unknown'));
  if (!unknown) return known;
  const place = Math.min(known.length, 1 + Math.floor(random.split('place').next() * known.length));
  return [...known.slice(0, place), unknown, ...known.slice(place)];
}

function pickGapSeconds(random: Random): number {
  return roundToHundredths(random.between(0.25, 0.9));
}

/** To a hundredth of a second. */
function roundToHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
