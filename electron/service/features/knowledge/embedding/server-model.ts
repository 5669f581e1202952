import { noCapabilities } from '../../../../../shared/workspaces/connection.ts';
import type { OtherModelSettings } from '../../../../../shared/knowledge/search-model.ts';
import type { FindProxies } from '../../../platform/network/find-proxies.ts';
import { createRemoteClient } from '../../remote/create-remote-client.ts';
import { explainServerFailure } from '../../remote/explain-server-failure.ts';
import { RemoteError, type RemoteClient, type RemoteRequest } from '../../remote/remote-client.ts';
import { readEmbeddings } from './read-embeddings.ts';
import { addPrefix, SearchModelError, type EmbeddedText, type EmbedTextsOptions } from './text-embedder.ts';

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

  let maxTexts = maxBatchTexts;
  let isFormatRefused = false;

  const requestBatch = async (
    input: readonly string[],
    { priority = 'batch', signal }: EmbedTextsOptions,
  ): Promise<Float32Array> => {
    const request: RemoteRequest = {
      method: 'POST',
      path: '/embeddings',
      json: { model: settings.model, input, ...(!isFormatRefused && { encoding_format: 'float' }) },
      readOnly: true,
      maxBytes: maxResponseBytes,
      ...(signal && { signal }),
    };
    const { body } = await clients[priority].request(request);
    const vectors = readEmbeddings(body, { count: input.length, dimensions: expected, apiKey });
    expected ??= vectors.length / input.length;
    return vectors;
  };

  /** Sends the texts in smaller batches, or without the format, if the server refuses them. */
  const embedBatch = async (input: readonly string[], options: EmbedTextsOptions): Promise<Float32Array> => {
    try {
      if (input.length <= maxTexts) return await requestBatch(input, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const canSplit = input.length > 1 && (isTooLarge(error) || refuses(error, batchWords));
      if (canSplit) maxTexts = Math.min(maxTexts, Math.ceil(input.length / 2));
      else if (isFormatRefused || !refuses(error, /encoding_format/)) throw toSearchModelError(error);
      else {
        isFormatRefused = true;
        return embedBatch(input, options);
      }
    }
    const size = maxTexts;
    return concatenate([await embedBatch(input.slice(0, size), options), await embedBatch(input.slice(size), options)]);
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

/** What servers say about too many texts in one request. */
const batchWords = /\bbatch|\btoo (?:many|large)\b|\b(?:inputs|texts|items)\b/i;

function refuses(error: unknown, words: RegExp): boolean {
  return error instanceof RemoteError && error.kind === 'rejected' && words.test(error.message);
}

const isTooLarge = (error: unknown) => error instanceof RemoteError && error.status === 413;

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
