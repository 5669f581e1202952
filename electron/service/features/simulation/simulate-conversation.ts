import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type { CallMetadata } from '../../../../shared/calls/call-metadata.ts';
import type { ModelTurn } from '../../../../shared/calls/model-turn.ts';
import type { Speaker } from '../../../../shared/calls/calls.ts';
import type { Passage } from '../../../../shared/knowledge/knowledge.ts';
import { difficultPersonas, type Persona } from '../../../../shared/agents/personas.ts';
import { createRandom, type Random } from '../../platform/seeded-random.ts';
import { createCallAgent, createTimeUpReply } from './dialogue/call-agent.ts';
import type { ConversationEngine, RecipientReply, TurnListener } from './conversation-engine.ts';
import { dispositions } from '../../../../shared/calls/dispositions.ts';
import type { AgentReply, CapturedAnswer, DialogueOptions } from './dialogue/dialogue-state.ts';
import { chooseQuestions, chooseUnanswerableQuestion, type ChosenQuestion } from './recipient/choose-questions.ts';
import { createDifficultRecipient } from './recipient/difficult-recipient.ts';
import { createSimulatedRecipient, findRecipientName, pickPersona } from './recipient/simulated-recipient.ts';
import type { LeadingModel } from './model/led-turn.ts';
import { createModelRecipient } from './model/model-recipient.ts';
import type { RecipientBriefing } from './model/recipient-prompt.ts';
import { cacheKnowledge, type SimulationKnowledge } from './simulation-knowledge.ts';
import { normalizeLine } from '../../platform/text-line.ts';

export type ConversationEvent =
  | {
      readonly kind: 'turn';
      readonly speaker: Speaker;
      readonly text: string;
      /** Silence before the turn. */
      readonly gapSeconds: number;
      readonly passages: readonly Passage[];
      /** Whether the agent found no answer to the question in the turn before. */
      readonly hasNoAnswer: boolean;
      /** The document from which the recipient's question was generated. */
      readonly questionDocumentId: string | null;
      /** Present if the speaker uses a language model. */
      readonly modelTurn?: ModelTurn | undefined;
    }
  /** The answers in the last turn of the recipient. */
  | { readonly kind: 'answers'; readonly answers: readonly CapturedAnswer[] }
  | { readonly kind: 'ring'; readonly ringCount: number }
  | { readonly kind: 'answered' }
  | { readonly kind: 'beep' };

export type ConversationOutcome =
  | { readonly status: 'completed'; readonly disposition: string }
  | { readonly status: 'no_answer' | 'busy'; readonly reason: string };

type ConversationOptions = {
  readonly definition: AgentDefinition;
  readonly organizationName: string;
  readonly metadata: CallMetadata;
  readonly callId: string;
  /** If null, the call id decides. */
  readonly persona: Persona | null;
  readonly knowledge: SimulationKnowledge;
  /** Returns whether the call has reached the longest talk time. */
  readonly isTimeUp?: () => boolean;
  /** Default: one that follows rules. */
  readonly agent?: ConversationEngine;
  /** What plays the recipient, until `signal` aborts. Default: rules. */
  readonly recipientModel?: { readonly model: LeadingModel; readonly signal: AbortSignal } | null;
  readonly listener?: TurnListener;
} & Pick<DialogueOptions, 'turnClassifier' | 'now'>;

const maxTurns = 40;

/** Simulates a call and yields its events. The same call id and documents result in the same call. */
export async function* simulateConversation(
  options: ConversationOptions,
): AsyncGenerator<ConversationEvent, ConversationOutcome> {
  const random = createRandom(options.callId);
  const persona = options.persona ?? pickPersona(random.split('persona'));
  const rings = random.split('rings');
  if (persona === 'no_answer') {
    if (options.persona === null && rings.chance(0.35)) return { status: 'busy', reason: 'The line was busy.' };
    const ringCount = rings.chance(0.5) ? 5 : 6;
    yield { kind: 'ring', ringCount };
    return { status: 'no_answer', reason: `No answer after ${ringCount} rings.` };
  }
  yield { kind: 'ring', ringCount: persona === 'voicemail' ? 4 : 1 + Math.floor(rings.next() * 3) };
  yield { kind: 'answered' };

  const knowledge = cacheKnowledge(options.knowledge);
  // The agent does not use the cache, because a document can be deleted before the agent answers from it.
  const agent: ConversationEngine = options.agent ?? createCallAgent({ ...options, seed: options.callId });
  const difficulty = difficultPersonas.find((one) => one === persona);
  const questions = await prepareQuestions(persona, { ...options, knowledge }, random.split('questions'));
  const willing = createSimulatedRecipient({
    persona: difficulty ? 'interested' : persona,
    metadata: options.metadata,
    objective: options.definition.objective,
    questions,
    random: random.split('recipient'),
  });
  const rules = difficulty ? createDifficultRecipient(difficulty, willing, random.split('difficulty')) : willing;
  const recipient =
    options.recipientModel && persona !== 'voicemail'
      ? createModelRecipient({
          ...options.recipientModel,
          briefing: createRecipientBriefing(persona, questions, options),
          rules,
        })
      : rules;
  const gaps = random.split('gaps');
  const createRecipientTurn = (text: string, reply?: RecipientReply): ConversationEvent => ({
    kind: 'turn',
    speaker: 'user',
    text,
    gapSeconds: persona === 'interrupts' ? 0 : pickGapSeconds(gaps),
    passages: [],
    hasNoAnswer: false,
    questionDocumentId: reply?.questionDocumentId ?? null,
    modelTurn: reply?.modelTurn,
  });
  const createAgentTurn = (reply: AgentReply): ConversationEvent => ({
    kind: 'turn',
    speaker: 'agent',
    text: reply.text,
    gapSeconds: reply.hasSearchedKnowledge ? roundToHundredths(gaps.between(1, 1.4)) : pickGapSeconds(gaps),
    passages: reply.passages,
    hasNoAnswer: reply.hasNoAnswer,
    questionDocumentId: null,
    modelTurn: reply.modelTurn,
  });
  if (persona === 'voicemail') {
    yield createRecipientTurn(recipient.getVoicemailGreeting());
    yield { kind: 'beep' };
    const message = agent.leaveMessage();
    yield createAgentTurn(message);
    return { status: 'completed', disposition: message.disposition ?? dispositions.voicemail };
  }
  yield createRecipientTurn(recipient.answerPhone());
  let reply = agent.greet();
  yield createAgentTurn(reply);
  for (let turnCount = 2; turnCount < maxTurns - 2 && !reply.hasCallEnded; turnCount += 2) {
    const answer = await recipient.respond(reply);
    const { text } = answer;
    yield createRecipientTurn(text, answer);
    if (answer.hangsUp) return { status: 'completed', disposition: agent.getDisposition() };
    reply = options.isTimeUp?.() ? createTimeUpReply(agent) : await agent.respond(text, options.listener);
    if (reply.answers && reply.answers.length > 0) yield { kind: 'answers', answers: reply.answers };
    yield createAgentTurn(reply);
  }
  if (random.split('goodbye').chance(0.6)) yield createRecipientTurn(recipient.sayGoodbye());
  return { status: 'completed', disposition: agent.getDisposition() };
}

function createRecipientBriefing(
  persona: RecipientBriefing['persona'],
  questions: readonly ChosenQuestion[],
  { organizationName, metadata }: Pick<ConversationOptions, 'organizationName' | 'metadata'>,
): RecipientBriefing {
  const name = findRecipientName(metadata);
  return { persona, organizationName, name, metadata, questions: questions.map(({ question }) => question) };
}

async function prepareQuestions(
  persona: Persona,
  { knowledge, definition }: Pick<ConversationOptions, 'knowledge' | 'definition'>,
  random: Random,
): Promise<readonly ChosenQuestion[]> {
  if (persona === 'voicemail' || persona === 'wrong_person') return [];
  const topic = normalizeLine(`${definition.objective} ${definition.audience}`, 400);
  const count = countQuestions(persona, random.split('count'));
  const answerable = await chooseQuestions({ knowledge, topic, count }, random.split('answerable'));
  if (persona === 'busy') return answerable;
  const unanswerable = await chooseUnanswerableQuestion(knowledge, random.split('unanswerable'));
  if (!unanswerable) return answerable;
  const position = random.split('position').next() * answerable.length;
  const insertAt = Math.min(answerable.length, 1 + Math.floor(position));
  return [...answerable.slice(0, insertAt), unanswerable, ...answerable.slice(insertAt)];
}

function countQuestions(persona: Persona, random: Random): number {
  if (persona === 'busy') return 1;
  if (persona === 'sceptical') return 4;
  return random.chance(0.6) ? 4 : 5;
}

function pickGapSeconds(random: Random): number {
  return roundToHundredths(random.between(0.25, 0.9));
}

function roundToHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
