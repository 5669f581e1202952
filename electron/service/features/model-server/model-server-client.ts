// Public: other features may import this file.
import * as z from 'zod';
import { noCapabilities } from '../../../../shared/workspaces/connection.ts';
import type { ModelServerAddress } from '../../../../shared/workspaces/model-server.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { createRemoteClient, type DataClient, type RemoteTimeouts } from '../remote/create-remote-client.ts';
import { explainServerFailure } from '../remote/explain-server-failure.ts';
import { RemoteError } from '../remote/remote-client.ts';

/** A server, or a model on it, that cannot be used now. The message is a sentence for the user and contains no secret. */
export class ModelServerError extends Error {
  override readonly name = 'ModelServerError';
  /** What to do about it, as a sentence. */
  readonly fix: string;
  /** What failed: the way to the server, the API key, the name of the model, or the answer. */
  readonly failed: 'address' | 'key' | 'model' | 'answer';

  constructor(message: string, fix: string, failed: ModelServerError['failed'], cause?: unknown) {
    super(message, { cause });
    this.fix = fix;
    this.failed = failed;
  }
}

const maxModels = 1_000;

const nameSchema = z.string().min(1).max(300);

/** An entry without a usable name is left out. */
const modelSchema = z
  .union([
    nameSchema,
    z.object({ id: nameSchema }).transform(({ id }) => id),
    z.object({ model: nameSchema }).transform(({ model }) => model),
    z.object({ key: nameSchema }).transform(({ key }) => key),
    z.object({ name: nameSchema }).transform(({ name }) => name),
  ])
  .nullable()
  .catch(null);

const modelListSchema = z.array(modelSchema);

/** `{ data }`, as in the OpenAI API; a server without models can send null. Other servers send `{ models }`, or only the list. */
const modelsSchema = z.union([
  modelListSchema,
  z.object({ data: modelListSchema.nullable() }).transform(({ data }) => data ?? []),
  z.object({ models: modelListSchema }).transform(({ models }) => models),
]);

export type ModelServerClientOptions = {
  readonly settings: ModelServerAddress;
  readonly apiKey: string;
  readonly findProxies: FindProxies;
  readonly timeouts?: Partial<RemoteTimeouts>;
  /** What is asked of the server, in the plural, such as "embeddings". */
  readonly operation: string;
};

/** A client of one server with the OpenAI API. */
export type ModelServerClient = {
  readonly remote: DataClient;
  /** Runs a request. Rejects with ModelServerError, or with the reason of `signal`. */
  readonly run: <Result>(request: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;
  readonly listModels: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly close: () => void;
};

/** Throws ModelServerError if the address or the API key cannot be used. */
export function createModelServerClient(options: ModelServerClientOptions): ModelServerClient {
  const { settings, apiKey, findProxies, timeouts = {}, operation } = options;
  const toError = (error: unknown) => toModelServerError(error, operation);
  const remote = openRemote({ settings, apiKey, findProxies, timeouts }, toError);
  const run: ModelServerClient['run'] = async (request, signal) => {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      throw toError(error);
    }
  };
  return {
    remote,
    run,
    listModels: (signal) =>
      run(async () => {
        const { body } = await remote.request({ method: 'GET', path: '/models', signal });
        const parsed = modelsSchema.safeParse(body);
        if (!parsed.success) throw createAnswerError('The server sent something other than a list of models.');
        const names = new Set(parsed.data.filter((name) => name !== null).slice(0, maxModels));
        return [...names].toSorted((a, b) => a.localeCompare(b, 'en'));
      }, signal),
    close: () => remote.close(),
  };
}

function openRemote(
  { settings, apiKey, findProxies, timeouts }: Required<Omit<ModelServerClientOptions, 'operation'>>,
  toError: (error: unknown) => unknown,
): DataClient {
  const { base_url, allow_http } = settings;
  const connection = { base_url, allow_http, org_id: '', key_header: 'Authorization', certificate_sha256: null };
  try {
    return createRemoteClient({ settings: connection, apiKey, capabilities: noCapabilities, findProxies, timeouts });
  } catch (error) {
    throw toError(error);
  }
}

/** Returns the error of an answer that cannot be used. */
export function createAnswerError(message: string, cause?: unknown): ModelServerError {
  return new ModelServerError(message, 'Check the base URL and the name of the model.', 'answer', cause);
}

function toModelServerError(error: unknown, operation: string): unknown {
  if (!(error instanceof RemoteError)) return error;
  const { message, fix } = explainServerFailure(error, operation);
  return new ModelServerError(message, fix, findFailedPart(error), error);
}

function findFailedPart({ kind, status, wasSent }: RemoteError): ModelServerError['failed'] {
  if (kind === 'unauthorized' || status === 403) return 'key';
  if (status === 404) return 'model';
  return wasSent ? 'answer' : 'address';
}
