// Public: other features may import this file.
import type { LanguageModelSettings } from '../../../../shared/agents/language-model.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { createModelServerClient } from '../model-server/model-server-client.ts';
import type { RemoteTimeouts } from '../remote/create-remote-client.ts';
import { RemoteError } from '../remote/remote-client.ts';
import { AnswerReader, type AnswerContent } from './answer-reader.ts';
import type { ChatToolCall } from './tool-call-collector.ts';

export type { ChatToolCall };

/** A message of a conversation, as `POST /chat/completions` expects it. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ChatToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

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

export type ChatAnswer = AnswerContent & {
  /** From the request to the first piece of the answer. */
  readonly firstTokenMs: number;
};

export type ChatClient = {
  /** Rejects with ModelServerError, or with the reason of `signal`. */
  readonly ask: (request: ChatRequest) => Promise<ChatAnswer>;
  readonly close: () => void;
};

const timeouts = { connectMs: 5_000, idleMs: 30_000, totalMs: 60_000 };

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
  const refused = new Set<OptionalParameter>();
  return {
    ask: async ({ messages, tools, maxTokens, signal, onText }) => {
      const startedAt = now();
      let firstTokenMs: number | null = null;
      const readAnswer = async (): Promise<AnswerReader> => {
        const answer = new AnswerReader(apiKey, onText);
        const json = {
          model,
          messages,
          ...(tools && tools.length > 0 && { tools }),
          [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
          stream: true,
          ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
        };
        const request = { method: 'POST', path: '/chat/completions', json, readOnly: true, signal } as const;
        for await (const data of remote.streamData(request)) {
          firstTokenMs ??= now() - startedAt;
          if (answer.read(data)) break;
        }
        return answer;
      };
      const ask = (): Promise<AnswerReader> =>
        readAnswer().catch((error: unknown) => {
          const parameter = findRefused(error);
          if (parameter === undefined || refused.has(parameter)) throw error;
          refused.add(parameter);
          return ask();
        });
      const answer = await run(ask, signal);
      return { ...answer.finish(), firstTokenMs: firstTokenMs ?? now() - startedAt };
    },
    close,
  };
}

/** Parameters that some servers refuse. Newer models of OpenAI have another name for the first one. */
const optionalParameters = ['stream_options', 'max_tokens'] as const;

type OptionalParameter = (typeof optionalParameters)[number];

/** Returns the parameter that a server refuses, according to its words. */
function findRefused(error: unknown): OptionalParameter | undefined {
  if (!(error instanceof RemoteError) || error.kind !== 'rejected') return undefined;
  return optionalParameters.find((name) => new RegExp(`\\b${name}\\b`).test(error.message));
}
