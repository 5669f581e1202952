import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ObjectContent } from '../workspace-objects.ts';
import { BucketError } from './bucket-error.ts';
import type { BucketSettings } from './bucket-settings.ts';
import { readXmlError, readXmlList, type ListedObjects } from './bucket-xml.ts';

/** The time for a request, and for each MB that it transfers. */
const requestMs = 15_000;
const megabyteMs = 1_000;

/** A page of a list has up to 1,000 keys of up to 1,024 bytes. */
const maxXmlBytes = 4 * 1024 ** 2;

type RequestOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly transferBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

/** Sends signed requests to a bucket. Every method throws BucketError, or the reason of `signal`. */
export class BucketClient {
  readonly #settings: BucketSettings;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #requestMs: number;

  constructor(settings: BucketSettings, { timeoutMs = requestMs } = {}) {
    this.#settings = settings;
    this.#requestMs = timeoutMs;
  }

  /** Streams a file to an object. The bucket refuses it unless it receives the content. */
  async putFile(key: string, path: string, content: ObjectContent, signal?: AbortSignal): Promise<void> {
    await this.#put(key, await openAsBlob(path), content, signal);
  }

  async putText(key: string, text: string): Promise<void> {
    const body = new Blob([text]);
    await this.#put(key, body, { sha256: createHash('sha256').update(text).digest('hex'), sizeBytes: body.size });
  }

  async #put(key: string, body: Blob, { sha256, sizeBytes }: ObjectContent, signal?: AbortSignal): Promise<void> {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const headers = { 'X-Amz-Content-Sha256': sha256, 'X-Amz-Checksum-Sha256': checksum };
    const response = await this.#send('PUT', key, { headers, body, transferBytes: sizeBytes, signal });
    await discard(response);
    if (!response.headers.has('ETag')) throw createHtmlError();
    // Another program can answer in the same way, but does not have the object.
    const stored = await this.#send('HEAD', key, { signal });
    const storedChecksum = response.headers.get('X-Amz-Checksum-Sha256') ?? checksum;
    if (Number(stored.headers.get('Content-Length')) !== sizeBytes || storedChecksum !== checksum)
      throw new BucketError('damaged', 'The bucket did not store the content that was sent to it.');
  }

  /** Writes an object to a new file, synced to the disk. If it throws, there is no file. */
  async download(key: string, path: string, content: ObjectContent, signal?: AbortSignal): Promise<void> {
    const { sha256, sizeBytes } = content;
    const file = await open(path, 'wx', 0o600);
    try {
      const response = await this.#send('GET', key, { transferBytes: sizeBytes, signal });
      const hash = createHash('sha256');
      let received = 0;
      for await (const part of readBody(response, signal)) {
        received += part.byteLength;
        if (received > sizeBytes) throw createContentError(key);
        hash.update(part);
        await file.appendFile(part);
      }
      // Without a length, only the end of the connection ends the content.
      if (received < sizeBytes && response.headers.get('Content-Length') !== String(received))
        throw new BucketError('away', 'The bucket ended an answer early.');
      if (hash.digest('hex') !== sha256) throw createContentError(key);
      await file.sync();
      await file.close();
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Returns null if there is no such object. */
  async readText(key: string, maxBytes: number): Promise<string | null> {
    try {
      return await readText(await this.#send('GET', key), maxBytes);
    } catch (error) {
      if (error instanceof BucketError && error.kind === 'missing') return null;
      throw error;
    }
  }

  /** Also succeeds if there is no such object. */
  async delete(key: string, signal?: AbortSignal): Promise<void> {
    try {
      await discard(await this.#send('DELETE', key, { signal }));
    } catch (error) {
      if (!(error instanceof BucketError && error.kind === 'missing')) throw error;
    }
  }

  /** Returns a page of the keys that start with `prefix`. */
  async list(prefix: string, token: string | null, signal?: AbortSignal): Promise<ListedObjects> {
    const { pathname } = new URL(this.#settings.url);
    const [bucket = '', ...folders] = pathname.slice(1).split('/');
    const root = folders.join('/');
    const query = new URLSearchParams({ 'list-type': '2', prefix: root + prefix, 'max-keys': '1000' });
    if (token !== null) query.set('continuation-token', token);
    const response = await this.#send('GET', `${new URL(`/${bucket}`, this.#settings.url).href}?${query}`, { signal });
    const page = readXmlList(await readText(response, maxXmlBytes));
    if (!page) throw createHtmlError();
    const { keys, next } = page;
    return { keys: keys.flatMap((key) => (key.startsWith(root + prefix) ? [key.slice(root.length)] : [])), next };
  }

  /** `key` can also be a whole URL. Resolves once the head of a successful answer has arrived. */
  async #send(method: string, key: string, options: RequestOptions = {}): Promise<Response> {
    const { headers = {}, body, transferBytes = 0, signal } = options;
    const { url, region, accessKeyId, secretAccessKey, sessionToken } = this.#settings;
    const emptyHash = { 'X-Amz-Content-Sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };
    const signer = new AwsV4Signer({
      method,
      url: new URL(key, url).href,
      headers: { ...emptyHash, ...headers },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      cache: this.#signingKeys,
    });
    const signed = await signer.sign();
    const timeout = AbortSignal.timeout(this.#requestMs + Math.ceil(transferBytes / 1024 ** 2) * megabyteMs);
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body !== undefined && { body }),
      });
      if (response.ok) return requireNoHtml(response);
      throw await readError(response);
    } catch (error) {
      throw toBucketError(error, signal);
    }
  }
}

async function* readBody(response: Response, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    if (response.body) yield* response.body;
  } catch (error) {
    throw toBucketError(error, signal);
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of readBody(response)) {
    size += part.byteLength;
    if (size > maxBytes) throw new BucketError('refused', 'The bucket sent a longer answer than expected.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const discard = (response: Response) => response.body?.cancel();

/** Some servers call an empty answer HTML. */
function requireNoHtml(response: Response): Response {
  const isEmpty = response.status === 204 || response.headers.get('Content-Length') === '0';
  if (isEmpty || !/^text\/html\b/i.test(response.headers.get('Content-Type') ?? '')) return response;
  void discard(response);
  throw createHtmlError();
}

/** Objects are stored without a media type, so no answer of the bucket is HTML. */
function createHtmlError(): BucketError {
  return new BucketError('refused', 'The server at the URL of --bucket does not answer as a bucket does.');
}

function createContentError(key: string): BucketError {
  return new BucketError('damaged', `The bucket does not have the content that was stored for ${key}.`);
}

/** A bucket that is busy or away may answer later; a proxy says so with HTML. */
async function readError(response: Response): Promise<BucketError> {
  const { status } = response;
  const code = readXmlError(await readText(response, maxXmlBytes).catch(() => ''));
  const answer = code === null ? `HTTP ${status}` : `HTTP ${status}, ${code}`;
  if (status >= 500 || status === 429 || status === 408 || code === 'RequestTimeout' || code === 'SlowDown')
    return new BucketError('away', `The bucket cannot process requests now (${answer}).`);
  if (status >= 300 && status < 400)
    return new BucketError('refused', `The bucket is at another address or in another region (${answer}).`);
  if (code === 'NoSuchBucket') return new BucketError('refused', 'There is no bucket at the URL of --bucket.');
  if (code === 'RequestTimeTooSkewed')
    return new BucketError('refused', `The bucket refused the time of a request: check this computer's clock.`);
  // An answer to HEAD has no code.
  if (status === 404 && (code === 'NoSuchKey' || response.headers.has('X-Amz-Request-Id')))
    return new BucketError('missing', 'There is no such object in the bucket.');
  if (status === 401 || status === 403)
    return new BucketError(
      'refused',
      `The bucket refused a request: check its access key and permissions (${answer}).`,
    );
  if (code === null) return createHtmlError();
  return new BucketError('refused', `The bucket refused a request (${answer}).`);
}

/** The error messages of `fetch` can contain addresses, and are not sentences. */
function toBucketError(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof BucketError) return error;
  if (signal?.aborted) return signal.reason;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  if (isTimeout) return new BucketError('away', 'The bucket did not answer in time.', { cause: error });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new BucketError('away', `The bucket cannot be reached${code}.`, { cause: error });
}
