import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { readBody } from '../../electron/service/features/remote/send-request.ts';
import type { RemoteRequest } from '../../electron/service/features/remote/remote-client.ts';
import { connectionSettingsSchema, noCapabilities } from '../../shared/workspaces/connection.ts';
import { certificate, privateKey } from '../fixtures/certificates.ts';
import { startFaultProxy } from '../helpers/remote/fault-proxy.ts';
import { collectGarbage } from '../helpers/processes/collect-garbage.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { serveDemoService } from '../helpers/service/serve-demo-service.ts';
import type { ErrorShape } from '../helpers/remote/strict-remote.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import {
  apiKey,
  call,
  closeOpened,
  createClient,
  defaultSettings,
  fail,
  opened,
  serve,
  startRemote,
  usage,
} from './remote-requests.ts';

afterEach(closeOpened);

describe('a request', () => {
  it('sends the key in the header of the connection', async () => {
    const bearer = await startRemote();
    expect((await createClient(bearer.baseUrl).request(usage)).body).toEqual(bearer.state.usage);
    expect(bearer.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    for (const keyHeader of ['X-API-Key', 'X-Own-Header']) {
      const remote = await startRemote({ keyHeader });
      const settings = { ...defaultSettings, base_url: remote.baseUrl, key_header: keyHeader };
      expect((await createClient(remote.baseUrl, { settings }).request(usage)).status).toBe(200);
      expect(remote.requests[0]?.headers).toMatchObject({ [keyHeader.toLowerCase()]: apiKey });
      expect(remote.requests[0]?.headers).not.toHaveProperty('authorization');
    }
  });

  it('sends JSON, query parameters and encoded IDs below the path of the base URL', async () => {
    const { baseUrl, requests } = await serve((_, response) => void response.end());
    const client = createClient(`${baseUrl}/`);
    await client.request({
      method: 'GET',
      path: `/calls/${encodeURIComponent('../x?<b>')}`,
      query: { limit: 2, cursor: undefined },
    });
    expect(requests[0]?.url).toBe('/v1/calls/..%2Fx%3F%3Cb%3E?limit=2');
    const remote = await startRemote();
    expect((await createClient(remote.baseUrl).request(call)).body).toMatchObject({ call_id: 'call_1' });
    expect(remote.requests[0]).toMatchObject({ json: call.json, headers: { 'content-type': 'application/json' } });
  });

  it('is not sent with a key or a header that cannot be sent', async () => {
    const sentence = 'The API key contains characters that cannot be sent.';
    for (const wrongKey of ['a\r\nX-Other: b', 'schlüssel→'])
      expect(() => createClient('https://voice.example', { apiKey: wrongKey })).toThrow(
        expect.objectContaining({ kind: 'unauthorized', wasSent: false, message: sentence }),
      );
    const names = ['Host', 'content-length', 'Transfer-Encoding', 'X Key', ''];
    const settings = { base_url: 'https://voice.example', org_id: 'org_1' };
    for (const key_header of names)
      expect(connectionSettingsSchema.safeParse({ ...settings, key_header }).success).toBe(false);
    const remote = await startRemote();
    const error = await fail(createClient(remote.baseUrl).request({ ...usage, etag: '"→"' }));
    expect(error).toMatchObject({ kind: 'unreachable', wasSent: false });
    expect(remote.requests).toEqual([]);
  });

  it('never leaves its path', async () => {
    const remote = await startRemote();
    for (const id of ['..', '.', '%2e%2E', '../../secret', 'a?b', 'a#b', 'a\\..\\b']) {
      const error = await fail(
        createClient(remote.baseUrl).request({ method: 'DELETE', path: `/knowledge/documents/${id}` }),
      );
      expect(error).toMatchObject({ kind: 'rejected', wasSent: false });
    }
    expect(remote.requests).toEqual([]);
  });

  it('sends Idempotency-Key only if the remote honours it', async () => {
    const remote = await startRemote();
    await createClient(remote.baseUrl).request({ ...call, idempotencyKey: 'item-1' });
    const capabilities = { ...noCapabilities, idempotency: true };
    await createClient(remote.baseUrl, { capabilities }).request({ ...call, idempotencyKey: 'item-1' });
    expect(remote.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, 'item-1']);
  });

  it('returns 304 for an ETag that still holds', async () => {
    const { baseUrl } = await serve(({ headers }, response) => {
      response.setHeader('ETag', '"1"');
      response.statusCode = headers['if-none-match'] === '"1"' ? 304 : 200;
      response.setHeader('Content-Type', 'application/json').end(response.statusCode === 304 ? undefined : '{}');
    });
    const client = createClient(baseUrl);
    expect(await client.request(usage)).toEqual({ status: 200, body: {}, etag: '"1"', bytes: 2 });
    expect(await client.request({ ...usage, etag: '"1"' })).toEqual({ status: 304, body: null, etag: '"1"' });
  });
});

describe('connections', () => {
  it('are kept alive, but a POST that must not be repeated always has its own', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl, { capabilities: { ...noCapabilities, idempotency: true } });
    for (const request of [usage, usage, call, usage, call, { ...call, idempotencyKey: 'item-1' }])
      await client.request(request);
    const [first, second, post, third, otherPost, repeatable] = remote.requests.map(({ connection }) => connection);
    expect([second, third, repeatable]).toEqual([first, first, first]);
    expect(new Set([first, post, otherPost]).size).toBe(3);
  });

  it('are kept alive for a POST that changes nothing', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    for (const request of [usage, { ...call, readOnly: true }, { ...call, readOnly: true }] as const)
      await client.request(request);
    expect(new Set(remote.requests.map(({ connection }) => connection)).size).toBe(1);
  });

  it('that were kept alive are not used again after the network has changed', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    await client.request(usage);
    client.closeIdle();
    await client.request(usage);
    expect(remote.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it('that were closed while they were kept alive are replaced', async () => {
    const remote = await startRemote();
    const proxy = await startFaultProxy(remote.port);
    opened.push(proxy.close);
    const client = createClient(remote.baseUrl.replace(remote.origin, proxy.origin));
    await client.request(usage);
    // The next request on this connection gets no answer.
    remote.setFault('getUsage', (_, number) => (number === 2 ? { drop: 'before' } : undefined));
    expect((await client.request(usage)).status).toBe(200);
    expect(remote.countRequests('getUsage')).toBe(3);
    expect(proxy.countConnections()).toBe(2);
  });

  it('break during a POST with an Idempotency-Key, which is not sent again at once', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl, { capabilities: { ...noCapabilities, idempotency: true } });
    await client.request(usage);
    remote.setFault('placeCall', { drop: 'after' });
    expect(await fail(client.request({ ...call, idempotencyKey: 'item-1' }))).toMatchObject({
      kind: 'no_answer',
      wasSent: true,
    });
    expect(remote.requests.map(({ connection }) => connection)).toEqual([1, 1]);
  });

  it('that were kept alive are not used for a change that was sent before, because they may have lost it', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl, { capabilities: { ...noCapabilities, idempotency: true } });
    const repeated = { ...call, idempotencyKey: 'item-1', isRepeat: true };
    for (const request of [usage, repeated, repeated]) await client.request(request);
    expect(remote.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
  });
});

describe('a failure before the request is sent', () => {
  const notSent = { kind: 'unreachable', wasSent: false, status: null };

  it('has its own message: connection refused, unknown name, no TLS, no response to the handshake', async () => {
    const refused = await fail(createClient(`http://127.0.0.1:${await findFreePort()}`).request(call));
    expect(refused).toMatchObject({
      ...notSent,
      message: expect.stringMatching(/^127\.0\.0\.1 refuses connections on port \d+\.$/),
    });

    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    const unknown = await fail(createClient('https://voice.example', { resolve }).request(call));
    expect(unknown).toMatchObject({ ...notSent, message: 'The host name voice.example was not found.' });

    const remote = await startRemote();
    const plain = await fail(createClient(remote.origin.replace('http:', 'https:')).request(call));
    expect(plain).toMatchObject({ ...notSent, message: expect.stringMatching(/does not offer HTTPS/) });
    expect(remote.requests).toEqual([]);

    const silent = createTcpServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    opened.push(() => silent.close());
    const { port } = silent.address() as AddressInfo; // it listens on a port
    const timeouts = { connectMs: 250 };
    const slow = await fail(createClient(`https://127.0.0.1:${port}`, { timeouts }).request(call));
    expect(slow).toMatchObject({ ...notSent, message: '127.0.0.1 did not complete the TLS handshake in time.' });
  });

  it('is a name that cannot be looked up in time', async () => {
    const resolve = () => new Promise<never>(() => {});
    const error = await fail(
      createClient('https://voice.example', { resolve, timeouts: { connectMs: 20 } }).request(call),
    );
    expect(error).toMatchObject({ ...notSent, message: 'The host name voice.example could not be looked up in time.' });
  });

  it('is HTTP to another computer, unless the connection allows it', async () => {
    expect(() => createClient('http://voice.example')).toThrow(
      expect.objectContaining({ kind: 'invalid', wasSent: false }),
    );
    const remote = await startRemote();
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const base_url = remote.baseUrl.replace('127.0.0.1', 'voice.example');
    const settings = { ...defaultSettings, base_url, allow_http: true };
    expect((await createClient('', { settings, resolve }).request(usage)).status).toBe(200);
  });
});

describe('a certificate that is not accepted', () => {
  it('ends the connection before anything is sent', async () => {
    const remote = await startRemote({ tls: { key: privateKey, cert: certificate } });
    const refused = await fail(createClient(remote.baseUrl).request(call));
    expect(refused).toMatchObject({
      kind: 'unreachable',
      wasSent: false,
      message: 'The certificate of 127.0.0.1 is self-signed.',
    });
    const pin = (certificate_sha256: string) =>
      createClient(remote.baseUrl, { settings: { ...defaultSettings, base_url: remote.baseUrl, certificate_sha256 } });
    const changed = await fail(pin('0'.repeat(64)).request(call));
    expect(changed).toMatchObject({ kind: 'unreachable', wasSent: false });
    expect(remote.requests).toEqual([]);
    const client = pin(new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase());
    for (const request of [usage, usage, call]) await client.request(request);
    expect(remote.state.calls.size).toBe(1);
  });
});

describe('a failure after the request was sent', () => {
  it('has no answer: the connection breaks before or in the middle of it', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    for (const drop of ['before', 'after'] as const) {
      remote.setFault('placeCall', { drop });
      expect(await fail(client.request(call))).toMatchObject({ kind: 'no_answer', wasSent: true, status: null });
    }
    expect(remote.state.calls.size).toBe(1);
    remote.setFault('placeCall', null);
    const proxy = await startFaultProxy(remote.port);
    opened.push(proxy.close);
    for (const fault of [{ cutToServerAfter: 30 }, { cutToClientAfter: 30 }, { cutToClientAfter: 230 }]) {
      proxy.setFault(() => fault);
      const error = await fail(createClient(remote.baseUrl.replace(remote.origin, proxy.origin)).request(call));
      expect(error).toMatchObject({ kind: 'no_answer', wasSent: true });
    }
  });

  it('has no answer in time: none at all, one that pauses, and one that never ends', async () => {
    const remote = await startRemote();
    remote.setFault('placeCall', { waitBefore: new Promise(() => {}) });
    const idle = createClient(remote.baseUrl, { timeouts: { idleMs: 40 } });
    expect(await fail(idle.request(call))).toMatchObject({
      kind: 'no_answer',
      wasSent: true,
      message: 'The remote did not respond within 1 second.',
    });
    remote.setFault('getUsage', { body: new Readable({ read() {} }) });
    expect(await fail(idle.request(usage))).toMatchObject({ kind: 'no_answer', wasSent: true });
    const drip = async function* () {
      for (;;) {
        yield ' ';
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    remote.setFault('getUsage', { body: Readable.from(drip()) });
    const total = createClient(remote.baseUrl, { timeouts: { totalMs: 80 } });
    expect(await fail(total.request(usage))).toMatchObject({ kind: 'no_answer', wasSent: true });
  });

  it('is stopped by its signal, and by closing the client', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    expect(await fail(client.request({ ...call, signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'stopped',
      wasSent: false,
    });
    const connecting = new AbortController();
    const resolve = () => new Promise<never>(() => setImmediate(() => connecting.abort()));
    const slow = createClient('https://voice.example', { resolve });
    expect(await fail(slow.request({ ...call, signal: connecting.signal }))).toMatchObject({
      kind: 'stopped',
      wasSent: false,
    });
    remote.setFault('placeCall', { waitAfter: new Promise(() => {}) });
    const controller = new AbortController();
    const stopped = fail(client.request({ ...call, signal: controller.signal }));
    await remote.waitForRequests('placeCall');
    controller.abort();
    expect(await stopped).toMatchObject({ kind: 'stopped', wasSent: true });
    const closed = fail(client.request(call));
    await remote.waitForRequests('placeCall', 2);
    client.close();
    expect(await closed).toMatchObject({ kind: 'stopped', wasSent: true });
  });
});

describe('an error response', () => {
  it.each<[ErrorShape, string]>([
    ['problem', 'The number is not valid.'],
    ['detail', 'The number is not valid.'],
    ['nested', 'The number is not valid.'],
    ['error', 'The number is not valid.'],
    ['message', 'The number is not valid.'],
    ['text', 'The number is not valid.'],
    ['html', 'The remote responded with HTTP 422 (Unprocessable Entity).'],
    ['empty', 'The remote responded with HTTP 422 (Unprocessable Entity).'],
  ])('of the shape %s becomes one sentence', async (errorShape, message) => {
    const remote = await startRemote({ errorShape });
    const json = { agent_id: 'agt_1', recipient_number: 'none' };
    const error = await fail(createClient(remote.baseUrl).request({ ...call, json }));
    expect(error).toMatchObject({ kind: 'rejected', wasSent: true, status: 422, message });
  });

  it('has the code of the problem, if the remote gives one', async () => {
    const { baseUrl } = await serve(({ url }, response) => {
      const error = { message: 'Already ended', code: 'not_cancelable' };
      const body = url === '/v1/nested' ? { error } : url === '/v1/flat' ? error : { error: { ...error, code: '<b>' } };
      response.writeHead(409, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
    const client = createClient(baseUrl);
    const read = async (path: string) => (await fail(client.request({ method: 'GET', path }))).code;
    expect([await read('/flat'), await read('/nested'), await read('/markup')]).toEqual([
      'not_cancelable',
      'not_cancelable',
      null,
    ]);
  });

  it('has a kind for its status', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    const kinds = {
      400: 'rejected',
      401: 'unauthorized',
      403: 'rejected',
      404: 'rejected',
      408: 'busy',
      409: 'rejected',
      429: 'busy',
      500: 'failed',
      502: 'failed',
      503: 'busy',
      504: 'failed',
    };
    for (const [status, kind] of Object.entries(kinds)) {
      remote.setFault('getUsage', { status: Number(status) });
      expect(await fail(client.request(usage))).toMatchObject({
        kind,
        status: Number(status),
        wasSent: true,
        retryAfterMs: null,
      });
    }
  });

  it('says when to try again, in seconds or as a date of the remote’s clock', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    const dates = { Date: 'Mon, 05 Jan 2032 10:00:00 GMT', 'Retry-After': 'Mon, 05 Jan 2032 10:00:30 GMT' };
    const cases = [
      [{ 'Retry-After': '7' }, 7_000],
      [{ 'Retry-After': '999999999' }, 60 * 60 * 1000],
      [dates, 30_000],
      [{ ...dates, Date: 'Mon, 05 Jan 2032 11:00:00 GMT' }, 0],
      [{ 'Retry-After': '1.5' }, 1_500],
      [{ Date: 'Mon Jan  5 10:00:00 2032', 'Retry-After': 'Mon Jan  5 10:00:30 2032' }, 30_000],
      [{ 'Retry-After': 'soon' }, null],
      [{ 'Retry-After': '-5' }, null],
    ] as const;
    for (const [headers, retryAfterMs] of cases) {
      remote.setFault('getUsage', { status: 503, headers });
      expect(await fail(client.request(usage))).toMatchObject({ kind: 'busy', retryAfterMs });
    }
  });

  it('is short, without markup, control characters or the API key', async () => {
    const remote = await startRemote({ errorShape: 'detail' });
    const client = createClient(remote.baseUrl);
    const read = async (message: string) => {
      remote.setFault('getUsage', { status: 400, message });
      return (await fail(client.request(usage))).message;
    };
    expect(await read(`Unknown key ${apiKey}`)).toBe('Unknown key •••.');
    expect(await read('a\u0000b\u202Ec\r\n<script>alert(1)</script> 5 < 6')).toBe('a b c alert(1) 5 < 6.');
    expect(await read('x'.repeat(5_000))).toHaveLength(300);
    expect(await read('')).toBe('The remote responded with HTTP 400 (Bad Request).');
    const short = createClient(remote.baseUrl, { apiKey: 'k' });
    remote.setFault('getUsage', { status: 400, message: '' });
    expect((await fail(short.request(usage))).message).toBe('The remote responded with HTTP 400 (Bad Request).');
  });

  it('is used even if its text never ends', async () => {
    const { baseUrl } = await serve((_, response) => {
      response.writeHead(403, { 'Content-Type': 'text/plain' });
      const write = () =>
        void (response.write('x'.repeat(1_000)) ? setImmediate(write) : response.once('drain', write));
      write();
    });
    expect(await fail(createClient(baseUrl).request(usage))).toMatchObject({ kind: 'rejected', status: 403 });
  });
});

describe('an answer that is no valid answer', () => {
  it('is invalid: a web page, other content, broken JSON, compressed data, no HTTP', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    const cases = [
      [
        { body: '<html>Sign in</html>', headers: { 'Content-Type': 'text/html; charset=utf-8' } },
        'The remote sent a web page instead of data.',
      ],
      [{ body: 'ok', headers: { 'Content-Type': 'text/plain' } }, 'The remote sent something other than JSON.'],
      [{ body: '{"a":' }, 'The remote sent JSON that cannot be read.'],
      [{ body: 'x', headers: { 'Content-Encoding': 'gzip' } }, 'The remote sent compressed data that cannot be read.'],
      [
        { body: gzipSync('{"a":1}').subarray(0, -9), headers: { 'Content-Encoding': 'gzip' } },
        'The remote sent compressed data that cannot be read.',
      ],
      [{ body: 'x', headers: { 'Content-Encoding': 'br' } }, 'The remote sent compressed data that cannot be read.'],
      [
        { body: 'x', headers: { 'Content-Encoding': 'zip' } },
        'The remote sent data in a compression that Switchboard does not support.',
      ],
    ] as const;
    for (const [fault, message] of cases) {
      remote.setFault('getUsage', fault);
      expect(await fail(client.request(usage))).toMatchObject({ kind: 'invalid', wasSent: true, message });
    }
    const raw = createTcpServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.7\r\n')).listen(0, '127.0.0.1');
    await once(raw, 'listening');
    opened.push(() => raw.close());
    const { port } = raw.address() as AddressInfo; // it listens on a port
    expect(await fail(createClient(`http://127.0.0.1:${port}`).request(usage))).toMatchObject({
      kind: 'invalid',
      message: 'The remote did not respond with HTTP.',
    });
  });

  it.each(['text/event-stream', 'audio/mpeg', 'multipart/x-mixed-replace; boundary=a', 'image/png'])(
    'is invalid at once if it is %s, which may not end',
    async (type) => {
      const { baseUrl } = await serve((_, response) => {
        response.writeHead(200, { 'Content-Type': type }).write('data: 1\n\n');
      });
      expect(await fail(createClient(baseUrl).request(usage))).toMatchObject({ kind: 'invalid' });
    },
  );

  it.each(['text/plain', 'text/html; charset=utf-8', 'application/octet-stream', 'application/javascript', ''])(
    'is read if it is JSON, although it is said to be %j',
    async (type) => {
      const { baseUrl } = await serve((_, response) => {
        response.writeHead(200, type === '' ? {} : { 'Content-Type': type }).end('\ufeff{"minutes_used":7}');
      });
      expect((await createClient(baseUrl).request(usage)).body).toEqual({ minutes_used: 7 });
    },
  );

  it('is a web page also without a type', async () => {
    const { baseUrl } = await serve((_, response) => void response.end('\n<!doctype html><title>Sign in</title>'));
    expect((await fail(createClient(baseUrl).request(usage))).message).toBe(
      'The remote sent a web page instead of data.',
    );
  });

  it('accepts application/problem+json, a charset and an empty body', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    remote.setFault('getUsage', { headers: { 'Content-Type': 'Application/Vnd.Api+JSON; charset=utf-8' } });
    expect((await client.request(usage)).body).toEqual(remote.state.usage);
    for (const body of ['', '\r\n']) {
      remote.setFault('getUsage', { body });
      expect((await client.request(usage)).body).toBeNull();
    }
  });

  it('is invalid if it is too large, announced or not', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    const large = `"${'x'.repeat(2_000_000)}"`;
    for (const body of [large, Readable.from([large])]) {
      remote.setFault('getUsage', { body });
      const error = await fail(client.request({ ...usage, maxBytes: 1024 * 1024 }));
      expect(error).toMatchObject({ kind: 'invalid', message: 'The remote sent more than 1 MB.' });
    }
    remote.setFault('getUsage', { body: large });
    expect((await client.request(usage)).body).toHaveLength(2_000_000);
  });
});

describe('a body in tiny pieces', () => {
  it('needs no more memory than its bytes', async () => {
    const pieces: WeakRef<Buffer>[] = [];
    let kept = 0;
    const body = Readable.from(
      (async function* () {
        for (let count = 0; count < 5_000; count += 1) {
          const piece = Buffer.from('x');
          pieces.push(new WeakRef(piece));
          yield piece;
          if (count % 1_000 !== 999) continue;
          await new Promise(setImmediate); // a WeakRef is kept until the end of its turn
          collectGarbage();
          kept = pieces.filter((one) => one.deref() !== undefined).length;
        }
      })(),
    );
    const read = await readBody(
      {
        body,
        toError: (cause) => {
          throw cause;
        },
      },
      4_990,
    );
    expect(read).toMatchObject({ isComplete: false, bytes: Buffer.from('x'.repeat(4_990)) });
    expect(pieces.length).toBeGreaterThan(4_000);
    expect(kept).toBeLessThan(1_000);
  });
});

describe('a compressed response', () => {
  const usageWith = (encoding: string, compress: (text: string) => Buffer, text: string) => ({
    body: compress(text),
    headers: { 'Content-Encoding': encoding },
  });

  it('is read like any other, also in an error', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['X-Gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['br', brotliCompressSync],
      ['gzip, identity', gzipSync],
      ['br, gzip', (text: string) => gzipSync(brotliCompressSync(text))],
      ['UTF-8', Buffer.from],
      ['none', Buffer.from],
    ] as const) {
      remote.setFault('getUsage', usageWith(encoding, compress, '{"minutes_used":7}'));
      expect((await client.request(usage)).body).toEqual({ minutes_used: 7 });
    }
    expect(remote.requests[0]?.headers['accept-encoding']).toBe('gzip, deflate, br');
    const { baseUrl } = await serve(({ url }, response) => {
      response.setHeader('Content-Encoding', 'gzip').setHeader('Content-Type', 'application/json');
      if (url === '/v1/empty') response.writeHead(204).end();
      else if (url === '/v1/no-bytes') response.write('', () => void response.end());
      else response.writeHead(400).end(gzipSync('{"detail":"It was refused."}'));
    });
    const other = createClient(baseUrl);
    for (const path of ['/empty', '/no-bytes']) expect((await other.request({ method: 'GET', path })).body).toBeNull();
    expect((await fail(other.request(usage))).message).toBe('It was refused.');
  });

  it('that grows beyond the limit is refused without reading the rest', async () => {
    const remote = await startRemote();
    const client = createClient(remote.baseUrl);
    const text = `"${'x'.repeat(30_000_000)}"`;
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['br', (value: string) => brotliCompressSync(value, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ] as const) {
      remote.setFault('getUsage', usageWith(encoding, compress, text));
      expect(await fail(client.request(usage))).toMatchObject({
        kind: 'invalid',
        message: 'The remote sent more than 8 MB.',
      });
    }
  });

  it('has no answer if the connection breaks in the middle of it', async () => {
    const { baseUrl } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.write(gzipSync('{"a":1}').subarray(0, 15), () => response.destroy());
    });
    expect(await fail(createClient(baseUrl).request(usage))).toMatchObject({ kind: 'no_answer', wasSent: true });
  });
});

describe('redirects', () => {
  it('are followed for a GET within the origin, at most three times', async () => {
    const { baseUrl, requests } = await serve((request, response) => {
      const number = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
      if (number < 4) response.writeHead(307, { Location: `/v1/step-${number + 1}` }).end();
      else response.setHeader('Content-Type', 'application/json').end('"here"');
    });
    const client = createClient(baseUrl);
    expect((await client.request({ method: 'GET', path: '/step-1' })).body).toBe('here');
    expect(await fail(client.request({ method: 'GET', path: '/step-0' }))).toMatchObject({
      kind: 'invalid',
      message: 'The remote redirects too often.',
    });
    expect(requests.every(({ headers }) => headers.authorization === `Bearer ${apiKey}`)).toBe(true);
  });

  it('are never followed to another origin, nor with another method', async () => {
    const other = await serve((_, response) => void response.end());
    const { baseUrl, requests } = await serve(({ url }, response) => {
      response.writeHead(302, { Location: url === '/v1/away' ? `${other.baseUrl}/usage` : '/v1/same' }).end();
    });
    const client = createClient(baseUrl);
    expect(await fail(client.request({ method: 'GET', path: '/away' }))).toMatchObject({
      kind: 'invalid',
      message: `The remote redirects to ${new URL(other.origin).host}. If this is its new address, change the base URL.`,
    });
    for (const method of ['POST', 'PATCH', 'DELETE'] as const)
      expect(await fail(client.request({ method, path: '/write' }))).toMatchObject({ kind: 'invalid', wasSent: true });
    expect(requests).toHaveLength(4);
    expect(other.requests).toEqual([]);
  });
});

describe('the connection of an upload that must not be repeated', () => {
  const uploadTwice = async (keepAlive: string) => {
    const folder = await createTemporaryFolder();
    opened.push(folder.remove);
    const path = join(folder.path, 'a.txt');
    await writeFile(path, 'nine to five');
    const ports: (number | undefined)[] = [];
    const { baseUrl } = await serve((request, response) => {
      ports.push(request.socket.remotePort);
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Connection', 'keep-alive');
      response.setHeader('Keep-Alive', keepAlive);
      request.once('end', () => response.end('{"document_id":"doc_1"}'));
    });
    const client = createClient(baseUrl);
    const upload = { fields: {}, path, fileName: 'a.txt', sizeBytes: 12 };
    for (let sent = 0; sent < 2; sent++) await client.request({ method: 'POST', path: '/knowledge/documents', upload });
    return new Set(ports).size;
  };

  it('is used again if the remote announced that it keeps it', async () => {
    expect(await uploadTwice('timeout=5')).toBe(1);
    expect(await uploadTwice('timeout=2, max=100')).toBe(1);
  });

  it.each(['timeout=1', 'max=100', 'timeout=0'])('is not used again after the announcement “%s”', async (keepAlive) => {
    expect(await uploadTwice(keepAlive)).toBe(2);
  });
});

describe('an upload', () => {
  it.each([3_000_000, 3_000])('of %i bytes has its exact length and its name in UTF-8', async (sizeBytes) => {
    const folder = await createTemporaryFolder();
    opened.push(folder.remove);
    const path = join(folder.path, 'stored');
    const bytes = Buffer.alloc(sizeBytes, 'Öffnungszeiten\n');
    await writeFile(path, bytes);
    const remote = await startRemote();
    const fileName = 'Öffnungs"zeiten" 時間\r\n.txt';
    const upload = { fields: { title: 'Größe "1"\r\n时间' }, path, fileName, sizeBytes };
    const client = createClient(remote.baseUrl);
    const response = await client.request({ method: 'POST', path: '/knowledge/documents', upload });
    expect(response.body).toMatchObject({ document_id: 'doc_1' });
    const [request] = remote.requests;
    expect(request?.upload?.bytes.equals(bytes)).toBe(true);
    expect(request?.upload).toMatchObject({ fields: upload.fields, fileName: fileName.replace('\r\n', '  ') });
    expect(request?.headers).not.toHaveProperty('transfer-encoding');
    await writeFile(path, 'changed');
    const changed = await fail(client.request({ method: 'POST', path: '/knowledge/documents', upload }));
    expect(changed).toMatchObject({ kind: 'rejected', wasSent: false });
  });

  it('ends when the remote answers before it has received everything', async () => {
    const folder = await createTemporaryFolder();
    opened.push(folder.remove);
    const path = join(folder.path, 'stored');
    await writeFile(path, Buffer.alloc(15_000_000));
    const { baseUrl } = await serve((request, response) => {
      request.pause();
      response.writeHead(413, { 'Content-Type': 'application/json' }).end('{"detail":"Too large"}');
    });
    const upload = { fields: {}, path, fileName: 'a.txt', sizeBytes: 15_000_000 };
    const error = await fail(createClient(baseUrl).request({ method: 'POST', path: '/knowledge/documents', upload }));
    expect(error).toMatchObject({ kind: 'rejected', status: 413, message: 'Too large.' });
  });
});

describe('this application as the remote', () => {
  it('understands uploads, replays a repeated key and names its problems', async () => {
    const folder = await createTemporaryFolder();
    opened.push(folder.remove);
    const served = await serveDemoService();
    opened.push(served.stop);
    const path = join(folder.path, 'stored');
    await writeFile(path, 'We open at 9.');
    const capabilities = { ...noCapabilities, idempotency: true };
    const client = createClient(served.baseUrl, { apiKey: served.keys.admin, capabilities });
    const upload = { fields: { title: 'Öffnungszeiten “neu”' }, path, fileName: 'Zeiten "neu".txt', sizeBytes: 13 };
    const request: RemoteRequest = { method: 'POST', path: '/knowledge/documents', upload, idempotencyKey: 'item-1' };
    const { body } = await client.request(request);
    expect((await client.request(request)).body).toEqual(body);
    const { document_id } = body as { document_id: string }; // of the specification
    const stored = await client.request({ method: 'GET', path: `/knowledge/documents/${document_id}` });
    expect(stored.body).toMatchObject({ title: upload.fields.title });
    const unchanged = await client.request({ method: 'GET', path: `/organizations/${served.orgId}` });
    expect(
      await client.request({ method: 'GET', path: `/organizations/${served.orgId}`, etag: unchanged.etag }),
    ).toMatchObject({
      status: 304,
    });
    const missing = await fail(client.request({ method: 'DELETE', path: '/knowledge/documents/doc_none' }));
    expect(missing).toMatchObject({ kind: 'rejected', status: 404, code: 'document_not_found' });
  });

  it('serves recordings and invoices for download', async () => {
    const folder = await createTemporaryFolder();
    opened.push(folder.remove);
    const served = await serveDemoService();
    opened.push(served.stop);
    const client = createClient(served.baseUrl, { apiKey: served.keys.admin });
    const read = async (path: string, query = {}) => {
      const { body } = await client.request({ method: 'GET', path, query });
      return (body as { data: { recording_url?: string; pdf_url?: string }[] }).data[0]; // of the specification
    };
    const completed = await read('/calls', { status: 'completed', limit: 1 });
    const invoice = await read('/billing/invoices');
    const path = join(folder.path, 'stored');
    const recording = await client.download({ url: completed?.recording_url ?? '', type: 'mp3', path });
    expect(recording.sizeBytes).toBeGreaterThan(10_000);
    const pdf = await client.download({ url: invoice?.pdf_url ?? '', type: 'pdf', path });
    expect(pdf.sizeBytes).toBeGreaterThan(1_000);
  });
});
