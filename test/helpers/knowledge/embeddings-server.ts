import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../remote/start-local-server.ts';
import { probeQuestions } from '../../../electron/service/features/knowledge/embedding/probe-questions.ts';

export type EmbeddingsRequest = {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
};

/** Answers instead of the server. Returns false if the server is to answer. */
export type Fault = (response: ServerResponse, request: EmbeddingsRequest) => boolean;

/** A server with `POST /embeddings` of the OpenAI API. */
export type EmbeddingsServer = {
  readonly baseUrl: string;
  readonly requests: EmbeddingsRequest[];
  /** Null while it works. */
  fault: Fault | null;
  readonly close: () => Promise<void>;
};

type EmbeddingsServerOptions = {
  readonly dimensions?: number;
  readonly apiKey?: string;
  /** Words of other languages, with the English words whose meaning they have. */
  readonly dictionary?: Readonly<Record<string, string>>;
  readonly delayMs?: number;
};

/** The probe's questions and passages by their text: both have the same meaning. */
const meanings = new Map(
  Object.entries(probeQuestions).flatMap(([language, pairs]) =>
    pairs.flatMap(([question, passage], index) =>
      [question, passage].map((text) => [text, `${language} ${index}`] as const),
    ),
  ),
);

/** Texts with the same words have similar vectors, also if the words are of different languages. */
export async function startEmbeddingsServer(options: EmbeddingsServerOptions = {}): Promise<EmbeddingsServer> {
  const { dimensions = 64, apiKey = '', dictionary = {}, delayMs = 0 } = options;
  const requests: EmbeddingsRequest[] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of message) text += String(part);
    const body = JSON.parse(text) as Pick<EmbeddingsRequest, 'model' | 'input'>; // sent by the service
    const request = { path: message.url ?? '', authorization: message.headers.authorization, ...body };
    const { model, input } = body;
    requests.push(request);
    if (started.fault?.(response, request)) return;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const status =
      request.path !== '/v1/embeddings'
        ? 404
        : apiKey !== '' && request.authorization !== `Bearer ${apiKey}`
          ? 401
          : 200;
    if (status !== 200) return void sendJson(response, status, { error: 'no' });
    const data = input.map((one, index) => ({ index, embedding: embedWords(one, dimensions, dictionary) }));
    sendJson(response, 200, { object: 'list', data: data.toReversed(), model });
  };
  const { origin, close } = await startLocalServer(answer);
  const started: EmbeddingsServer = {
    baseUrl: `${origin}/v1`,
    requests,
    fault: null,
    close,
  };
  return started;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): true {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  return true;
}

export function embedWords(text: string, dimensions: number, dictionary: Readonly<Record<string, string>>): number[] {
  const vector = Array.from({ length: dimensions }, () => 0.01);
  const meaning = meanings.get(text);
  const words = meaning === undefined ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [meaning];
  for (const word of words) {
    const hash = hashWord(dictionary[word] ?? word.replace(/s$/, ''));
    for (let i = 0; i < 4; i++) {
      const at = (hash >>> (i * 6)) % dimensions;
      vector[at] = (vector[at] ?? 0) + ((hash >>> (24 + i)) & 1 ? 1 : -1);
    }
  }
  return vector;
}

function hashWord(word: string): number {
  let hash = 2_166_136_261;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0;
}
