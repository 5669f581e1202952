import { createHash, randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../platform/files/sync-file.ts';
import { getEndpoint, isProtocolAllowed } from './base-url.ts';
import { describeStatus } from './describe-error-response.ts';
import { isForbiddenAddress } from './forbidden-address.ts';
import { createConnector, type ResolveHost } from './open-connection.ts';
import { RemoteError, type DownloadedFile, type DownloadOptions } from './remote-client.ts';
import { createAgent, sendRequest, type HttpResponse } from './send-request.ts';

export type DownloadLimits = Readonly<Record<DownloadOptions['type'], number>>;

export type DownloadContext = {
  readonly base: URL;
  readonly allowHttp: boolean;
  readonly certificateSha256: string | null;
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly timeouts: { readonly connectMs: number; readonly idleMs: number; readonly transferMs: number };
  readonly limits: Partial<DownloadLimits>;
  readonly resolve: ResolveHost;
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
    if (!isRedirect) throw createStatusError(status, isAtBase);
    url = URL.parse(message.headers.location ?? '', url.href);
  }
  throw reject('The address of the file redirects too often.');
}

async function requestHop(url: URL, base: URL, isAtBase: boolean, deadline: number, context: DownloadContext) {
  if (url.username !== '' || url.password !== '') throw reject('The address of the file contains a password.');
  if (!isProtocolAllowed(url, context.allowHttp))
    throw reject(`The address of the file does not use HTTPS: ${url.host}.`);
  const connect = createConnector({
    certificateSha256: url.host === base.host ? context.certificateSha256 : null,
    resolve: (host) => resolveAllowed(host, base, context.resolve),
    timeoutMs: context.timeouts.connectMs,
  });
  const agent = createAgent(connect, url, { keepAlive: false });
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
    timeouts: { idleMs: context.timeouts.idleMs, totalMs: Math.max(1, deadline - performance.now()) },
    signal: context.signal,
  });
}

/** Returns the addresses of a host that are public, or belong to the host of the base URL too. Throws a RemoteError if there are none. */
async function resolveAllowed(host: string, base: URL, resolve: ResolveHost) {
  const addresses = await resolve(host);
  const isPublic = addresses.filter(({ address }) => !isForbiddenAddress(address));
  if (isPublic.length === addresses.length) return addresses;
  const own = new Set((await resolve(getEndpoint(base).host)).map(({ address }) => address));
  const allowed = addresses.filter(({ address }) => own.has(address) || !isForbiddenAddress(address));
  if (allowed.length > 0) return allowed;
  throw reject(`The address of the file leads to a private network: ${host}.`);
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
    throw error instanceof RemoteError ? error : explainStorageError(error);
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

async function* readChunks({ message, toError }: HttpResponse): AsyncGenerator<Buffer> {
  try {
    // A message without an encoding emits buffers.
    yield* message as AsyncIterable<Buffer>;
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

function createStatusError(status: number, isAtBase: boolean): RemoteError {
  if (status === 401 && isAtBase)
    return new RemoteError('unauthorized', 'The remote refused the API key.', { wasSent: true, status });
  const kind = status === 429 || status === 503 ? 'busy' : status >= 500 ? 'failed' : 'rejected';
  const message = status === 404 || status === 410 ? 'The file no longer exists.' : describeStatus(status);
  return new RemoteError(kind, message, { wasSent: true, status });
}

function explainStorageError(cause: unknown): RemoteError {
  const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
  const message = isFull ? 'The file could not be stored, because the disk is full.' : 'The file could not be stored.';
  return new RemoteError('invalid', message, { wasSent: true, cause });
}

function reject(message: string): RemoteError {
  return new RemoteError('invalid', message, { wasSent: true });
}
