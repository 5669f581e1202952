import { createHash, randomUUID } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../platform/files/sync-file.ts';
import type { FindProxies } from '../../platform/network/find-proxies.ts';
import { getEndpoint, isProtocolAllowed } from './base-url.ts';
import { ConnectorAgent } from './connector-agent.ts';
import { createStatusError, describeStatus, type ErrorDescription } from './create-status-error.ts';
import { isForbiddenAddress } from './forbidden-address.ts';
import { createConnector, type Connector, type ResolveHost } from './open-connection.ts';
import { createStorageError, RemoteError, type DownloadedFile, type DownloadOptions } from './remote-client.ts';
import { sendRequest, type HttpResponse } from './send-request.ts';

export type DownloadLimits = Readonly<Record<DownloadOptions['type'], number>>;

export type DownloadContext = {
  readonly base: URL;
  readonly allowHttp: boolean;
  readonly certificateSha256: string | null;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly timeouts: { readonly connectMs: number; readonly idleMs: number; readonly transferMs: number };
  readonly limits: Partial<DownloadLimits>;
  readonly resolve: ResolveHost;
  readonly findProxies: FindProxies;
  readonly now: () => number;
  readonly signal: AbortSignal;
};

const maxBytes: DownloadLimits = { mp3: 200 * 1024 * 1024, pdf: 20 * 1024 * 1024 };
const maxRedirects = 5;

const fileTypes = {
  mp3: { name: 'an MP3', isStart: isMp3Start },
  pdf: { name: 'a PDF', isStart: (bytes: Buffer) => bytes.toString('latin1').startsWith('%PDF-') },
} as const;

/** Bytes that are needed to recognize a file. */
const startBytes = 5;

/** Downloads a file from any public host, and writes it to the disk once it is complete and of its type. Rejects with RemoteError. */
export async function downloadFile(options: DownloadOptions, context: DownloadContext): Promise<DownloadedFile> {
  const signal = AbortSignal.any([context.signal, ...(options.signal ? [options.signal] : [])]);
  const response = await requestFile(options.url, { ...context, signal });
  try {
    return await storeFile(response, options, context.limits[options.type] ?? maxBytes[options.type]);
  } finally {
    response.message.destroy();
  }
}

/** Follows redirects, checks each address, and returns the successful response. */
async function requestFile(address: string, context: DownloadContext): Promise<HttpResponse> {
  const { base } = context;
  const deadline = performance.now() + context.timeouts.transferMs;
  let url = URL.parse(address);
  let isAtBase = true;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (!url) throw reject('The address of the file is not valid.');
    // Once on another origin, the download never sends the key again.
    isAtBase &&= url.origin === base.origin;
    const response = await requestHop(url, base, isAtBase, deadline, context);
    const { status, message } = response;
    if (status === 200) return response;
    message.destroy();
    const isRedirect = status >= 300 && status < 400 && message.headers.location !== undefined;
    if (!isRedirect)
      throw createStatusError(response, {
        ...describeRefusal(status, isAtBase),
        now: context.now(),
        isKeySent: isAtBase,
      });
    url = URL.parse(message.headers.location ?? '', url.href);
  }
  throw reject('The address of the file redirects too often.');
}

async function requestHop(url: URL, base: URL, isAtBase: boolean, deadline: number, context: DownloadContext) {
  if (url.username !== '' || url.password !== '') throw reject('The address of the file contains a password.');
  if (!isProtocolAllowed(url, context.allowHttp))
    throw reject(`The address of the file does not use HTTPS: ${url.host}.`);
  const agent = new ConnectorAgent(createHopConnector(url, base, context), url, null);
  return sendRequest({
    method: 'GET',
    url,
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Switchboard',
      ...(isAtBase && context.keyHeaders),
    },
    agent,
    findProxies: context.findProxies,
    timeouts: { idleMs: context.timeouts.idleMs, totalMs: Math.max(1, deadline - performance.now()) },
    signal: context.signal,
  });
}

/**
 * Creates a connector that opens no connection into a private network, because the remote chooses the host. A proxy looks the
 * host up itself. So the host is also looked up here, and refused if one of its addresses is private. A name that only the
 * proxy can look up is accepted: which of its networks can be reached is then up to the proxy.
 */
function createHopConnector(url: URL, base: URL, { resolve, certificateSha256, timeouts }: DownloadContext): Connector {
  const options = {
    certificateSha256: url.host === base.host ? certificateSha256 : null,
    timeoutMs: timeouts.connectMs,
  };
  const connectDirectly = createConnector({ ...options, resolve: (host) => resolveAllowed(host, base, resolve) });
  const connectToProxy = createConnector({
    ...options,
    resolve: async (proxyHost) => {
      await refusePrivateHost(getEndpoint(url).host, base, resolve);
      return resolve(proxyHost);
    },
  });
  return (endpoint, proxy) => (proxy ? connectToProxy : connectDirectly)(endpoint, proxy);
}

/** Returns the addresses of a host to which a connection may be opened. Throws a RemoteError if there are none. */
async function resolveAllowed(host: string, base: URL, resolve: ResolveHost) {
  const addresses = await resolve(host);
  const allowed = await findAllowed(addresses, base, resolve);
  if (allowed.length === 0 && addresses.length > 0) throw createPrivateError(host);
  return allowed;
}

/** Throws a RemoteError if a host is known to have a private address, unless it is the host of the base URL. */
async function refusePrivateHost(host: string, base: URL, resolve: ResolveHost): Promise<void> {
  if (host === getEndpoint(base).host) return;
  const addresses = await resolve(host).catch(() => []);
  const allowed = await findAllowed(addresses, base, resolve);
  if (allowed.length < addresses.length) throw createPrivateError(host);
}

/** Returns the addresses that are public, or belong to the host of the base URL too. */
async function findAllowed(addresses: readonly LookupAddress[], base: URL, resolve: ResolveHost) {
  if (addresses.every(isPublic)) return addresses;
  const own = new Set((await resolve(getEndpoint(base).host).catch(() => [])).map(({ address }) => address));
  return addresses.filter((one) => own.has(one.address) || isPublic(one));
}

function isPublic({ address }: LookupAddress): boolean {
  return !isForbiddenAddress(address);
}

async function storeFile(
  response: HttpResponse,
  { path, type }: DownloadOptions,
  limit: number,
): Promise<DownloadedFile> {
  const partialPath = `${path}.${randomUUID()}.partial`;
  try {
    const stored = await writeBody(response, partialPath, type, limit);
    await rename(partialPath, path);
    syncFolder(dirname(path));
    return { path, ...stored };
  } catch (error) {
    await rm(partialPath, { force: true });
    throw error instanceof RemoteError ? error : createStorageError(error);
  }
}

async function writeBody(response: HttpResponse, path: string, type: DownloadOptions['type'], limit: number) {
  const { message } = response;
  const { name, isStart } = fileTypes[type];
  const tooLarge = `The file is larger than ${Math.round(limit / 1024 / 1024)} MB.`;
  if (Number(message.headers['content-length'] ?? 0) > limit) throw reject(tooLarge);
  const hash = createHash('sha256');
  let start: Buffer = Buffer.alloc(0);
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of readChunks(response)) {
      sizeBytes += chunk.length;
      if (sizeBytes > limit) throw reject(tooLarge);
      if (start.length < startBytes) {
        start = Buffer.concat([start, chunk.subarray(0, startBytes)]);
        if (start.length >= startBytes && !isStart(start)) throw reject(`The file is not ${name}.`);
      }
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (start.length < startBytes) throw reject(`The file is not ${name}.`);
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

async function* readChunks({ body, toError }: HttpResponse): AsyncGenerator<Buffer> {
  try {
    // A stream without an encoding emits buffers.
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw toError(error);
  }
}

/** An ID3 tag, or the header of a frame of MPEG audio, layer III. */
function isMp3Start(bytes: Buffer): boolean {
  if (bytes.toString('latin1').startsWith('ID3')) return true;
  const [first = 0, second = 0, third = 0] = bytes;
  const isSync = first === 0xff && (second & 0xe0) === 0xe0;
  const isLayer3 = (second & 0x18) !== 0x08 && (second & 0x06) === 0x02;
  const hasRates = (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c;
  return isSync && isLayer3 && hasRates;
}

/** The text of the response is not read: it can be a page of another host. */
function describeRefusal(status: number, isAtBase: boolean): ErrorDescription {
  if (status === 401 && isAtBase) return { message: 'The remote refused the API key.', code: null };
  const isGone = status === 404 || status === 410;
  return { message: isGone ? 'The file no longer exists.' : describeStatus(status), code: null };
}

function createPrivateError(host: string): RemoteError {
  return reject(`The address of the file leads to a private network: ${host}.`);
}

function reject(message: string): RemoteError {
  return new RemoteError('invalid', message, { wasSent: true });
}
