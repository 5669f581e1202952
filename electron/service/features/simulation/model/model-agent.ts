import type { AgentDefinition } from '../../../../../shared/agents/agent-definition.ts';
import type { LanguageModelSettings } from '../../../../../shared/agents/language-model.ts';
import { normalizeAnswer } from '../../../../../shared/calls/normalize-answer.ts';
import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import type { CallProgress } from '../../calls/call-transport.ts';
import type { ChatAnswer, ChatMessage, ChatRequest } from '../../language-model/chat-client.ts';
import { ModelServerError } from '../../model-server/model-server-client.ts';
import { computeCost } from '../../language-model/language-models.ts';
import type { ConversationEngine, TurnListener } from '../conversation-engine.ts';
import type { AgentReply } from '../dialogue/dialogue-state.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { findUnsupportedSentences } from './find-unsupported.ts';
import {
  createSilenceError,
  describeModel,
  explainSilence,
  maxFailures,
  turnMs,
  type LeadingModel,
} from './led-turn.ts';
import { composeMessages, type HeardTurn } from './compose-messages.ts';
import { composePrompt, type Briefing } from './model-prompt.ts';
import { listTools, readToolUse, toSentCall, type ToolUse } from './model-tools.ts';
import { findPhrase } from '../../../../../shared/agents/find-phrase.ts';
import { listSpokenSentences } from './spoken-answer.ts';
import { TurnSpeaker, type ModelHabits } from './turn-speaker.ts';

/** If a tool takes longer, the agent says something before it goes on. */
const slowToolMs = 700;
const waitingSentence = 'One moment, please.';

const maxRounds = 5;
const maxAnswerTokens = 300;
const maxPassages = 3;
const maxPassageLength = 1_500;

export type ModelReply = AgentReply & { readonly modelTurn: ModelTurn };

export type ModelAgentOptions = {
  readonly model: LeadingModel;
  readonly briefing: Briefing;
  readonly knowledge: SimulationKnowledge;
  /** Speaks the greeting and messages, and answers while the model does not. */
  readonly rules: ConversationEngine;
  readonly signal: AbortSignal;
  readonly captureAnswer: CallProgress['captureAnswer'];
  readonly turnTimeoutMs?: number;
  readonly slowToolMs?: number;
  readonly now?: () => number;
};

/** What happened in one turn before the agent speaks. */
type Turn = {
  readonly speaker: TurnSpeaker;
  readonly listener: TurnListener | undefined;
  passages: readonly Passage[];
  hasSearched: boolean;
  hasNoAnswer: boolean;
  outcome: string | null;
  costUsd: number | null;
};

/** An agent whose words come from a language model. Its greeting and the message that it leaves are the definition's own. */
export class ModelAgent implements ConversationEngine {
  readonly #options: ModelAgentOptions;
  readonly #turnMs: number;
  readonly #now: () => number;
  readonly #transcript: HeardTurn[] = [];
  /** What the agent may rely on besides its definition and the data of the call. */
  readonly #sources: string[] = [];
  readonly #answers = new Map<string, string>();
  readonly #habits: ModelHabits = { beginsWithThoughts: false };
  #promised: string | null = null;
  #outcome: string | null = null;
  #failures = 0;
  #lastRules: AgentReply | null = null;

  constructor(options: ModelAgentOptions) {
    this.#options = options;
    this.#turnMs = options.turnTimeoutMs ?? turnMs;
    this.#now = options.now ?? (() => performance.now());
  }

  get #settings(): LanguageModelSettings | null {
    const { model } = this.#options;
    return model instanceof ModelServerError ? null : model.settings;
  }

  greet(): AgentReply {
    const reply = this.#options.rules.greet();
    this.#transcript.push({ speaker: 'agent', text: reply.text });
    return reply;
  }

  leaveMessage(): AgentReply {
    return this.#options.rules.leaveMessage();
  }

  getDisposition(): string {
    if (this.#outcome !== null) return this.#outcome;
    if (this.#promised !== null) return this.#promised;
    return this.#lastRules ? this.#options.rules.getDisposition() : dispositions.endedEarly;
  }

  noteHeard(text: string): void {
    this.#transcript.pop();
    if (text !== '') this.#transcript.push({ speaker: 'agent', text: `${text} … (interrupted)` });
  }

  async respond(text: string, listener?: TurnListener): Promise<ModelReply> {
    const { signal } = this.#options;
    const startedAt = this.#now();
    this.#transcript.push({ speaker: 'user', text });
    const timeout = AbortSignal.timeout(this.#turnMs);
    const turn: Turn = {
      speaker: this.#createSpeaker(listener),
      listener,
      passages: [],
      hasSearched: false,
      hasNoAnswer: false,
      outcome: null,
      costUsd: null,
    };
    try {
      if (this.#failures >= maxFailures) throw createSilenceError();
      const signals = [signal, timeout, ...(listener?.signal ? [listener.signal] : [])];
      await this.#converse(turn, AbortSignal.any(signals));
      this.#failures = 0;
      return this.#toReply(turn, startedAt, null);
    } catch (error) {
      signal.throwIfAborted();
      if (listener?.signal?.aborted) return this.#toReply(turn, startedAt, null);
      const reason = explainSilence(error, timeout, this.#turnMs);
      // Without a model, no turn has an answer, and each says why.
      if (this.#settings) this.#failures += 1;
      // What the recipient has heard stays, and the turn ends there.
      if (turn.speaker.hasSpokenAnswer) return this.#toReply(turn, startedAt, reason);
      return this.#answerByRules(turn, text, reason, startedAt);
    }
  }

  /** Creates the speaker of a turn. An agent that corrects itself says no sentence before a source supports it. */
  #createSpeaker(listener: TurnListener | undefined): TurnSpeaker {
    return new TurnSpeaker({
      mustNeverSay: this.#options.briefing.definition.must_never_say,
      canSay: (sentence) => !this.#settings?.corrects_itself || this.#findUnsupported(sentence).length === 0,
      onSentence: (sentence) => listener?.onSentence(sentence),
      habits: this.#habits,
    });
  }

  /** Lets the model use its tools until it has spoken. */
  async #converse(turn: Turn, signal: AbortSignal): Promise<void> {
    const { briefing } = this.#options;
    const messages = composeMessages({
      prompt: composePrompt(briefing),
      speaker: 'agent',
      turns: this.#transcript,
      answers: this.#answers,
    });
    const tools = listTools(briefing.definition);
    const { speaker } = turn;
    for (let round = 1; ; round++) {
      const canUseTools = round < maxRounds && turn.outcome === null;
      speaker.startAnswer();
      const answer = await this.#ask(turn, {
        messages,
        ...(canUseTools && { tools }),
        signal,
        onText: (piece) => speaker.add(piece),
      });
      speaker.endAnswer();
      const isSilent = speaker.said === '' && speaker.held.length === 0;
      if (answer.toolCalls.length === 0 || !canUseTools) {
        if (isSilent) throw new ModelServerError('The model said nothing.', 'Use another model.', 'answer');
        return this.#correct(turn, messages, signal);
      }
      messages.push({ role: 'assistant', content: answer.text, tool_calls: answer.toolCalls.map(toSentCall) });
      for (const call of answer.toolCalls) {
        const use = readToolUse(call.function.name, call.function.arguments);
        const content = typeof use === 'string' ? use : await this.#use(use, turn);
        messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
      if (turn.outcome !== null && !isSilent) return this.#correct(turn, messages, signal);
    }
  }

  /** Runs a tool, and returns what the model is told about it. */
  async #use(use: ToolUse, turn: Turn): Promise<string> {
    const { definition } = this.#options.briefing;
    switch (use.name) {
      case 'search_knowledge':
        return this.#search(use.args.question, turn);
      case 'record_answer': {
        const { field, value } = use.args;
        const question = definition.questions.find((one) => one.field === field);
        if (!question) return 'There is no such question.';
        this.#answers.set(field, value);
        const answer = normalizeAnswer(question, value);
        const normalized = 'value' in answer ? answer.value : null;
        this.#options.captureAnswer(question, { spoken: value, value: normalized, turn: null });
        return 'error' in answer ? `Recorded, but in another form. ${answer.error}` : 'Recorded.';
      }
      case 'schedule_callback':
        this.#promised = this.#findOutcome(dispositions.callback);
        return `A person will call back: ${use.args.when}.`;
      case 'add_to_do_not_call':
        this.#outcome = dispositions.doNotCall;
        return 'This number will not be called again. Say so, and say goodbye.';
      case 'hand_over': {
        this.#promised = this.#findOutcome(dispositions.followUp);
        turn.outcome = this.#promised;
        const number = definition.hand_over?.number ?? '';
        this.#sources.push(number);
        return `The call is handed over to ${number}. Tell the recipient.`;
      }
      case 'end_call': {
        const known = definition.outcomes.find(({ name }) => name.toLowerCase() === use.args.outcome.toLowerCase());
        if (!known)
          return `There is no such outcome. Use one of: ${definition.outcomes.map(({ name }) => name).join('; ')}.`;
        turn.outcome = this.#outcome ?? known.name;
        return 'The call ends after your next sentence.';
      }
    }
  }

  async #search(question: string, turn: Turn): Promise<string> {
    const before = this.#transcript.filter(({ speaker }) => speaker === 'user').map(({ text }) => text);
    const search = this.#options.knowledge.ask({ question, before: before.slice(-3, -1) }, maxPassages);
    const { passages, answer } = await this.#waitAloud(search, turn.speaker);
    turn.hasSearched = true;
    turn.hasNoAnswer = answer === 'none';
    if (answer === 'none') return `No passage answers this. Say that you don't have that.`;
    turn.passages = [
      ...turn.passages,
      ...passages.filter(({ chunk_id: id }) => !turn.passages.some((one) => one.chunk_id === id)),
    ];
    this.#sources.push(...passages.map(({ title, text }) => `${title}\n${text}`));
    return JSON.stringify(
      passages.map(({ chunk_id, title, text }) => ({
        id: chunk_id,
        document: title,
        text: text.slice(0, maxPassageLength),
      })),
    );
  }

  /** Says a short sentence if a tool is slow and the agent has said nothing in this turn. */
  async #waitAloud<Result>(tool: Promise<Result>, speaker: TurnSpeaker): Promise<Result> {
    const canWait = findPhrase(waitingSentence, this.#options.briefing.definition.must_never_say) === null;
    const timer = setTimeout(() => {
      if (canWait && speaker.said === '') speaker.say(waitingSentence);
    }, this.#options.slowToolMs ?? slowToolMs);
    try {
      return await tool;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Speaks the sentences that were held. The model says them again if its sources still do not support one. */
  async #correct(turn: Turn, messages: readonly ChatMessage[], signal: AbortSignal): Promise<void> {
    const { speaker } = turn;
    const { held, said } = speaker;
    const unsupported = this.#findUnsupported(held.join(' '));
    if (unsupported.length === 0) return speaker.sayInsteadOfHeld(held);
    const request = [
      'Nothing that you know supports this:',
      ...unsupported.map((sentence) => `- ${sentence}`),
      ...(said === '' ? [] : [`You have said this already: ${said}`]),
      `Say ${said === '' ? 'the same turn' : 'the rest of the turn'} again, only with what passages and data say. If they do not say it, say that you don't have that. Reply with the words to speak only.`,
    ].join('\n');
    const spoken = [said, ...held].join(' ').trim();
    try {
      const answer = await this.#ask(turn, {
        messages: [...messages, { role: 'assistant', content: spoken }, { role: 'system', content: request }],
        signal,
      });
      const corrected = listSpokenSentences(answer.text, this.#options.briefing.definition.must_never_say);
      const isBetter = corrected.length > 0 && this.#findUnsupported(corrected.join(' ')).length < unsupported.length;
      speaker.sayInsteadOfHeld(isBetter ? corrected : held);
    } catch (error) {
      this.#options.signal.throwIfAborted();
      // Without an answer, or one in time, the agent says what it has.
      if (!(error instanceof ModelServerError) && !signal.aborted) throw error;
      speaker.sayInsteadOfHeld(held);
    }
  }

  /** Asks the model, and adds what the answer cost and how long it took. */
  async #ask(turn: Turn, request: Omit<ChatRequest, 'maxTokens'>): Promise<ChatAnswer> {
    const { model } = this.#options;
    if (model instanceof ModelServerError) throw model;
    const askedAt = this.#now();
    let hasToken = false;
    const onText = (piece: string) => {
      // The recipient waits for the first words only.
      if (!hasToken && turn.speaker.said === '') turn.listener?.onFirstToken(this.#now() - askedAt);
      hasToken = true;
      request.onText?.(piece);
    };
    const answer = await model.client.ask({ ...request, maxTokens: maxAnswerTokens, onText });
    const usd = computeCost(answer, model.settings);
    if (usd !== null) turn.costUsd = (turn.costUsd ?? 0) + usd;
    return answer;
  }

  /** `cut` is why the answer of the model ended early; null if it did not. */
  #toReply(turn: Turn, startedAt: number, cut: string | null): ModelReply {
    const text = turn.speaker.said;
    const hasEnded = turn.outcome !== null || this.#outcome !== null;
    if (turn.outcome !== null) this.#outcome = turn.outcome;
    const modelTurn: ModelTurn = {
      ...describeModel(this.#options.model),
      fallback: null,
      cut,
      unsupported: [...this.#findUnsupported(text)],
      total_ms: Math.round(this.#now() - startedAt),
      cost_usd: turn.costUsd,
    };
    this.#transcript.push({ speaker: 'agent', text });
    return {
      text,
      expects: hasEnded ? 'nothing' : 'open',
      passages: turn.passages,
      hasSearchedKnowledge: turn.hasSearched,
      hasNoAnswer: turn.hasNoAnswer,
      hasCallEnded: hasEnded,
      disposition: hasEnded ? this.#outcome : null,
      modelTurn,
    };
  }

  async #answerByRules({ speaker }: Turn, heard: string, fallback: string, startedAt: number): Promise<ModelReply> {
    const reply = await this.#options.rules.respond(heard);
    const text = `${speaker.said} ${reply.text}`.trim();
    this.#lastRules = reply;
    if (reply.disposition !== null) this.#outcome = reply.disposition;
    this.#transcript.push({ speaker: 'agent', text });
    this.#sources.push(...reply.passages.map(({ text: passage }) => passage));
    const modelTurn: ModelTurn = {
      ...describeModel(this.#options.model),
      fallback,
      cut: null,
      unsupported: [],
      total_ms: Math.round(this.#now() - startedAt),
      cost_usd: null,
    };
    return { ...reply, text, modelTurn };
  }

  /** What the agent says may come from its definition, the data of the call, what was said, and the passages that it found. */
  #findUnsupported(text: string): readonly string[] {
    const { definition, organizationName, metadata, today } = this.#options.briefing;
    const said = this.#transcript.filter(({ speaker }, index) => speaker === 'user' || index === 0);
    return findUnsupportedSentences(text, [
      organizationName,
      today,
      JSON.stringify(metadata),
      ...listDefinitionTexts(definition),
      ...said.map((one) => one.text),
      ...this.#sources,
    ]);
  }

  /** Returns the outcome with that name, or the first that needs a person. */
  #findOutcome(name: string): string {
    const { outcomes } = this.#options.briefing.definition;
    const same = outcomes.find((outcome) => outcome.name === name);
    return (same ?? outcomes.find((outcome) => outcome.needs_follow_up))?.name ?? name;
  }
}

function listDefinitionTexts(definition: AgentDefinition): readonly string[] {
  const { spoken_name, objective, audience, questions, may_say } = definition;
  return [
    spoken_name,
    objective,
    audience,
    ...may_say,
    ...questions.flatMap(({ text, choices }) => [text, ...choices]),
  ];
}
