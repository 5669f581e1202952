import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { createMemorySettings } from '../../helpers/service/memory-settings.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';

let dataDir: string;
let started: StartedService;
let now: number;
const settings = createMemorySettings();

const start = () => startService({ dataDir, settings, now: () => now });

beforeEach(async () => {
  now = Date.UTC(2026, 2, 1);
  dataDir = mkdtempSync(join(tmpdir(), 'switchboard-once-'));
  started = await start();
  await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Once', industry: '', email: '' } });
});
afterEach(async () => {
  await started.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const post = (key = 'k') => {
  const body = new FormData();
  body.set('title', 'Kept once');
  body.set('file', new File(['The same text every time.'], 'once.txt'));
  return started.send(
    '/v1/knowledge/documents',
    { method: 'POST', body, headers: { 'Idempotency-Key': key } },
    'window',
  );
};
const count = async () => (await started.v1(v1Routes.listDocuments, {})).data.length;

test('the first response is replayed byte for byte, also after a restart', async () => {
  const first = await (await post()).text();
  await started.service.close();
  started = await start();
  const again = await post();
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await again.text()).toBe(first);
  expect(await count()).toBe(1);
});

test('a response is kept for 24 hours', async () => {
  await post();
  now += limits.idempotencyMs;
  expect((await post()).headers.get('Idempotency-Replayed')).toBe('true');
  now += 1;
  expect((await post()).headers.get('Idempotency-Replayed')).toBeNull();
  expect(await count()).toBe(2);
});

test('different keys are independent, and a key that no header can contain is 400', async () => {
  await post('a');
  await post('"b"');
  expect((await post('b')).headers.get('Idempotency-Replayed')).toBe('true');
  expect(await count()).toBe(2);
  for (const key of ['""', 'x'.repeat(limits.idempotencyKeyLength + 1)]) expect((await post(key)).status).toBe(400);
  expect((await post('"c,d"')).status).toBe(202);
  for (const repeated of ['a, a', '"a", "a"', 'a,b']) expect((await post(repeated)).status).toBe(400);
});

describe('the same JSON with another order of keys', () => {
  const send = async (path: string, body: string) =>
    started.send(
      path,
      { method: 'POST', body, headers: { 'Idempotency-Key': 'order', 'Content-Type': 'application/json' } },
      'window',
    );

  test('is the same request, and another value or order of a list is not', async () => {
    const [agent] = (await started.app(appRoutes.listAgentRecords, {})).data;
    const call = (metadata: string) =>
      `{"agent_id":"${agent?.agent_id}","recipient_number":"+15550100","metadata":${metadata}}`;
    const path = '/v1/calls/outbound';
    const first = await send(path, call('{"name":"Ada","lead":{"id":7,"tags":["a","b"]}}'));
    const again = await send(
      path,
      `{"metadata": {"lead": {"tags": ["a", "b"], "id": 7.0}, "name": "Ada"}, "recipient_number": "+15550100", "agent_id": "${agent?.agent_id}"}`,
    );
    expect([first.status, again.status, again.headers.get('Idempotency-Replayed')]).toEqual([202, 202, 'true']);
    expect(await again.text()).toBe(await first.text());
    expect((await started.app(appRoutes.listCallRecords, { query: {} })).total).toBe(1);
    for (const other of [
      '{"name":"Ada","lead":{"id":7,"tags":["b","a"]}}',
      '{"name":"Ada","lead":{"id":8,"tags":["a","b"]}}',
      '{}',
    ]) {
      const refused = await send(path, call(other));
      expect([refused.status, (await refused.json()).code]).toEqual([422, 'idempotency_mismatch']);
    }
  });

  test('is the same request of the window', async () => {
    const item = (metadata: string) => `{"kind":"metadata_template","name":"CRM","value":{"metadata":${metadata}}}`;
    const first = await send('/v1/saved-items', item('{"b":1,"a":{"d":2,"c":3}}'));
    const again = await send('/v1/saved-items', item('{"a":{"c":3,"d":2},"b":1}'));
    expect([first.status, again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 201, 'true']);
  });
});
