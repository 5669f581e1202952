import type { CallMetadata } from '../../../../shared/call-metadata.ts';
import type { Passage } from '../../../../shared/knowledge.ts';
import type { Persona } from '../../../../shared/personas.ts';
import { createRandom, type Random } from '../seeded-random.ts';
import type { AgentProfile } from './agent-mind.ts';
import { chooseQuestions, chooseUnanswerable, type Chosen } from './choose-questions.ts';
import { drawPersona } from './draw-persona.ts';
import { rememberAnswers, type RehearsalKnowledge } from './knowledge-port.ts';
import { toPlainSpeech } from './plain-speech.ts';
import { createRecipient } from './recipient.ts';
import { createTalk } from './talk.ts';
import type { TalkReply } from './talk-state.ts';

export { drawVoices } from './draw-voices.ts';

export type Line =
  | {
      readonly kind: 'turn';
      readonly speaker: 'agent' | 'user';
      readonly text: string;
      /** Of silence before it is said. */
      readonly gapSeconds: number;
      readonly passages: readonly Passage[];
      /** The document that the recipient's question was made of. */
      readonly askedFrom: string | null;
    }
  | { readonly kind: 'ring'; readonly times: number }
  | { readonly kind: 'answered' }
  | { readonly kind: 'beep' };

export type Outcome =
  | { readonly status: 'completed'; readonly disposition: string }
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string };

export type ConversationParts = {
  readonly profile: AgentProfile;
  readonly metadata: CallMetadata;
  readonly callId: string;
  /** Drawn where none is given. */
  readonly persona: Persona | null;
  readonly knowledge: RehearsalKnowledge;
};

const turnsMax = 40;

/** A whole rehearsed call, line by line, drawn from the call's id. */
export async function* converse(parts: ConversationParts): AsyncGenerator<Line, Outcome> {
  const random = createRandom(parts.callId);
  const persona = parts.persona ?? drawPersona(random.split('persona'));
  const rings = random.split('rings');
  if (persona === 'no_answer') {
    if (parts.persona === null && rings.chance(0.35)) return { status: 'busy', reason: 'The line was busy.' };
    const times = rings.chance(0.5) ? 5 : 6;
    yield { kind: 'ring', times };
    return { status: 'no_answer', reason: `Nobody picked up after ${times} rings.` };
  }
  yield { kind: 'ring', times: persona === 'voicemail' ? 4 : 1 + Math.floor(rings.next() * 3) };
  yield { kind: 'answered' };
  const knowledge = rememberAnswers(parts.knowledge);
  // Only what is tried out is remembered: what is said is looked up when it is said, and may have been deleted by then.
  const talk = createTalk({ ...parts, seed: parts.callId });
  const questions = await prepareQuestions(persona, { ...parts, knowledge }, random.split('questions'));
  const recipient = createRecipient({
    persona,
    metadata: parts.metadata,
    objective: parts.profile.objective,
    questions,
    random: random.split('recipient'),
  });
  const gaps = random.split('gaps');
  const sayAsUser = (text: string, askedFrom: string | null = null): Line => ({
    kind: 'turn',
    speaker: 'user',
    text,
    gapSeconds: drawGap(gaps),
    passages: [],
    askedFrom,
  });
  const sayAsAgent = (reply: TalkReply): Line => ({
    kind: 'turn',
    speaker: 'agent',
    text: reply.text,
    gapSeconds: reply.isLookedUp ? round(gaps.between(1, 1.4)) : drawGap(gaps),
    passages: reply.passages,
    askedFrom: null,
  });
  if (persona === 'voicemail') {
    yield sayAsUser(recipient.mailbox());
    yield { kind: 'beep' };
    const message = talk.leaveMessage();
    yield sayAsAgent(message);
    return { status: 'completed', disposition: message.disposition ?? '' };
  }
  yield sayAsUser(recipient.pickUp());
  let reply = talk.greet();
  yield sayAsAgent(reply);
  for (let turns = 2; turns < turnsMax - 2 && !reply.isOver; turns += 2) {
    const { text, askedFrom } = recipient.answer(reply);
    yield sayAsUser(text, askedFrom);
    reply = await talk.hear(text);
    yield sayAsAgent(reply);
  }
  if (random.split('parting').chance(0.6)) yield sayAsUser(recipient.part());
  return { status: 'completed', disposition: reply.disposition ?? 'Ended early' };
}

async function prepareQuestions(
  persona: Persona,
  { knowledge, profile }: Pick<ConversationParts, 'knowledge' | 'profile'>,
  random: Random,
): Promise<readonly Chosen[]> {
  if (persona === 'voicemail' || persona === 'wrong_person') return [];
  const about = toPlainSpeech(`${profile.objective} ${profile.audience}`, 400);
  const draw = random.split('count').next();
  const count = persona === 'busy' ? 1 : persona === 'sceptical' ? (draw < 0.5 ? 2 : 3) : draw < 0.6 ? 3 : 4;
  const known = await chooseQuestions({ knowledge, about, count }, random.split('known'));
  if (persona === 'busy') return known;
  const unknown = await chooseUnanswerable(knowledge, random.split('unknown'));
  if (!unknown) return known;
  const place = Math.min(known.length, 1 + Math.floor(random.split('place').next() * known.length));
  return [...known.slice(0, place), unknown, ...known.slice(place)];
}

function drawGap(random: Random): number {
  return round(random.between(0.25, 0.9));
}

/** To a hundredth of a second. */
function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
