// Public: other features may import this file.
import { Problem, type ProblemCode } from '../../../../shared/contract/problems.ts';
import type { Capabilities, ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { isStorageFull } from '../../platform/http/to-problem.ts';

export type RemoteRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, with encoded parameters: `/calls/call_1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly json?: unknown;
  /** A POST that changes nothing, such as a search. */
  readonly readOnly?: true;
  /** Sent as multipart/form-data. */
  readonly upload?: RemoteUpload;
  /** Sent only if the remote honours it. */
  readonly idempotencyKey?: string;
  /** Whether it was sent before. It then has a connection of its own: one that was kept alive may have lost it. */
  readonly isRepeat?: boolean;
  readonly ifMatch?: string;
  /** Sent as If-None-Match. */
  readonly etag?: string | null;
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
};

/** A file that is streamed from the disk, or its content. */
export type RemoteUpload = {
  readonly fields: Readonly<Record<string, string>>;
  readonly fileName: string;
  /** By default, `application/octet-stream`. */
  readonly mediaType?: string;
  readonly sizeBytes: number;
} & ({ readonly path: string } | { readonly content: Buffer });

/** A successful response, or 304. An empty body is null. */
export type RemoteResponse = {
  readonly status: number;
  readonly body: unknown;
  readonly etag: string | null;
  /** The size of the body; undefined if it is empty. */
  readonly bytes?: number;
  /** The URL that responded, if the remote redirected the request. */
  readonly redirectedTo?: URL;
};

/** A successful response that is not JSON, such as audio. */
export type RemoteData = {
  readonly bytes: Buffer;
  /** In lower case, with its parameters: `audio/l16; rate=24000`. */
  readonly mediaType: string;
};

/**
 * `unreachable`: no connection (name, TCP, TLS, proxy). `no_answer`: the connection broke or timed out after the request was sent.
 * `rejected`: 4xx, or a request that can never be sent, because its file is missing or its ID cannot be part of a path.
 * `unauthorized`: 401. `busy`: the remote asks to wait, with 408, 425, 429 or 503. `failed`: another 5xx.
 * `invalid`: the response is not valid, such as HTML or too much data.
 * `wrong_organization`: the remote does not have the organization of the connection. `stopped`: the signal was aborted.
 */
export type RemoteErrorKind =
  | 'unreachable'
  | 'no_answer'
  | 'rejected'
  | 'unauthorized'
  | 'busy'
  | 'failed'
  | 'invalid'
  | 'wrong_organization'
  | 'stopped';

/** A longer Retry-After is cut, so that a wrong one does not stop the sync for days. */
export const maxRetryAfterMs = 60 * 60_000;

/** A request to the remote that failed. The message is a sentence for the user and contains no secret. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly kind: RemoteErrorKind;
  /** False if no byte of the request can have reached the remote. It is then safe to send it again. */
  readonly wasSent: boolean;
  readonly status: number | null;
  /** The code that the remote gave to the problem, such as `idempotency_in_flight`; null if it gave none. */
  readonly code: string | null;
  /** Milliseconds to wait according to Retry-After (RFC 9110, section 10.2.3), from the arrival of the response; null without it. */
  readonly retryAfterMs: number | null;
  /** Whether the same request would get the same response, so that it is not repeated, not even with an Idempotency-Key. */
  readonly isFinal: boolean;

  constructor(
    kind: RemoteErrorKind,
    message: string,
    options: {
      readonly wasSent: boolean;
      readonly status?: number | null;
      readonly code?: string | null;
      readonly retryAfterMs?: number | null;
      readonly isFinal?: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.wasSent = options.wasSent;
    this.status = options.status ?? null;
    this.code = options.code ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isFinal = options.isFinal ?? false;
  }
}

/** Whether a failure may concern only the item of the request: the same request for another item may succeed. */
export function concernsItem(error: unknown): error is RemoteError {
  return error instanceof RemoteError && ['rejected', 'failed', 'invalid'].includes(error.kind);
}

/** Whether the remote answered that it does not have the item of the request. */
export function isMissing(error: unknown): boolean {
  return error instanceof RemoteError && (error.status === 404 || error.status === 410);
}

/**
 * Returns a remote's failure as a Problem: with the remote's code if it is one of `known`, otherwise `remote_failed`. Returns any other
 * error as it is.
 */
export function asProblem(error: unknown, known: readonly ProblemCode[] = []): unknown {
  if (!(error instanceof RemoteError)) return error;
  const code = known.find((one) => one === error.code) ?? 'remote_failed';
  return new Problem(code, error.message, { cause: error });
}

/** Returns the error of a file that could not be stored on this computer. */
export function createStorageError(cause: unknown): RemoteError {
  const message = isStorageFull(cause)
    ? 'The file could not be stored, because the disk is full.'
    : 'The file could not be stored.';
  return new RemoteError('invalid', message, { wasSent: true, cause });
}

/** A file that was downloaded and checked to be of the expected type. */
export type DownloadedFile = { readonly path: string; readonly sha256: string; readonly sizeBytes: number };

export type DownloadOptions = {
  /** As the remote wrote it; on any host. The API key is sent to the origin of the base URL only. */
  readonly url: string;
  readonly type: 'mp3' | 'pdf';
  /** Where to write the file. It is on disk (fsync) when the promise resolves, and removed if it rejects. */
  readonly path: string;
  readonly signal?: AbortSignal;
};

/** The HTTP client of one remote. Every method rejects with RemoteError only. */
export type RemoteClient = {
  readonly settings: ConnectionSettings;
  readonly capabilities: Capabilities;
  /** Identifies the API key without revealing it. */
  readonly keyHash: string;
  readonly request: (request: RemoteRequest) => Promise<RemoteResponse>;
  readonly download: (options: DownloadOptions) => Promise<DownloadedFile>;
  /** Yields the name of each event of the remote's stream, until it ends. */
  readonly readEvents: (path: string, signal: AbortSignal) => AsyncGenerator<string, void, undefined>;
  /** Closes the connections that were kept alive, because they may lead nowhere after a change of the network. */
  readonly closeIdle: () => void;
  readonly close: () => void;
};

/** The remote of a linked workspace. The client is replaced when its address or its API key changes. */
export type RemoteLink = {
  /** Rejects with RemoteError `unauthorized` if no API key is stored. */
  readonly getClient: () => Promise<RemoteClient>;
  /** The ID of the organization on the remote. */
  readonly remoteOrgId: string;
};
