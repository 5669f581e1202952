import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startLocalServer } from '../remote/start-local-server.ts';

/** What goes wrong with a request. `hang` never answers; `cut` ends the answer in the middle; `other` answers with different content. */
export type BucketFault = 'away' | 'busy' | 'hang' | 'html' | 'cut' | 'other' | 'forbidden' | 'accepted but not stored';

export type StartedBucket = {
  /** For `--bucket`: with a prefix. */
  readonly url: string;
  /** The variables with its access key. */
  readonly variables: Readonly<Record<string, string>>;
  /** The contents by key, without the prefix. */
  readonly objects: Map<string, Buffer>;
  /** The method and key of each request that was signed correctly. */
  readonly requests: string[];
  /** Decides about each request. */
  fault: (method: string, key: string) => BucketFault | null;
  /** Called before a request is answered. */
  onRequest: (method: string, key: string) => void | Promise<void>;
  readonly stop: () => Promise<void>;
};

const region = 'test-region-1';
const accessKeyId = 'TESTACCESSKEY';
const secretAccessKey = 'test/secret+geheim';
const bucketPath = '/files';
const prefix = 'one/';

/** Some servers call an empty answer HTML. */
const emptyHead = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': 0 };

/** Small, so that lists have several pages. */
const keysPerPage = 3;

/** Starts an S3 server with one bucket in memory, which refuses requests whose signature or content is wrong. */
export async function startBucket(): Promise<StartedBucket> {
  const objects = new Map<string, Buffer>();
  const { origin, close } = await startLocalServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  const bucket: StartedBucket = {
    url: `${origin}${bucketPath}/${prefix}`.replace(/\/$/, ''),
    variables: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region },
    objects,
    requests: [],
    fault: () => null,
    onRequest: () => {},
    stop: close,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    const url = new URL(request.url ?? '/', 'http://bucket');
    const root = `${bucketPath}/${prefix}`;
    const isList = url.pathname === `${bucketPath}/` || url.pathname === bucketPath;
    const key = isList ? '' : decodeURIComponent(url.pathname.slice(root.length));
    const body = await buffer(request).catch(() => null);
    if (!body) return; // the client has ended the request
    const fault = bucket.fault(method, key);
    if (fault === 'away') return void response.destroy();
    if (fault === 'hang') return;
    if (fault === 'busy') return sendError(response, 503, 'SlowDown');
    if (fault === 'forbidden') return sendError(response, 403, 'AccessDenied');
    if (fault === 'html')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Welcome</html>');
    const refusal = checkSignature(request, url, body);
    if (refusal !== null) return sendError(response, refusal === 'XAmzContentSHA256Mismatch' ? 400 : 403, refusal);
    if (!isList && !url.pathname.startsWith(root)) return sendError(response, 404, 'NoSuchBucket');
    bucket.requests.push(`${method} ${key}`);
    await bucket.onRequest(method, key);
    if (isList) return sendList(response, url.searchParams);
    if (method === 'PUT') {
      if (fault !== 'accepted but not stored') objects.set(key, body);
      const checksum = String(request.headers['x-amz-checksum-sha256']);
      return void response.writeHead(200, { ...emptyHead, ETag: '"1"', 'X-Amz-Checksum-Sha256': checksum }).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204, emptyHead).end();
    }
    const stored = objects.get(key);
    if (!stored) return sendError(response, 404, 'NoSuchKey');
    const content = fault === 'other' ? Buffer.alloc(stored.byteLength, 'x') : stored;
    response.writeHead(200, { 'Content-Length': content.byteLength, ETag: '"1"' });
    if (method === 'HEAD') return void response.end();
    if (fault !== 'cut') return void response.end(content);
    response.write(content.subarray(0, Math.ceil(content.byteLength / 2)), () => response.destroy());
  }

  function sendList(response: ServerResponse, query: URLSearchParams): void {
    const wanted = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].map((key) => prefix + key).filter((key) => key.startsWith(wanted) && key > after);
    const page = keys.toSorted().slice(0, keysPerPage);
    const next = page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('');
    const xml = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${contents}${next}</ListBucketResult>`;
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(xml);
  }

  return bucket;
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${secretAccessKey}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml', 'X-Amz-Request-Id': '1' }).end(xml);
}

const hash = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const sign = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns the code of the error (Signature Version 4), or null for a correct request. */
function checkSignature({ headers, method = '' }: IncomingMessage, url: URL, body: Buffer): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/;
  const [, id, date = '', ofRegion, signed = '', signature = ''] = pattern.exec(headers.authorization ?? '') ?? [];
  if (id === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const time = String(headers['x-amz-date']);
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < 900_000) || !time.startsWith(date)) return 'RequestTimeTooSkewed';
  const names = signed.split(';');
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (ofRegion !== region || required.some((name) => !names.includes(name))) return 'AccessDenied';
  const encode = (text: string) =>
    encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const dateKey = sign(`AWS4${secretAccessKey}`, date);
  const key = sign(sign(sign(dateKey, region), 's3'), 'aws4_request');
  const expected = sign(key, ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n'));
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'SignatureDoesNotMatch';
  return hash(body) === headers['x-amz-content-sha256'] ? null : 'XAmzContentSHA256Mismatch';
}
