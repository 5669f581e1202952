import { Agent, request as startRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { getEndpoint } from './base-url.ts';
import { ConnectionError, getErrorCode, type Connector } from './open-connection.ts';
import { RemoteError } from './remote-client.ts';

export type RequestTimeouts = {
  /** Without a byte in either direction. */
  readonly idleMs: number;
  readonly totalMs: number;
};

export type HttpRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | (() => Readable);
  /** An agent for the origin of the URL. */
  readonly agent: Agent;
  /** Sends the request again with this agent, if a connection that was kept alive turns out to be closed. */
  readonly retryAgent?: Agent;
  readonly timeouts: RequestTimeouts;
  readonly signal: AbortSignal;
};

/** The body must be read, or the message destroyed. */
export type HttpResponse = {
  readonly status: number;
  readonly message: IncomingMessage;
  /** Converts an error that occurs while the body is read. */
  readonly toError: (cause: unknown) => RemoteError;
};

/**
 * Creates an agent for one origin. A request is given to a connection only after that is open and its certificate checked, so
 * that a request without a connection was not sent.
 */
export function createAgent(connect: Connector, origin: URL, { keepAlive }: { readonly keepAlive: boolean }): Agent {
  return new ConnectorAgent(connect, origin, keepAlive);
}

class ConnectorAgent extends Agent {
  readonly #open: () => Promise<Socket>;

  constructor(connect: Connector, origin: URL, keepAlive: boolean) {
    super({ keepAlive, maxSockets: 16, maxFreeSockets: 4 });
    this.#open = () => connect(getEndpoint(origin));
  }

  override createConnection(_options: object, callback?: (error: Error | null, socket: Socket) => void): undefined {
    // oxlint-disable promise/no-callback-in-promise -- the interface of an agent is a callback
    this.#open().then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never), // the type declares a socket also beside an error
    );
  }
}

/** Sends a request, and resolves when the headers of the response have arrived. Rejects with RemoteError. */
export function sendRequest(options: HttpRequest): Promise<HttpResponse> {
  const { url, timeouts, signal } = options;
  let isSent = false;
  let stopped: RemoteError | null = null;
  const toError = (cause: unknown) => stopped ?? convertError(cause, isSent);
  return new Promise<HttpResponse>((resolve, reject) => {
    if (signal.aborted) return reject(createStoppedError(false));
    let message: IncomingMessage | null = null;
    const stop = (error: RemoteError) => {
      stopped ??= error;
      (message ?? request).destroy(stopped);
      // A request that waits for its connection reports its end only after that.
      end();
      reject(stopped);
    };
    const expire = (milliseconds: number) => stop(createTimeoutError(milliseconds, isSent));
    const abort = () => stop(createStoppedError(isSent));
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const { host, port } = getEndpoint(url);
    const request = startRequest({
      // Also for HTTPS: the agent opens the connections, with TLS.
      protocol: 'http:',
      host,
      port,
      path: `${url.pathname}${url.search}`,
      method: options.method,
      headers: { ...options.headers, Host: url.host },
      agent: options.agent,
    });
    const timer = setTimeout(expire, timeouts.totalMs, timeouts.totalMs);
    signal.addEventListener('abort', abort, { once: true });
    request.setTimeout(timeouts.idleMs, () => expire(timeouts.idleMs));
    request.once('socket', () => (isSent = true));
    request.once('close', end);
    request.on('error', (error) => {
      const { retryAgent, ...others } = options;
      const canRetry = retryAgent && request.reusedSocket && !stopped && isBroken(error);
      if (canRetry) resolve(sendRequest({ ...others, agent: retryAgent }));
      else reject(toError(error));
    });
    request.once('response', (response) => {
      message = response;
      response.on('error', () => {}); // reported to the reader of the body
      // The remote has answered before it received the whole body: the connection cannot be used again.
      response.once('end', () => request.writableFinished || request.destroy());
      resolve({ status: response.statusCode ?? 0, message: response, toError });
    });
    const { body } = options;
    if (typeof body !== 'function') request.end(body);
    else pipeline(body(), request, () => {}); // an error destroys the request, which emits it
  }).catch((error: unknown) => {
    throw toError(error);
  });
}

/** Reads a body up to a number of bytes; of a longer one, the rest is not read. Rejects with RemoteError. */
export async function readBody(
  { message, toError }: HttpResponse,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isComplete: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A message without an encoding emits buffers.
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) break;
    }
  } catch (error) {
    throw toError(error);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isComplete: size <= maxBytes };
}

function convertError(cause: unknown, isSent: boolean): RemoteError {
  if (cause instanceof RemoteError) return cause;
  if (cause instanceof ConnectionError) return new RemoteError('unreachable', cause.message, { wasSent: false, cause });
  if (!isSent) return new RemoteError('unreachable', 'The request could not be sent.', { wasSent: false, cause });
  if (getErrorCode(cause).startsWith('HPE_'))
    return new RemoteError('invalid', 'The remote did not answer with HTTP.', { wasSent: true, cause });
  return new RemoteError('no_answer', 'The connection broke before the remote had answered.', {
    wasSent: true,
    cause,
  });
}

function createTimeoutError(milliseconds: number, wasSent: boolean): RemoteError {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  const message = `The remote did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new RemoteError(wasSent ? 'no_answer' : 'unreachable', message, { wasSent });
}

function createStoppedError(wasSent: boolean): RemoteError {
  return new RemoteError('stopped', 'The request was stopped.', { wasSent });
}

function isBroken(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(getErrorCode(error));
}
