import type { AgentDefinition } from '../../../../../shared/agents/agent-definition.ts';
import type { LanguageModelSettings } from '../../../../../shared/agents/language-model.ts';
import { normalizeAnswer } from '../../../../../shared/calls/normalize-answer.ts';
import { dispositions } from '../../../../../shared/calls/dispositions.ts';
import type { ModelTurn } from '../../../../../shared/calls/model-turn.ts';
import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';
import { normalizeLine } from '../../../platform/text-line.ts';
import type { CallProgress } from '../../calls/call-transport.ts';
import {
  LanguageModelError,
  type ChatAnswer,
  type ChatMessage,
  type ChatRequest,
} from '../../language-model/chat-client.ts';
import type { OpenLanguageModel } from '../../language-model/language-models.ts';
import type { ConversationEngine, TurnListener } from '../conversation-engine.ts';
import type { AgentReply } from '../dialogue/dialogue-state.ts';
import type { SimulationKnowledge } from '../simulation-knowledge.ts';
import { findUnsupportedSentences } from './find-unsupported.ts';
import { composePrompt, type Briefing } from './model-prompt.ts';
import { listTools, readToolUse, type ToolUse } from './model-tools.ts';
import { toSpokenAnswer } from './spoken-answer.ts';

/** A recipient waits for the answer: after this time, the rules answer instead. */
const turnMs = 20_000;

/** After this many turns in a row without an answer of the model, the rules lead the call to its end. */
const maxFailures = 2;

const maxRounds = 5;
const maxAnswerTokens = 300;
const maxPassages = 3;
const maxPassageLength = 1_500;

/** Older turns are shortened to a list, so that the context stays bounded. */
const recentTurns = 16;
const oldTurnLength = 120;
const maxOldTurns = 40;

export type ModelReply = AgentReply & { readonly modelTurn: ModelTurn };

export type ModelAgentOptions = {
  /** Why there is none, if that is an error: the rules then answer each turn. */
  readonly model: OpenLanguageModel | LanguageModelError;
  readonly briefing: Briefing;
  readonly knowledge: SimulationKnowledge;
  /** Speaks the greeting and messages, and answers while the model does not. */
  readonly rules: ConversationEngine;
  readonly signal: AbortSignal;
  readonly captureAnswer: CallProgress['captureAnswer'];
  readonly turnTimeoutMs?: number;
  readonly now?: () => number;
};

/** What happened in one turn before the agent speaks. */
type Turn = {
  readonly listener: TurnListener | undefined;
  passages: readonly Passage[];
  hasSearched: boolean;
  hasNoAnswer: boolean;
  outcome: string | null;
  costUsd: number | null;
  /** What the model said before it used a tool. */
  said: string;
};

/** What the agent says, and the sentences in it that no source supports. */
type SpokenAnswer = { readonly text: string; readonly unsupported: readonly string[] };

/** An agent whose words come from a language model. Its greeting and the message that it leaves are the definition's own. */
export class ModelAgent implements ConversationEngine {
  readonly #options: ModelAgentOptions;
  readonly #turnMs: number;
  readonly #now: () => number;
  readonly #transcript: { readonly speaker: 'agent' | 'user'; readonly text: string }[] = [];
  /** What the agent may rely on besides its definition and the data of the call. */
  readonly #sources: string[] = [];
  readonly #answers = new Map<string, string>();
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
    return model instanceof LanguageModelError ? null : model.settings;
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

  async respond(text: string, listener?: TurnListener): Promise<ModelReply> {
    const { signal } = this.#options;
    const startedAt = this.#now();
    this.#transcript.push({ speaker: 'user', text });
    const timeout = AbortSignal.timeout(this.#turnMs);
    const turn: Turn = {
      listener,
      passages: [],
      hasSearched: false,
      hasNoAnswer: false,
      outcome: null,
      costUsd: null,
      said: '',
    };
    try {
      if (this.#failures >= maxFailures) throw createSilenceError();
      const answer = await this.#converse(turn, AbortSignal.any([signal, timeout]));
      this.#failures = 0;
      return this.#toReply(turn, answer, startedAt);
    } catch (error) {
      signal.throwIfAborted();
      const reason = timeout.aborted
        ? `The model did not answer within ${Math.round(this.#turnMs / 1000)} seconds.`
        : error instanceof LanguageModelError
          ? error.message
          : null;
      if (reason === null) throw error;
      // Without a model, no turn has an answer, and each says why.
      if (this.#settings) this.#failures += 1;
      return this.#answerByRules(text, reason, startedAt);
    }
  }

  /** Lets the model use its tools until it speaks, and returns what it says. */
  async #converse(turn: Turn, signal: AbortSignal): Promise<SpokenAnswer> {
    const messages = this.#composeMessages();
    const tools = listTools(this.#options.briefing.definition);
    for (let round = 1; ; round++) {
      const canUseTools = round < maxRounds && turn.outcome === null;
      const answer = await this.#ask(turn, { messages, ...(canUseTools && { tools }), signal });
      const spoken = this.#clean(`${turn.said} ${answer.text}`);
      if (answer.toolCalls.length === 0 || !canUseTools) {
        if (spoken === '') throw new LanguageModelError('The model said nothing.', 'Use another model.', 'answer');
        return this.#correct(turn, messages, spoken, signal);
      }
      turn.said = spoken;
      messages.push({ role: 'assistant', content: answer.text, tool_calls: answer.toolCalls });
      for (const call of answer.toolCalls) {
        const use = readToolUse(call.function.name, call.function.arguments);
        const content = typeof use === 'string' ? use : await this.#use(use, turn);
        messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
      if (turn.outcome !== null && turn.said !== '') return this.#correct(turn, messages, turn.said, signal);
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
    const { passages, answer } = await this.#options.knowledge.ask(
      { question, before: before.slice(-3, -1) },
      maxPassages,
    );
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

  /** Lets the model say it again if its sources do not support a sentence, and returns what is spoken. */
  async #correct(
    turn: Turn,
    messages: readonly ChatMessage[],
    spoken: string,
    signal: AbortSignal,
  ): Promise<SpokenAnswer> {
    const first = this.#checkSources(spoken);
    if (first.unsupported.length === 0 || !this.#settings?.corrects_itself) return first;
    const request = [
      'Nothing that you know supports this:',
      ...first.unsupported.map((sentence) => `- ${sentence}`),
      `Say the same turn again, only with what passages and data say. If they do not say it, say that you don't have that. Reply with the words to speak only.`,
    ].join('\n');
    try {
      const answer = await this.#ask(turn, {
        messages: [...messages, { role: 'assistant', content: spoken }, { role: 'system', content: request }],
        signal,
      });
      const corrected = this.#checkSources(this.#clean(answer.text));
      return corrected.text !== '' && corrected.unsupported.length < first.unsupported.length ? corrected : first;
    } catch (error) {
      this.#options.signal.throwIfAborted();
      // Without an answer, or one in time, the agent says what it has.
      if (error instanceof LanguageModelError || signal.aborted) return first;
      throw error;
    }
  }

  #composeMessages(): ChatMessage[] {
    const turns = this.#transcript;
    const [greeting, ...later] = turns;
    const old = later.slice(0, -recentTurns);
    const recent = later.slice(-recentTurns);
    const messages: ChatMessage[] = [{ role: 'system', content: composePrompt(this.#options.briefing) }];
    if (greeting) messages.push({ role: 'assistant', content: greeting.text });
    if (old.length > 0 || this.#answers.size > 0) messages.push({ role: 'system', content: this.#summarize(old) });
    for (const { speaker, text } of recent)
      messages.push({ role: speaker === 'agent' ? 'assistant' : 'user', content: text });
    return messages;
  }

  #summarize(turns: readonly { readonly speaker: string; readonly text: string }[]): string {
    const said = turns
      .slice(-maxOldTurns)
      .map(
        ({ speaker, text }) => `- ${speaker === 'agent' ? 'You' : 'Recipient'}: ${normalizeLine(text, oldTurnLength)}`,
      );
    const recorded = [...this.#answers].map(([field, value]) => `- ${field}: ${value}`);
    return [
      ...(said.length > 0 ? ['Earlier in this call, shortened:', ...said] : []),
      ...(recorded.length > 0 ? ['Answers that you have recorded:', ...recorded] : []),
    ].join('\n');
  }

  /** Asks the model, and adds what the answer cost and how long it took. */
  async #ask(turn: Turn, request: Omit<ChatRequest, 'maxTokens'>): Promise<ChatAnswer> {
    const { model } = this.#options;
    if (model instanceof LanguageModelError) throw model;
    const askedAt = this.#now();
    let hasToken = false;
    const onText = () => {
      if (!hasToken) turn.listener?.onFirstToken(this.#now() - askedAt);
      hasToken = true;
    };
    const answer = await model.client.ask({ ...request, maxTokens: maxAnswerTokens, onText });
    const { input_price_usd: inputPrice, output_price_usd: outputPrice } = model.settings;
    if (answer.tokens && inputPrice !== null && outputPrice !== null) {
      const usd = (answer.tokens.input * inputPrice + answer.tokens.output * outputPrice) / 1_000_000;
      turn.costUsd = (turn.costUsd ?? 0) + usd;
    }
    return answer;
  }

  #toReply(turn: Turn, { text, unsupported }: SpokenAnswer, startedAt: number): ModelReply {
    const hasEnded = turn.outcome !== null || this.#outcome !== null;
    if (turn.outcome !== null) this.#outcome = turn.outcome;
    const modelTurn: ModelTurn = {
      ...this.#describeModel(),
      fallback: null,
      unsupported: [...unsupported],
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

  async #answerByRules(text: string, fallback: string, startedAt: number): Promise<ModelReply> {
    const reply = await this.#options.rules.respond(text);
    this.#lastRules = reply;
    if (reply.disposition !== null) this.#outcome = reply.disposition;
    this.#transcript.push({ speaker: 'agent', text: reply.text });
    this.#sources.push(...reply.passages.map(({ text: passage }) => passage));
    const modelTurn: ModelTurn = {
      ...this.#describeModel(),
      fallback,
      unsupported: [],
      total_ms: Math.round(this.#now() - startedAt),
      cost_usd: null,
    };
    return { ...reply, modelTurn };
  }

  /** What the agent says may come from its definition, the data of the call, what was said, and the passages that it found. */
  #checkSources(text: string): SpokenAnswer {
    const { definition, organizationName, metadata, today } = this.#options.briefing;
    const said = this.#transcript.filter(({ speaker }, index) => speaker === 'user' || index === 0);
    const unsupported = findUnsupportedSentences(text, [
      organizationName,
      today,
      JSON.stringify(metadata),
      ...listDefinitionTexts(definition),
      ...said.map((one) => one.text),
      ...this.#sources,
    ]);
    return { text, unsupported };
  }

  #describeModel(): Pick<ModelTurn, 'model' | 'host'> {
    const settings = this.#settings;
    return { model: settings?.model ?? '', host: settings ? new URL(settings.base_url).host : '' };
  }

  #clean(answer: string): string {
    return toSpokenAnswer(answer, this.#options.briefing.definition.must_never_say);
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

function createSilenceError(): LanguageModelError {
  return new LanguageModelError('The model did not answer twice, so the rules lead this call.', '', 'answer');
}
