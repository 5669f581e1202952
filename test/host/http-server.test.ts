import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHttpServer, type HttpServer } from '../../electron/host/http-server.ts';
import { createWindowSession } from '../../electron/host/window-session.ts';
import { PortError } from '../../electron/service/platform/http/loopback-hosts.ts';
import { limitIdleTime } from '../../electron/service/platform/http/read-json-body.ts';
import { startLoopbackServer, stopLoopbackServer } from '../../electron/service/platform/http/loopback-server.ts';
import type { ServiceFetch } from '../../electron/host/handle-request.ts';
import { createStaticFileHandler } from '../../electron/service/platform/http/static-file-handler.ts';
import { problemSchema } from '../../shared/contract/problems.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
let open: HttpServer[];

const session = createWindowSession();

const isolatedHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };

/** The header of the window's requests. */
const asWindow = () => ({ 'x-switchboard-session': session.secret });

beforeEach(async () => {
  folder = await createTemporaryFolder();
  open = [];
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'index.html'), '<!doctype html><title>The window</title>');
  await writeFile(join(folder.path, 'assets', 'main-1a2b.js'), 'export {};');
});

afterEach(async () => {
  await Promise.all(open.map((listening) => listening.close()));
  await folder.remove();
});

/** Responds with the caller that the host passes to the service. */
const respondWithCaller: ServiceFetch = async (_request, caller) => new Response(caller);

async function start(
  fetchFromService: ServiceFetch = respondWithCaller,
  port = 0,
  onError: (error: unknown) => void = () => {},
): Promise<HttpServer> {
  const staticFiles = createStaticFileHandler(folder.path);
  const listening = await startHttpServer({ port, session, fetch: fetchFromService, staticFiles, onError });
  open.push(listening);
  return listening;
}

/** Sends a request with any header, including Host, which fetch does not allow. */
function ask(listening: HttpServer, path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: listening.port, path, method, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
    });
    outgoing.on('error', reject).end();
  });
}

/** Signs in as the page of a window does. */
function signIn(listening: HttpServer, token: string, headers: Record<string, string> = { origin: listening.origin }) {
  return ask(listening, '/sign-in', { 'x-switchboard-token': token, ...headers }, 'POST');
}

describe('the window of the browser host', () => {
  it('exchanges a token for the secret of this run, once, and sets no cookie', async () => {
    const host = await start();
    const token = session.issueToken();
    const answer = await signIn(host, token);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual({ secret: session.secret });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', ...isolatedHeaders });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await signIn(host, token)).status).toBe(401);
  });

  it.each(['', 'wrong', 'A'.repeat(43)])('rejects the token %j', async (token) => {
    const answer = await signIn(await start(), token);
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain(session.secret);
  });

  it('rejects a token from a page of another port, and keeps it valid', async () => {
    const host = await start();
    const token = session.issueToken();
    expect((await signIn(host, token, {})).status).toBe(403);
    expect((await signIn(host, token, { origin: 'http://127.0.0.1:1' })).status).toBe(403);
    expect((await signIn(host, token, { origin: host.origin, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await signIn(host, token)).status).toBe(200);
  });

  it('serves its page, which contains no data, to everybody', async () => {
    const page = await ask(await start(), '/');
    expect(page.body).toContain('The window');
    expect(page.body).not.toContain(session.secret);
  });
});

describe('connections without a request', () => {
  const connectSilently = async (port: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };

  it('are closed when there are too many, the oldest first, and requests are answered', async () => {
    const host = await start();
    const sockets: Socket[] = [];
    for (let count = 0; count < 300; count += 1) sockets.push(await connectSilently(host.port));
    expect((await ask(host, '/app/session', asWindow())).status).toBe(200);
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(44);
    expect(sockets.at(-1)?.closed).toBe(false);
    for (const socket of sockets) socket.destroy();
  });

  it('cannot be accepted without a file descriptor, which ends nothing', async () => {
    const { server } = await startLoopbackServer(0);
    expect(() => server.emit('error', new Error('accept EMFILE'))).not.toThrow();
    await stopLoopbackServer(server, 0);
  });
});

describe('the caller of a request', () => {
  const json = { 'content-type': 'application/json' };

  it.each([
    ['a read', 'GET', {}, 'window'],
    ['a read from its own page', 'GET', { 'sec-fetch-site': 'same-origin' }, 'window'],
    ['a read from a page of another port', 'GET', { 'sec-fetch-site': 'same-site' }, 'api'],
    ['a read from a page of another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 'api'],
    ['a read with a key', 'GET', { authorization: 'Bearer sk' }, 'api'],
    ['a read with a key in X-API-Key', 'GET', { 'x-api-key': 'sk' }, 'api'],
    ['a read from the address bar', 'GET', { 'sec-fetch-site': 'none' }, 'api'],
    ['a write without a proof of its origin', 'POST', json, 'api'],
    ['a write from its own page', 'POST', { ...json, 'sec-fetch-site': 'same-origin' }, 'window'],
    ['a write from the address bar', 'POST', { 'sec-fetch-site': 'none' }, 'api'],
  ])('%s: %s is classified as %s', async (_name, method, headers, caller) => {
    const host = await start();
    expect((await ask(host, '/app/session', { ...asWindow(), ...headers }, method)).body).toBe(caller);
  });

  it('is the window if the Origin is its own', async () => {
    const host = await start();
    expect((await ask(host, '/v1/x', { ...asWindow(), origin: host.origin }, 'DELETE')).body).toBe('window');
    const byName = {
      ...asWindow(),
      host: `localhost:${host.port}`,
      origin: `http://localhost:${host.port}`,
    };
    expect((await ask(host, '/v1/x', byName, 'DELETE')).body).toBe('window');
  });

  it('is the API without the secret of this run, with another one, or with the secret in a cookie', async () => {
    const host = await start();
    const { secret } = createWindowSession();
    expect((await ask(host, '/v1/openapi.json')).body).toBe('api');
    expect((await ask(host, '/v1/openapi.json', { 'x-switchboard-session': secret })).body).toBe('api');
    expect((await ask(host, '/v1/openapi.json', { cookie: `switchboard_${host.port}=${session.secret}` })).body).toBe(
      'api',
    );
  });
});

describe('other hosts and origins', () => {
  it.each(['evil.example', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example'])(
    'rejects the Host header %j',
    async (host) => {
      const listening = await start();
      const answer = await ask(listening, '/v1/x', { host });
      expect(answer.status).toBe(421);
      expect(answer.headers).toMatchObject(isolatedHeaders);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'misdirected', status: 421, instance: '/v1/x' });
    },
  );

  it.each(['http://evil.example', 'http://127.0.0.1', 'https://127.0.0.1:PORT', 'http://a@127.0.0.1:PORT'])(
    'rejects a request target with the origin %s, which URLs in a response would repeat',
    async (origin) => {
      const listening = await start(async ({ url }) => new Response(url));
      const target = `${origin.replace('PORT', String(listening.port))}/v1/x`;
      const answer = await ask(listening, target);
      expect(answer.status).toBe(421);
      expect(answer.body).not.toContain('evil');
      expect((await ask(listening, `${listening.origin}/v1/x`)).body).toBe(`${listening.origin}/v1/x`);
    },
  );

  it.each(['null', 'https://evil.example', 'http://127.0.0.1:1', 'app://switchboard'])(
    'rejects pages of the origin %s, with or without a key',
    async (origin) => {
      const listening = await start();
      expect((await ask(listening, '/v1/x', { origin, authorization: 'Bearer sk' })).status).toBe(403);
      expect((await ask(listening, '/', { origin, ...asWindow() })).status).toBe(403);
    },
  );

  it('cannot connect from another computer', async () => {
    const { networkInterfaces } = await import('node:os');
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one && !one.internal && one.family === 'IPv4');
    const listening = await start();
    const socket = connect({ host: outside?.address ?? '127.0.0.2', port: listening.port });
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]; // the type of this event in Node
    expect(error.code).toBe('ECONNREFUSED');
  });
});

describe('files', () => {
  it('have a content type, a strict policy and a matching cache lifetime', async () => {
    const host = await start();
    const script = await ask(host, '/assets/main-1a2b.js');
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, max-age=31536000, immutable',
      ...isolatedHeaders,
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const page = await ask(host, '/');
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });

  it('of pdf.js are served for the pages of documents', async () => {
    const host = await start();
    const decoder = await ask(host, '/pdfjs/wasm/jbig2_nowasm_fallback.js');
    expect(decoder.status).toBe(200);
    expect(decoder.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', ...isolatedHeaders });
    expect((await ask(host, '/pdfjs/cmaps/UniGB-UCS2-H.bcmap')).status).toBe(200);
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fx',
    '/.hidden',
    '/assets',
    '/nothing.js',
    '/a%00b',
    '/pdfjs/package.json',
    '/pdfjs/wasm/nothing.js',
    '/pdfjs/cmaps/..%2fpackage.json',
  ])('do not exist at %s', async (path) => {
    const answer = await ask(await start(), path);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });
});

describe('bodies', () => {
  it('stream in both directions', async () => {
    const host = await start(async (incoming) => new Response(incoming.body));
    const sent = new Uint8Array(8 * 1024 * 1024).fill(7);
    const answer = await fetch(`${host.origin}/v1/echo`, { method: 'POST', body: sent });
    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true);
  });

  it('deliver each server-sent event immediately, and abort the request when the client disconnects', async () => {
    let aborted: Promise<unknown> | undefined;
    let events: WritableStreamDefaultWriter<Uint8Array> | undefined;
    const encoder = new TextEncoder();
    const host = await start(async (incoming) => {
      aborted = once(incoming.signal, 'abort');
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      events = writable.getWriter();
      void events.write(encoder.encode('data: 1\n\n'));
      return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
    });
    const client = new AbortController();
    const answer = await fetch(`${host.origin}/v1/events`, { signal: client.signal });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: 1\n\n');
    void events?.write(encoder.encode('data: 2\n\n'));
    expect((await reader?.read())?.value).toBe('data: 2\n\n');
    client.abort();
    await aborted;
    events?.abort().catch(() => {});
  });

  it('deliver a response to a client that is still sending', async () => {
    const host = await start(async () => new Response('too much', { status: 413 }));
    const socket = connect({ host: '127.0.0.1', port: host.port });
    socket.on('error', () => {}); // the host closes the connection, which is correct
    socket.write(
      `POST /v1/x HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(9999)}`,
    );
    const [first] = (await once(socket.setEncoding('utf8'), 'data')) as [string]; // a string because of setEncoding
    expect(first).toMatch(/^HTTP\/1\.1 413 /);
    await once(socket, 'close');
  });

  it('end when the host closes, even if they are endless', async () => {
    const host = await start(
      async () => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(1)) })),
    );
    const answer = await fetch(`${host.origin}/v1/events`);
    const started = Date.now();
    await host.close();
    expect(Date.now() - started).toBeLessThan(3000);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});

/** Sends raw bytes and returns everything that the server sends until it closes the connection. */
async function sendRaw(listening: HttpServer, ...parts: readonly string[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: listening.port });
  for (const part of parts) socket.write(part);
  const received = await text(socket);
  socket.destroy();
  return received;
}

describe('a request that Node rejects', () => {
  const head = (host: HttpServer) => `GET /v1/x HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n`;

  it.each([
    ['malformed', 400, () => 'NONSENSE\r\n\r\n'],
    ['with an invalid header', 400, (host: HttpServer) => `${head(host)}Na me: x\r\n\r\n`],
    [
      'with a length and chunks',
      400,
      (host: HttpServer) => `${head(host)}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ['with too many headers', 431, (host: HttpServer) => `${head(host)}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    [
      'with a long URL',
      431,
      (host: HttpServer) => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n\r\n`,
    ],
  ])('because it is %s becomes a problem with status %i', async (_, status, format) => {
    const host = await start();
    const received = await sendRaw(host, format(host));
    const [headers = '', body = ''] = received.split('\r\n\r\n');
    expect(headers).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(headers).toMatch(/^content-type: application\/problem\+json$/im);
    expect(headers).toMatch(/^connection: close$/im);
    expect(headers).toMatch(new RegExp(`^content-length: ${body.length}$`, 'im'));
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ status, instance: '/' });
  });

  it('after the start of another response only closes the connection', async () => {
    const host = await start(
      async () => new Response(new ReadableStream({ start: (c) => c.enqueue(Buffer.from('begun')) })),
    );
    const socket = connect({ host: '127.0.0.1', port: host.port });
    socket.write(`${head(host)}\r\n`);
    const [first] = (await once(socket.setEncoding('utf8'), 'data')) as [string]; // a string because of setEncoding
    socket.write('NONSENSE\r\n\r\n');
    expect(first + (await text(socket))).not.toContain('problem+json');
  });

  it('does not include one with an unknown expectation, which is ignored', async () => {
    const host = await start();
    expect((await ask(host, '/v1/x', { expect: 'a-miracle' })).body).toBe('api');
  });

  it('works again on another connection', async () => {
    const host = await start();
    await sendRaw(host, 'NONSENSE\r\n\r\n');
    expect((await ask(host, '/v1/x')).status).toBe(200);
  });
});

/** Sends a raw request head and returns the start of the response. */
async function sendHead(listening: HttpServer, head: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: listening.port });
  socket.end(`${head}\r\n\r\n`);
  const [first] = (await once(socket.setEncoding('utf8'), 'data')) as [string]; // a string because of setEncoding
  socket.destroy();
  return first;
}

describe('a request without a valid URL', () => {
  it.each([
    ['no Host, as HTTP/1.0 allows', () => 'GET /v1/x HTTP/1.0'],
    ['no Host', () => 'GET /v1/x HTTP/1.1'],
    ['two Hosts', (host: string) => `GET /v1/x HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example`],
    ['the same Host twice', (host: string) => `GET /v1/x HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}`],
    ['an asterisk', (host: string) => `OPTIONS * HTTP/1.1\r\nHost: ${host}`],
    ['another scheme', (host: string) => `GET ftp://${host}/v1/x HTTP/1.1\r\nHost: ${host}`],
    ['a backslash', (host: string) => `GET /\\v1 HTTP/1.1\r\nHost: ${host}`],
  ])('is a client error: %s', async (_, head) => {
    const errors: unknown[] = [];
    const host = await start(respondWithCaller, 0, (error) => errors.push(error));
    const response = await sendHead(host, head(`127.0.0.1:${host.port}`));
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toMatch(/^content-type: application\/problem\+json$/im);
    expect(errors).toEqual([]);
  });

  it('is 404 if the name is too long for a file', async () => {
    const host = await start();
    expect((await ask(host, `/${'a'.repeat(400)}`)).status).toBe(404);
  });
});

describe('a failure', () => {
  it('of the service becomes a problem without internals', async () => {
    const errors: unknown[] = [];
    const failing = await startHttpServer({
      port: 0,
      session,
      fetch: () => Promise.reject(new Error('secret inside')),
      staticFiles: createStaticFileHandler(folder.path),
      onError: (error) => errors.push(error),
    });
    open.push(failing);
    const answer = await ask(failing, '/v1/x');
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret');
    expect(errors).toHaveLength(1);
  });

  it('to listen names the port that is in use', async () => {
    const host = await start();
    await expect(start(respondWithCaller, host.port)).rejects.toThrow(
      new PortError(`Port ${host.port} is in use by another program.`),
    );
  });
});

it('answers the next request through the connection of a body that was refused in the middle', async () => {
  const listening = await start(async (incoming) => {
    const reader = limitIdleTime(incoming.body ?? new ReadableStream()).getReader();
    const { done } = await reader.read();
    await reader.cancel();
    return new Response(null, { status: done ? 200 : 413 });
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (body: Buffer) =>
    new Promise<readonly (number | undefined | boolean)[]>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: listening.port, path: '/v1/x', method: 'POST', agent };
      const outgoing = request(options, (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, outgoing.reusedSocket]));
      });
      outgoing.on('error', reject).end(body);
    });
  try {
    expect(await send(Buffer.alloc(3_000_000))).toEqual([413, false]);
    expect(await send(Buffer.alloc(0))).toEqual([200, true]);
  } finally {
    agent.destroy();
  }
});
