// Public: other features may import this file.
import { createHash, randomUUID } from 'node:crypto';
import { validateHeaderValue, type IncomingHttpHeaders } from 'node:http';
import { bearerHeader, type Capabilities, type ConnectionSettings } from '../../../../shared/workspaces/connection.ts';
import { findNoProxy, type FindProxies } from '../../platform/network/find-proxies.ts';
import { checkBaseUrl } from './base-url.ts';
import { ConnectorAgent } from './connector-agent.ts';
import {
  acceptedEncodings,
  readJsonResponse,
  readBody,
  sendRequest,
  type HttpRequest,
  type HttpResponse,
} from './send-request.ts';
import { describeErrorResponse, createStatusError } from './create-status-error.ts';
import { downloadFile, type DownloadLimits } from './download-file.ts';
import { readEventStream } from './read-event-stream.ts';
import { readStreamData } from './read-stream-data.ts';
import { createMultipartBody } from './multipart-body.ts';
import { createConnector, resolveWithSystem, type ResolveHost } from './open-connection.ts';
import {
  RemoteError,
  type RemoteClient,
  type RemoteData,
  type RemoteRequest,
  type RemoteResponse,
} from './remote-client.ts';

export type RemoteTimeouts = {
  /** Time for the look-up of the name, TCP and TLS together. */
  readonly connectMs: number;
  /** Time without a byte in either direction. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** Total time of an upload or a download. */
  readonly transferMs: number;
};

export type RemoteClientOptions = {
  readonly settings: ConnectionSettings;
  readonly apiKey: string;
  readonly capabilities: Capabilities;
  readonly timeouts?: Partial<RemoteTimeouts>;
  readonly downloadLimits?: Partial<DownloadLimits>;
  readonly resolve?: ResolveHost;
  readonly findProxies?: FindProxies;
  readonly now?: () => number;
  /** Called when the headers of a response have arrived, except for downloads. */
  readonly onResponse?: (
    path: string,
    response: { readonly status: number; readonly headers: IncomingHttpHeaders; readonly url: URL },
  ) => void;
};

const defaultTimeouts: RemoteTimeouts = {
  connectMs: 10_000,
  idleMs: 30_000,
  totalMs: 60_000,
  transferMs: 15 * 60_000,
};

/** Half of the shortest announced time for which a connection is kept. */
const uploadIdleMs = 1_000;

/** Longer than the time between two comments that keep a stream open. */
const eventIdleMs = 45_000;

/** A stream is opened again after this time. */
const eventTotalMs = 60 * 60_000;

const maxRedirects = 3;
const maxJsonBytes = 8 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
const eventStreamType = 'text/event-stream';

/** A client that can also read streams and data that is not JSON. */
export type DataClient = RemoteClient & {
  /** Sends a request whose response is a stream of events, and yields the data of each until the stream ends. */
  readonly streamData: (request: RemoteRequest) => AsyncGenerator<string, void, undefined>;
  readonly requestData: (request: RemoteRequest) => Promise<RemoteData>;
};

/** Creates the client of one remote. Throws a RemoteError if the base URL or the API key cannot be used. */
export function createRemoteClient(options: RemoteClientOptions): DataClient {
  const { settings, apiKey, capabilities, resolve = resolveWithSystem, now = Date.now } = options;
  const { findProxies = findNoProxy } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const base = parseBaseUrl(settings);
  const certificateSha256 = settings.certificate_sha256;
  const connect = createConnector({ resolve, timeoutMs: timeouts.connectMs, certificateSha256 });
  const keptAgent = new ConnectorAgent(connect, base, {});
  const uploadAgent = new ConnectorAgent(connect, base, { maxIdleMs: uploadIdleMs, isAnnouncedOnly: true });
  const freshAgent = new ConnectorAgent(connect, base, null);
  const closed = new AbortController();
  const keyHeaders = createKeyHeaders(settings.key_header, apiKey);

  const exchange = async (
    request: RemoteRequest,
    url: URL,
    accept = 'application/json, application/problem+json',
  ): Promise<HttpResponse> => {
    const { method, idempotencyKey } = request;
    const key = capabilities.idempotency ? idempotencyKey : undefined;
    const body = createBody(request);
    // A connection that was kept alive may be closed just when the request is sent, which leaves its outcome unknown. With an
    // Idempotency-Key, the outbox sends it again later: the remote refuses a repeat while it handles the first request.
    const isRepeatable = method === 'GET' || method === 'DELETE' || (request.readOnly && !request.upload);
    return sendRequest({
      method,
      url,
      headers: {
        Accept: accept,
        'Accept-Encoding': accept === eventStreamType ? 'identity' : acceptedEncodings,
        'User-Agent': 'Switchboard',
        ...body.headers,
        ...keyHeaders,
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(request.etag && { 'If-None-Match': request.etag }),
        ...(request.ifMatch !== undefined && { 'If-Match': request.ifMatch }),
      },
      ...(body.content && { body: body.content }),
      findProxies,
      // Hundreds of uploads can wait. A call always has its own connection.
      agent:
        isRepeatable || (key !== undefined && !request.isRepeat)
          ? keptAgent
          : request.upload && !request.isRepeat
            ? uploadAgent
            : freshAgent,
      ...(isRepeatable && { retryAgent: freshAgent }),
      timeouts: { idleMs: timeouts.idleMs, totalMs: request.upload ? timeouts.transferMs : timeouts.totalMs },
      signal: AbortSignal.any([closed.signal, ...(request.signal ? [request.signal] : [])]),
    });
  };

  const request = async (remoteRequest: RemoteRequest): Promise<RemoteResponse> => {
    const { maxBytes = maxJsonBytes, etag } = remoteRequest;
    let url = buildUrl(base, remoteRequest);
    for (let redirects = 0; ; redirects++) {
      const response = await exchange(remoteRequest, url);
      const { status, message } = response;
      options.onResponse?.(remoteRequest.path, { status, headers: message.headers, url });
      if (status === 304 && etag) {
        await readBody(response, 0);
        return { status, body: null, etag: message.headers.etag ?? etag };
      }
      if (isRedirect(status)) url = followRedirect(response, remoteRequest, url, redirects);
      else if (status >= 200 && status < 300)
        return { ...(await readJsonResponse(response, maxBytes)), ...(redirects > 0 && { redirectedTo: url }) };
      else throw await readError(response);
    }
  };

  async function* readEvents(path: string, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    const response = await sendRequest({
      method: 'GET',
      url: buildUrl(base, { method: 'GET', path }),
      headers: {
        Accept: eventStreamType,
        'Accept-Encoding': 'identity',
        'User-Agent': 'Switchboard',
        ...keyHeaders,
      },
      findProxies,
      agent: freshAgent,
      timeouts: { idleMs: eventIdleMs, totalMs: eventTotalMs },
      signal: AbortSignal.any([closed.signal, signal]),
    });
    if (response.status !== 200) throw await readError(response);
    try {
      for await (const { name } of readEventStream(response.body)) if (name !== '') yield name;
    } catch (error) {
      throw response.toError(error);
    } finally {
      response.message.destroy();
    }
  }

  async function* streamData(remoteRequest: RemoteRequest): AsyncGenerator<string, void, undefined> {
    const response = await exchange(remoteRequest, buildUrl(base, remoteRequest), eventStreamType);
    if (response.status !== 200) throw await readError(response);
    yield* readStreamData(response);
  }

  const requestData = async (remoteRequest: RemoteRequest): Promise<RemoteData> => {
    const { maxBytes = maxJsonBytes } = remoteRequest;
    const response = await exchange(remoteRequest, buildUrl(base, remoteRequest), '*/*');
    const { status, message } = response;
    if (status !== 200) throw await readError(response);
    const { bytes, isComplete } = await readBody(response, maxBytes);
    if (isComplete) return { bytes, mediaType: (message.headers['content-type'] ?? '').toLowerCase() };
    message.destroy();
    const tooLarge = `The remote sent more than ${Math.round(maxBytes / 1024 / 1024)} MB.`;
    throw new RemoteError('invalid', tooLarge, { wasSent: true, status });
  };

  const readError = async (response: HttpResponse): Promise<RemoteError> => {
    // The status is used even if the connection breaks during the text.
    const body = await readBody(response, maxErrorBytes).catch(() => ({ bytes: Buffer.alloc(0) }));
    return createStatusError(response, { ...describeErrorResponse(response.status, body.bytes, apiKey), now: now() });
  };

  return {
    settings,
    capabilities,
    keyHash: createHash('sha256').update(`switchboard:${apiKey}`).digest('hex'),
    request,
    readEvents,
    streamData,
    requestData,
    download: (download) =>
      downloadFile(download, {
        base,
        allowHttp: settings.allow_http,
        certificateSha256,
        keyHeaders,
        timeouts,
        limits: options.downloadLimits ?? {},
        resolve,
        findProxies,
        now,
        signal: closed.signal,
      }),
    closeIdle: () => {
      keptAgent.closeIdle();
      uploadAgent.closeIdle();
    },
    close: () => {
      closed.abort();
      keptAgent.destroy();
      uploadAgent.destroy();
      freshAgent.destroy();
    },
  };
}

function parseBaseUrl(settings: ConnectionSettings): URL {
  const checked = checkBaseUrl(settings);
  if ('reason' in checked) throw new RemoteError('invalid', checked.reason, { wasSent: false });
  return new URL(checked.baseUrl);
}

function createKeyHeaders(name: string, apiKey: string): Readonly<Record<string, string>> {
  const isBearer = name.toLowerCase() === bearerHeader.toLowerCase();
  if (apiKey === '') return {}; // a server on this computer may need none
  const value = isBearer ? `Bearer ${apiKey}` : apiKey;
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new RemoteError('unauthorized', 'The API key contains characters that cannot be sent.', { wasSent: false });
  }
  return { [name]: value };
}

/** Throws a RemoteError if a part of the path would lead to another operation. */
function buildUrl(base: URL, { path, query = {} }: RemoteRequest): URL {
  const hasDotSegment = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (hasDotSegment || /[?#\\\s]/.test(path))
    throw new RemoteError('rejected', 'The ID cannot be used in a request.', { wasSent: false });
  const url = new URL(`${base.href.replace(/\/$/, '')}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.append(name, String(value));
  return url;
}

type Body = { readonly headers: Readonly<Record<string, string>>; readonly content?: NonNullable<HttpRequest['body']> };

function createBody({ json, upload }: RemoteRequest): Body {
  if (upload) {
    const { contentType, contentLength, content } = createMultipartBody(upload, `switchboard-${randomUUID()}`);
    return { headers: { 'Content-Type': contentType, 'Content-Length': String(contentLength) }, content };
  }
  if (json === undefined) return { headers: {} };
  const content = Buffer.from(JSON.stringify(json));
  return { headers: { 'Content-Type': 'application/json', 'Content-Length': String(content.length) }, content };
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** Returns the new URL. Throws a RemoteError unless it may be followed: for a GET, within the same origin. */
function followRedirect(
  { status, message }: HttpResponse,
  { method }: RemoteRequest,
  from: URL,
  redirects: number,
): URL {
  message.destroy();
  const target = URL.parse(message.headers.location ?? '', from.href);
  const reject = (reason: string) => new RemoteError('invalid', reason, { wasSent: true, status });
  if (!target) throw reject(`The remote redirects to no valid address (HTTP ${status}).`);
  if (target.origin !== from.origin)
    throw reject(`The remote redirects to ${target.host}. If this is its new address, change the base URL.`);
  if (method !== 'GET') throw reject('The remote redirects this request to another path. Check the base URL.');
  if (redirects === maxRedirects) throw reject('The remote redirects too often.');
  return target;
}
