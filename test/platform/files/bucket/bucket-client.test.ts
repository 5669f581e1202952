import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BucketClient } from '../../../../electron/service/platform/files/bucket/bucket-client.ts';
import { Bucket, type BucketOwner } from '../../../../electron/service/platform/files/bucket/bucket.ts';
import {
  readBucketSettings,
  warnWithoutTls,
} from '../../../../electron/service/platform/files/bucket/bucket-settings.ts';
import { startBucket, type BucketFault, type StartedBucket } from '../../../helpers/service/start-bucket.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../../helpers/service/temporary-folder.ts';

let server: StartedBucket;
let folder: TemporaryFolder;
let client: BucketClient;
let path: string;

const bytes = Buffer.from('a recording '.repeat(10_000));
const content = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.byteLength };

beforeEach(async () => {
  [server, folder] = await Promise.all([startBucket(), createTemporaryFolder()]);
  client = new BucketClient(readBucketSettings(server.url, server.variables), { timeoutMs: 500 });
  path = join(folder.path, 'file');
  writeFileSync(path, bytes);
});

afterEach(async () => {
  await server.stop();
  await folder.remove();
});

const fail = (fault: BucketFault, method?: string) => {
  server.fault = (requested) => (method === undefined || method === requested ? fault : null);
};

test('stores, lists, returns and deletes objects with signed requests', async () => {
  for (const name of ['b', 'a', 'c', 'd', 'e']) await client.putFile(`org/files/${name}`, path, content);
  await client.putText('other/file', 'text');
  const first = await client.list('org/', null);
  const second = await client.list('org/', first.next);
  expect([...first.keys, ...second.keys]).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `org/files/${name}`));
  expect(second.next).toBeNull();
  const copy = join(folder.path, 'copy');
  await client.download('org/files/a', copy, content);
  expect(readFileSync(copy).equals(bytes)).toBe(true);
  await client.delete('org/files/a');
  await client.delete('org/files/a');
  expect(await client.readText('org/files/a', 10)).toBeNull();
  expect(server.objects.has('org/files/b')).toBe(true);
});

test('refuses to store a file that has changed', async () => {
  await expect(client.putFile('file', path, { ...content, sha256: '0'.repeat(64) })).rejects.toMatchObject({
    kind: 'refused',
    message: 'The bucket refused a request (HTTP 400, XAmzContentSHA256Mismatch).',
  });
  expect(server.objects.size).toBe(0);
});

test.each([
  ['away', 'away', /^The bucket cannot be reached \(\w+\)\.$/],
  ['busy', 'away', /^The bucket cannot process requests now \(HTTP 503, SlowDown\)\.$/],
  ['hang', 'away', /^The bucket did not answer in time\.$/],
  ['html', 'refused', /^The server at the URL of --bucket does not answer as a bucket does\.$/],
  ['forbidden', 'refused', /^The bucket refused a request: check its access key and permissions/],
] as const)('explains a bucket that is %s', async (fault, kind, message) => {
  fail(fault);
  const requests = [
    () => client.putFile('file', path, content),
    () => client.list('', null),
    () => client.delete('file'),
    () => client.readText('file', 10),
  ];
  for (const request of requests) {
    const error = await request().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(String(error)).not.toContain('geheim');
  }
});

test('keeps no part of an object that ends early or has different content', async () => {
  await client.putFile('file', path, content);
  const copy = join(folder.path, 'copy');
  fail('cut', 'GET');
  await expect(client.download('file', copy, content)).rejects.toMatchObject({ kind: 'away' });
  fail('other', 'GET');
  await expect(client.download('file', copy, content)).rejects.toMatchObject({ kind: 'damaged' });
  fail('html', 'GET');
  await expect(client.download('file', copy, content)).rejects.toMatchObject({ kind: 'refused' });
  server.objects.delete('file');
  server.fault = () => null;
  await expect(client.download('file', copy, content)).rejects.toMatchObject({ kind: 'missing', code: 'ENOENT' });
  expect(existsSync(copy)).toBe(false);
});

test('keeps no part of an object whose answer has no length, is too long or cannot be written', async () => {
  await client.putFile('file', path, content);
  const copy = join(folder.path, 'copy');
  let answer: (response: ServerResponse) => void = () => {};
  const other = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo; // it listens on TCP
  const settings = readBucketSettings(`http://127.0.0.1:${port}/files`, server.variables);
  const download = (signal?: AbortSignal) => new BucketClient(settings).download('file', copy, content, signal);
  // In parts, or until the connection ends.
  for (const headers of [{}, { Connection: 'close' }])
    for (const length of [0, 5, bytes.length - 1]) {
      answer = (response) => response.writeHead(200, headers).write(bytes.subarray(0, length), () => response.end());
      await expect(download()).rejects.toMatchObject({ kind: 'away' });
      expect(existsSync(copy)).toBe(false);
    }
  answer = (response) => response.end(Buffer.concat([bytes, Buffer.from('more')]));
  await expect(download()).rejects.toMatchObject({ kind: 'damaged' });
  answer = (response) => response.end(bytes.subarray(1));
  await expect(download()).rejects.toMatchObject({ kind: 'damaged' });
  const closing = new AbortController();
  answer = (response) => {
    response.write(bytes.subarray(0, 1_000));
    setTimeout(() => closing.abort(new Error('closed')), 50);
  };
  await expect(download(closing.signal)).rejects.toThrow('closed');
  expect(existsSync(copy)).toBe(false);
  answer = (response) => response.end(bytes);
  await download();
  expect(readFileSync(copy)).toEqual(bytes);
  // Another file is not replaced, nor deleted.
  await expect(download()).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(copy)).toEqual(bytes);
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
});

test('does not believe an answer that an object is stored', async () => {
  fail('accepted but not stored', 'PUT');
  await expect(client.putFile('file', path, content)).rejects.toMatchObject({ kind: 'missing' });
});

function createOwner(identity: string): BucketOwner {
  let claimed: string | null = null;
  return { identity, readClaim: () => claimed, claim: () => (claimed = identity) };
}

const openBucket = (variables = server.variables) => new Bucket(readBucketSettings(server.url, variables));

test('belongs to one database, and not to its copies', async () => {
  const owner = createOwner('1/1');
  await openBucket().check(owner);
  await openBucket().check(owner);
  expect([...server.objects.keys()]).toEqual(['switchboard-database.txt']);
  await expect(openBucket().check(createOwner('2/2'))).rejects.toThrow(/^The bucket has the files of another database/);
  await expect(openBucket().check({ ...owner, identity: '2/2' })).rejects.toThrow(/^This database is a copy/);
  server.objects.clear();
  await expect(openBucket().check(owner)).rejects.toThrow(/^The bucket is not the one with the files/);
  expect(server.objects.size).toBe(0);
});

test('says whether the bucket answers', async () => {
  await openBucket().check(createOwner('1/1'));
  expect(await openBucket().findIssue()).toBeNull();
  fail('busy');
  expect(await openBucket().findIssue()).toBe('The bucket cannot process requests now (HTTP 503, SlowDown).');
});

test('refuses a wrong access key and a wrong bucket without naming the key', async () => {
  const wrong = { ...server.variables, AWS_SECRET_ACCESS_KEY: 'wrong-geheim' };
  const error = await openBucket(wrong).check(createOwner('1/1')).catch(String);
  expect(error).toMatch(/check its access key and permissions \(HTTP 403, SignatureDoesNotMatch\)/);
  expect(error).not.toContain('geheim');
});

test('reads the access key from variables or a file, and accepts only a URL', () => {
  const file = join(folder.path, 'credentials');
  writeFileSync(
    file,
    '[other]\naws_access_key_id = no\n[team]\naws_access_key_id = id\naws_secret_access_key=secret\n',
  );
  const fromFile = { AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'team' };
  expect(readBucketSettings('https://host/bucket', fromFile)).toMatchObject({
    url: 'https://host/bucket/',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  expect(() => readBucketSettings('https://host/bucket', { ...fromFile, AWS_PROFILE: 'none' })).toThrow(/access key/);
  for (const url of ['https://host', 's3://bucket', 'https://me:key@host/bucket', 'https://host/bucket?key=1'])
    expect(() => readBucketSettings(url, fromFile)).toThrow(/^--bucket must be a URL/);
});

test.each([
  ['http://host/bucket/', true],
  ['http://127.0.0.1:9000/bucket/', false],
  ['https://host/bucket/', false],
])('warns without TLS outside loopback: %s', (url, warns) => {
  expect(warnWithoutTls({ url }) !== null).toBe(warns);
});
