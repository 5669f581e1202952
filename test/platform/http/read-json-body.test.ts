import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test, afterEach, beforeEach, describe, vi } from 'vitest';
import { startHttpServer } from '../../../electron/host/http-server.ts';
import { readJsonBody, limitIdleTime } from '../../../electron/service/platform/http/read-json-body.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createTestApiKey, startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../../helpers/service/start-service.ts';

test('an incomplete body is a client error', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"query":'));
      controller.error(new Error('aborted'));
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit; // TypeScript's types lack `duplex`
  await expect(readJsonBody(new Request('http://service.test/', init))).rejects.toMatchObject({ code: 'malformed' });
});

test.each(['gzip', 'br', 'identity, gzip'])('a body with the coding %s is not read', async (coding) => {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
  const compressed = new Request('http://service.test/', { method: 'POST', headers, body: '{}' });
  await expect(readJsonBody(compressed)).rejects.toMatchObject({
    code: 'unsupported_media_type',
    headers: { 'Accept-Encoding': 'identity' },
  });
  compressed.headers.set('Content-Encoding', 'Identity');
  await expect(readJsonBody(compressed)).resolves.toEqual({});
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a body', () => {
  test('passes through unchanged, and its source is canceled with it', async () => {
    const canceled: unknown[] = [];
    const parts = [new Uint8Array([1, 2]), new Uint8Array([3])];
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const part = parts.shift();
        if (part) controller.enqueue(part);
      },
      cancel: (reason) => void canceled.push(reason),
    });
    const reader = limitIdleTime(source).getReader();
    expect((await reader.read()).value).toEqual(new Uint8Array([1, 2]));
    expect((await reader.read()).value).toEqual(new Uint8Array([3]));
    await reader.cancel('enough');
    expect(canceled).toEqual(['enough']);
  });

  test('that pauses too long fails, and one that only is slow does not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let source: ReadableStreamDefaultController<Uint8Array> | undefined;
    const reader = limitIdleTime(new ReadableStream({ start: (controller) => void (source = controller) })).getReader();
    for (let part = 0; part < 5; part++) {
      const read = reader.read();
      await vi.advanceTimersByTimeAsync(limits.bodyIdleMs - 1);
      source?.enqueue(new Uint8Array([part]));
      expect((await read).value).toEqual(new Uint8Array([part]));
    }
    const failed = expect(reader.read()).rejects.toMatchObject({ code: 'request_timeout', status: 408 });
    await vi.advanceTimersByTimeAsync(limits.bodyIdleMs);
    await failed;
  });
});

describe('a stalled request over HTTP', () => {
  let started: StartedService;
  beforeEach(async () => {
    started = await startServiceWithWorkspace();
  });
  afterEach(() => started.stop());

  test.each([
    ['JSON', '/v1/agents/requests', 'application/json', '{"objective": "Answer'],
    [
      'an upload',
      '/v1/knowledge/documents',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHalf a fi',
    ],
  ])('with %s is cut with a 408 problem', async (_, path, mediaType, part) => {
    const { secret } = await createTestApiKey(started, 'admin');
    const arrived = Promise.withResolvers<void>();
    const host = await startHttpServer({
      port: 0,
      fetch: (received, caller) => {
        arrived.resolve();
        return started.service.fetch(received, caller);
      },
      staticFiles: async () => undefined,
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outgoing = request({
      port: host.port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': mediaType, 'Content-Length': 500 },
    });
    outgoing.on('error', () => {}); // the host closes the connection, which is correct
    outgoing.write(part);
    await arrived.promise;
    const answered = once(outgoing, 'response');
    await vi.advanceTimersByTimeAsync(limits.bodyIdleMs);
    const [response] = await answered;
    expect([response.statusCode, response.headers['content-type']]).toEqual([408, 'application/problem+json']);
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'request_timeout' });
    outgoing.destroy();
    vi.useRealTimers();
    await host.close();
  });
});
