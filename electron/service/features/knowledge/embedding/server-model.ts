import { noCapabilities } from '../../../../../shared/workspaces/connection.ts';
import type { OtherModelSettings } from '../../../../../shared/knowledge/search-model.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { FindProxies } from '../../../platform/network/find-proxies.ts';
import { createRemoteClient } from '../../remote/create-remote-client.ts';
import { explainServerFailure } from '../../remote/explain-server-failure.ts';
import { RemoteError, type RemoteClient, type RemoteRequest } from '../../remote/remote-client.ts';
import {
  addPrefix,
  addUnitVector,
  SearchModelError,
  type EmbeddedText,
  type EmbedTextsOptions,
} from './text-embedder.ts';

export type ServerSettings = Extract<OtherModelSettings, { readonly kind: 'server' }>;

export type ServerModelOptions = {
  readonly settings: ServerSettings;
  readonly apiKey: string;
  /** Null while it is not known. */
  readonly dimensions: number | null;
  readonly findProxies: FindProxies;
};

/** Embeds texts with `POST /embeddings` of the OpenAI API. */
export type ServerModel = {
  readonly embed: (texts: readonly EmbeddedText[], options: EmbedTextsOptions) => Promise<Float32Array>;
  readonly close: () => void;
};

const maxBatchTexts = 32;
/** Numbers take up to 24 characters. */
const maxResponseBytes = 8 * 1024 * 1024;
const batchTimeouts = { connectMs: 10_000, idleMs: 60_000, totalMs: 120_000 };
/** A user or a caller waits for the answer. */
const searchTimeouts = { connectMs: 3_000, idleMs: 8_000, totalMs: 10_000 };

/** Creates the client of a server. Throws SearchModelError if the address or the API key cannot be used. */
export function createServerModel({ settings, apiKey, dimensions, findProxies }: ServerModelOptions): ServerModel {
  const open = (timeouts: typeof batchTimeouts): RemoteClient => {
    const { base_url, allow_http } = settings;
    const connection = { base_url, allow_http, org_id: '', key_header: 'Authorization', certificate_sha256: null };
    return createRemoteClient({ settings: connection, apiKey, capabilities: noCapabilities, findProxies, timeouts });
  };
  const clients = explainErrors(() => ({ batch: open(batchTimeouts), interactive: open(searchTimeouts) }));
  let expected = dimensions;

  const embedBatch = async (
    input: readonly string[],
    { priority = 'batch', signal }: EmbedTextsOptions,
  ): Promise<Float32Array> => {
    const request: RemoteRequest = {
      method: 'POST',
      path: '/embeddings',
      json: { model: settings.model, input, encoding_format: 'float' },
      readOnly: true,
      maxBytes: maxResponseBytes,
      ...(signal && { signal }),
    };
    const { body } = await clients[priority].request(request).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw toSearchModelError(error);
    });
    const vectors = readVectors(body, input.length, expected);
    expected ??= vectors.length / input.length;
    return vectors;
  };

  return {
    async embed(texts, options) {
      const batches: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += maxBatchTexts) {
        options.signal?.throwIfAborted();
        const batch = texts.slice(from, from + maxBatchTexts);
        const input = batch.map(({ text }) => addPrefix(text, settings, options.role));
        batches.push(await embedBatch(input, options));
      }
      return concatenate(batches);
    },
    close: () => {
      clients.batch.close();
      clients.interactive.close();
    },
  };
}

function explainErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw toSearchModelError(error);
  }
}

/** Reads `{ data: [{ index, embedding }] }`. The server can send the vectors in any order. */
function readVectors(body: unknown, count: number, dimensions: number | null): Float32Array {
  const data = isObject(body) ? body['data'] : undefined;
  if (!Array.isArray(data)) throw createAnswerError('The server sent something other than embeddings.');
  if (data.length !== count)
    throw createAnswerError(`The server sent ${data.length} vectors for ${count} ${count === 1 ? 'text' : 'texts'}.`);
  let vectors: Float32Array | undefined;
  let length = dimensions;
  const isSet = new Set<number>();
  for (const [position, item] of data.entries()) {
    const embedding = isObject(item) ? item['embedding'] : undefined;
    const index = isObject(item) && typeof item['index'] === 'number' ? item['index'] : position;
    if (!Array.isArray(embedding)) throw createAnswerError('The server sent something other than embeddings.');
    length ??= embedding.length;
    if (embedding.length !== length)
      throw createAnswerError(`The server sent a vector of ${embedding.length} numbers instead of ${length}.`);
    if (!Number.isInteger(index) || index < 0 || index >= count || isSet.has(index))
      throw createAnswerError('The server sent vectors that do not belong to the texts.');
    isSet.add(index);
    vectors ??= new Float32Array(count * length);
    const numbers = embedding.every((value) => typeof value === 'number') ? embedding : [];
    if (numbers.length !== length || !addUnitVector(numbers, vectors, index * length))
      throw createAnswerError(
        'The server sent a vector that is not valid: some of its numbers are missing or infinite.',
      );
  }
  return vectors ?? new Float32Array(0);
}

function createAnswerError(message: string): SearchModelError {
  return new SearchModelError(message, 'Check the base URL and the name of the model.');
}

/** Returns a sentence for each way in which a request can fail. */
function toSearchModelError(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error;
  const { message, fix } = explainServerFailure(error, 'embeddings');
  return new SearchModelError(message, fix, { retryAfterMs: error.retryAfterMs, cause: error });
}

function concatenate(parts: readonly Float32Array[]): Float32Array {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
