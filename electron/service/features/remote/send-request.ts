import { parseJsonKeepingIntegers } from '../../platform/exact-json.ts';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { FindProxies, ProxyChoice } from '../../platform/network/find-proxies.ts';
import { getEndpoint } from './base-url.ts';
import { ConnectionError, getErrorCode } from './connection-error.ts';
import type { AgentRequest, ConnectorAgent } from './connector-agent.ts';
import { createProxyHeaders, createRefusal, tryProxies } from './open-connection.ts';
import { RemoteError, type RemoteResponse } from './remote-client.ts';

type RequestTimeouts = {
  /** Time without a byte in either direction. */
  readonly idleMs: number;
  readonly totalMs: number;
};

export type HttpRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | (() => Readable);
  /** An agent for the origin of the URL. */
  readonly agent: ConnectorAgent;
  /** Sends the request again with this agent, if a connection that was kept alive turns out to be closed. */
  readonly retryAgent?: ConnectorAgent;
  readonly findProxies: FindProxies;
  readonly timeouts: RequestTimeouts;
  readonly signal: AbortSignal;
};

/** The body must be read, or the message destroyed. */
export type HttpResponse = {
  readonly status: number;
  readonly message: IncomingMessage;
  /** The body of the message without its compression. */
  readonly body: Readable;
  /** Converts an error that occurs while the body is read. */
  readonly toError: (cause: unknown) => RemoteError;
};

/** Sends a request, and resolves when the headers of the response have arrived. Rejects with RemoteError. */
export function sendRequest(options: HttpRequest): Promise<HttpResponse> {
  return tryProxies(options.url, options.findProxies, (proxy) => sendThrough(proxy, options));
}

function sendThrough(proxy: ProxyChoice, options: HttpRequest): Promise<HttpResponse> {
  const { url, timeouts, signal } = options;
  const endpoint = getEndpoint(url);
  // Through a tunnel, a request is the same as without a proxy.
  const forwardingProxy = !endpoint.isTls && proxy && !('unusable' in proxy) ? proxy : null;
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
    const path = `${url.pathname}${url.search}`;
    const agentRequest: AgentRequest = {
      // Also for HTTPS: the agent opens the connections, with TLS.
      protocol: 'http:',
      host: endpoint.host,
      port: endpoint.port,
      path: forwardingProxy ? `${url.origin}${path}` : path,
      method: options.method,
      headers: { ...options.headers, ...(forwardingProxy && createProxyHeaders(forwardingProxy)), Host: url.host },
      agent: options.agent,
      proxy,
    };
    const request = startRequest(agentRequest);
    const timer = setTimeout(expire, timeouts.totalMs, timeouts.totalMs);
    signal.addEventListener('abort', abort, { once: true });
    request.setTimeout(timeouts.idleMs, () => expire(timeouts.idleMs));
    request.once('socket', () => (isSent = true));
    request.once('close', end);
    request.on('error', (error) => {
      const { retryAgent, ...others } = options;
      const canRetry = retryAgent && request.reusedSocket && !stopped && isBroken(error);
      if (canRetry) resolve(sendThrough(proxy, { ...others, agent: retryAgent }));
      else reject(toError(error));
    });
    request.once('response', (response) => {
      message = response;
      options.agent.noteResponse(response);
      response.on('error', () => {}); // reported to the reader of the body
      // Only a proxy asks for its own password. It has not forwarded the request.
      if (response.statusCode === 407 && forwardingProxy)
        return stop(convertError(createRefusal(407, endpoint, forwardingProxy), false));
      // The remote has answered before it received the whole body: the connection cannot be used again.
      response.once('end', () => request.writableFinished || request.destroy());
      resolve({ status: response.statusCode ?? 0, message: response, body: decodeBody(response), toError });
    });
    const { body } = options;
    if (typeof body !== 'function') request.end(body);
    else pipeline(body(), request, () => {}); // an error destroys the request, which emits it
  }).catch((error: unknown) => {
    throw toError(error);
  });
}

/** Most responses are shorter. */
const startBytes = 16 * 1024;

/**
 * Reads a body up to a number of bytes; of a longer one, the rest is not read. The bytes are copied, because a body in tiny pieces
 * would need many times its size. Rejects with RemoteError.
 */
export async function readBody(
  { body, toError }: Pick<HttpResponse, 'body' | 'toError'>,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isComplete: boolean }> {
  let bytes = Buffer.allocUnsafe(Math.min(maxBytes, startBytes));
  let size = 0;
  try {
    // A stream without an encoding emits buffers.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const end = size + chunk.length;
      if (end > bytes.length && bytes.length < maxBytes) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      chunk.copy(bytes, size);
      size = end;
      if (size > maxBytes) break;
    }
  } catch (error) {
    throw toError(error);
  }
  return { bytes: bytes.subarray(0, size), isComplete: size <= maxBytes };
}

function convertError(cause: unknown, isSent: boolean): RemoteError {
  if (cause instanceof RemoteError) return cause;
  if (cause instanceof ConnectionError) return new RemoteError('unreachable', cause.message, { wasSent: false, cause });
  if (!isSent) return new RemoteError('unreachable', 'The request could not be sent.', { wasSent: false, cause });
  if (getErrorCode(cause).startsWith('HPE_'))
    return new RemoteError('invalid', 'The remote did not respond with HTTP.', { wasSent: true, cause });
  if (isDecodingError(getErrorCode(cause)))
    return new RemoteError('invalid', 'The remote sent compressed data that cannot be read.', { wasSent: true, cause });
  return new RemoteError('no_answer', 'The connection broke before the remote had responded.', {
    wasSent: true,
    cause,
  });
}

function createTimeoutError(milliseconds: number, wasSent: boolean): RemoteError {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  const message = `The remote did not respond within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return new RemoteError(wasSent ? 'no_answer' : 'unreachable', message, { wasSent });
}

function createStoppedError(wasSent: boolean): RemoteError {
  return new RemoteError('stopped', 'The request was stopped.', { wasSent });
}

function isBroken(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(getErrorCode(error));
}

/** Objects and lists in one response. Each needs many times the memory of its text, and real data has longer ones. */
const maxContainers = 250_000;

/** Bodies that are no JSON, and may not end. */
const mediaPattern = /^(audio|image|multipart|video)\/|^text\/event-stream$/;

/**
 * Reads the JSON of a successful response, whichever type of text it is said to be. Rejects with RemoteError `invalid` if it is
 * something else, or too large.
 */
export async function readJsonResponse(response: HttpResponse, maxBytes: number): Promise<RemoteResponse> {
  const { status, message } = response;
  const reject = (reason: string) => {
    message.destroy();
    return new RemoteError('invalid', reason, { wasSent: true, status });
  };
  const { headers } = message;
  const etag = headers.etag ?? null;
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(/\s*;/);
  const notJson = 'The remote sent something other than JSON.';
  const kilobytes = Math.round(maxBytes / 1024);
  const tooLarge = `The remote sent more than ${kilobytes < 1024 ? `${kilobytes} KB` : `${Math.round(kilobytes / 1024)} MB`}.`;
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw reject(tooLarge);
  if (mediaPattern.test(mediaType) && headers['content-length'] !== '0') throw reject(notJson);
  const { bytes, isComplete } = await readBody(response, maxBytes);
  if (!isComplete) throw reject(tooLarge);
  if (countContainers(bytes) > maxContainers)
    throw reject(`The remote sent more than ${maxContainers.toLocaleString('en')} objects and lists at once.`);
  const text = bytes.toString().replace(/^\ufeff/, '');
  if (text.trim() === '') return { status, body: null, etag };
  try {
    return { status, body: parseJsonKeepingIntegers(text), etag, bytes: bytes.length };
  } catch {
    if (mediaType === 'text/html' || /^\s*</.test(text)) throw reject('The remote sent a web page instead of data.');
    throw reject(/[/+]json$/.test(mediaType) ? 'The remote sent JSON that cannot be read.' : notJson);
  }
}

/** Counts the objects and lists in JSON, and the brackets in its texts, which are few. */
function countContainers(json: Buffer): number {
  let count = 0;
  for (let index = 0; index < json.length; index += 1) if (json[index] === 0x5b || json[index] === 0x7b) count += 1;
  return count;
}

export const acceptedEncodings = 'gzip, deflate, br';

type CreateDecoder = (start: Buffer) => Transform;

/** By name (RFC 9110, section 8.4.1). Some servers send deflate without the header of zlib, whose first byte ends with an 8. */
const decoders: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', ([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

/** Names that some servers send for no compression. */
const noCoding = /^(?:|identity|none|utf-?8)$/;

/** A proxy can compress what a server has compressed. */
const maxCodings = 2;

/** Returns the body of a response without its compression. Compressed or not, it is read only as fast as its reader asks. */
function decodeBody(message: IncomingMessage): Readable {
  const names = (message.headers['content-encoding'] ?? '').toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => !noCoding.test(name));
  const isEmpty = message.statusCode === 204 || message.statusCode === 304 || message.headers['content-length'] === '0';
  if (isEmpty || codings.length === 0) return message;
  // The last one was applied last.
  const creators = codings.toReversed().flatMap((name) => decoders.get(name) ?? []);
  if (creators.length < codings.length || creators.length > maxCodings) return createUnreadable(message);
  return Readable.from(decode(message, creators), { objectMode: false });
}

/** Yields the content of a compressed body. An empty one is not compressed. */
async function* decode(message: IncomingMessage, creators: readonly CreateDecoder[]): AsyncGenerator<Buffer> {
  const chunks = (message as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const start = await chunks.next();
  if (start.done === true) return;
  async function* restore() {
    yield start.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const [first, second] = creators.map((create) => create(start.value));
  if (!first) return;
  const last = second ?? first;
  // The reader of the last decoder receives the error.
  if (second) pipeline(restore, first, second, () => {});
  else pipeline(restore, first, () => {});
  yield* last as AsyncIterable<Buffer>;
}

/** Whether an error is about the compressed data itself. */
function isDecodingError(code: string): boolean {
  return /^(Z_|ERR__ERROR_|ERR_BROTLI)/.test(code);
}

function createUnreadable(message: IncomingMessage): Readable {
  return new Readable({
    read() {
      message.destroy();
      const reason = 'The remote sent data in a compression that Switchboard does not support.';
      this.destroy(new RemoteError('invalid', reason, { wasSent: true, status: message.statusCode ?? null }));
    },
  });
}
