// Public: other features may import this file.
import * as z from 'zod';
import type { LanguageModelSettings } from '../../../../shared/agents/language-model.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { createAnswerError, createModelServerClient } from '../model-server/model-server-client.ts';
import type { RemoteTimeouts } from '../remote/create-remote-client.ts';

/** A message of a conversation, as `POST /chat/completions` expects it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ChatToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

type ChatToolCall = {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
};

/** A function that the model can call. `parameters` is a JSON Schema. */
export type ChatTool = {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
};

export type ChatRequest = {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  /** How long the answer may be. */
  readonly maxTokens: number;
  readonly signal: AbortSignal;
  /** Called with each piece of text as it arrives. */
  readonly onText?: (piece: string) => void;
};

export type ChatAnswer = {
  readonly text: string;
  readonly toolCalls: readonly ChatToolCall[];
  /** From the request to the first piece of the answer. */
  readonly firstTokenMs: number;
  /** Null if the server does not count tokens. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
};

export type ChatClient = {
  /** Rejects with ModelServerError, or with the reason of `signal`. */
  readonly ask: (request: ChatRequest) => Promise<ChatAnswer>;
  readonly close: () => void;
};

/** Nobody listens to more than this in one turn. The rest of a longer answer is not read. */
const maxTextLength = 2_000;
const maxToolCalls = 8;
const maxArgumentsLength = 20_000;

const timeouts = { connectMs: 5_000, idleMs: 30_000, totalMs: 60_000 };

const deltaSchema = z.object({
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        index: z.number().int().min(0).catch(0),
        id: z.string().nullish(),
        function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

const chunkSchema = z.object({
  choices: z.array(z.object({ delta: deltaSchema.nullish(), finish_reason: z.string().nullish() })).nullish(),
  usage: z.object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) }).nullish(),
  error: z.union([z.string(), z.object({ message: z.string().nullish() })]).nullish(),
});

export type ChatClientOptions = {
  readonly settings: Pick<LanguageModelSettings, 'base_url' | 'allow_http'>;
  readonly model: string;
  readonly apiKey: string;
  readonly findProxies: FindProxies;
  readonly timeouts?: Partial<RemoteTimeouts>;
  readonly now?: () => number;
};

/**
 * Creates a client of the operations `POST /chat/completions`, with `stream`, of the OpenAI API. Throws
 * ModelServerError if the address or the API key cannot be used.
 */
export function createChatClient(options: ChatClientOptions): ChatClient {
  const { settings, model, apiKey, findProxies, now = () => performance.now() } = options;
  const { remote, run, close } = createModelServerClient({
    settings,
    apiKey,
    findProxies,
    timeouts: { ...timeouts, ...options.timeouts },
    operation: 'chat completions',
  });
  return {
    ask: async ({ messages, tools, maxTokens, signal, onText }) => {
      const startedAt = now();
      const answer = new AnswerReader(onText);
      let firstTokenMs: number | null = null;
      const request = {
        method: 'POST',
        path: '/chat/completions',
        json: {
          model,
          messages,
          ...(tools && tools.length > 0 && { tools }),
          max_tokens: maxTokens,
          stream: true,
          stream_options: { include_usage: true },
        },
        readOnly: true,
        signal,
      } as const;
      await run(async () => {
        for await (const data of remote.streamData(request)) {
          firstTokenMs ??= now() - startedAt;
          if (answer.read(data)) break;
        }
      }, signal);
      return answer.finish(firstTokenMs ?? now() - startedAt);
    },
    close,
  };
}

/** Puts the pieces of an answer together. */
class AnswerReader {
  readonly #onText: ((piece: string) => void) | undefined;
  #text = '';
  /** By the index that the server gives. */
  readonly #toolCalls = new Map<number, { id: string; name: string; arguments: string }>();
  #tokens: ChatAnswer['tokens'] = null;
  #isFiltered = false;

  constructor(onText?: (piece: string) => void) {
    this.#onText = onText;
  }

  /** Reads one event, and returns whether the answer is complete. */
  read(data: string): boolean {
    if (data.trim() === '[DONE]') return true;
    const { choices, usage, error } = parseChunk(data);
    if (error) {
      const reason = typeof error === 'string' ? error : (error.message ?? '');
      throw createAnswerError(`The server failed in the middle of an answer. ${shorten(reason)}`.trim());
    }
    if (usage) this.#tokens = { input: usage.prompt_tokens, output: usage.completion_tokens };
    for (const { delta, finish_reason } of choices?.slice(0, 1) ?? []) {
      if (finish_reason === 'content_filter') this.#isFiltered = true;
      if (delta?.content) this.#addText(delta.content);
      for (const { index, id, function: part } of delta?.tool_calls ?? []) {
        const call = this.#toolCalls.get(index) ?? { id: '', name: '', arguments: '' };
        this.#toolCalls.set(index, call);
        call.id ||= id ?? '';
        call.name += part?.name ?? '';
        call.arguments += part?.arguments ?? '';
        if (this.#toolCalls.size > maxToolCalls || call.arguments.length > maxArgumentsLength)
          throw createAnswerError('The model used too many tools at once.');
      }
    }
    return this.#text.length >= maxTextLength;
  }

  finish(firstTokenMs: number): ChatAnswer {
    if (this.#isFiltered && this.#text.trim() === '')
      throw createAnswerError('The filter of the server blocked the answer.');
    const toolCalls = [...this.#toolCalls.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([index, { id, name, arguments: json }]) => ({
        id: id || `call_${index}`,
        type: 'function' as const,
        function: { name, arguments: json || '{}' },
      }));
    if (this.#text.trim() === '' && toolCalls.length === 0) throw createAnswerError('The model sent an empty answer.');
    return { text: this.#text, toolCalls, firstTokenMs, tokens: this.#tokens };
  }

  #addText(text: string): void {
    const piece = text.slice(0, maxTextLength - this.#text.length);
    this.#text += piece;
    if (piece !== '') this.#onText?.(piece);
  }
}

function parseChunk(data: string): z.output<typeof chunkSchema> {
  try {
    return chunkSchema.parse(JSON.parse(data));
  } catch (cause) {
    throw createAnswerError('The server sent something other than an answer.', cause);
  }
}

function shorten(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}
