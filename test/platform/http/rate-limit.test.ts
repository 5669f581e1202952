import { afterEach, expect, test } from 'vitest';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { startDemoService } from '../../helpers/data/demo-keys.ts';
import type { StartedService } from '../../helpers/service/start-service.ts';

let started: StartedService;
afterEach(() => started.stop());

test('a key over its limit gets 429 with Retry-After; another key and a later minute do not', async () => {
  let now = Date.UTC(2026, 0, 1);
  const demo = await startDemoService({ rateLimitPerMinute: 3, now: () => now });
  started = demo;
  const { keys } = demo;
  const ask = async (key: string) =>
    (await started.send('/v1/knowledge/documents', { headers: { 'X-API-Key': key } })).status;
  expect([await ask(keys.viewer), await ask(keys.viewer), await ask(keys.viewer), await ask(keys.viewer)]).toEqual([
    200, 200, 200, 429,
  ]);
  expect(await ask(keys.admin)).toBe(200);
  const rejected = await started.send('/v1/knowledge/documents', { headers: { 'X-API-Key': keys.viewer } });
  expect(rejected.headers.get('Retry-After')).toBe('60');
  now += 60_000;
  expect(await ask(keys.viewer)).toBe(200);
});

test('requests without a valid key or signature do not use up the limit of signed URLs, of public routes or of the window', async () => {
  const demo = await startDemoService({ rateLimitPerMinute: 2, now: () => Date.UTC(2026, 0, 1) });
  started = demo;
  const statusOf = async (path: string, init: RequestInit = {}, caller: 'window' | 'api' = 'api') =>
    (await started.send(path, init, caller)).status;
  const { data } = await started.v1(v1Routes.listInvoices, {});
  const signed = new URL(data[0]?.pdf_url ?? '');
  const recording = `/audio/call_0.mp3${signed.search}`;
  for (let count = 0; count < 5; count++)
    expect(await statusOf('/v1/knowledge/documents', { headers: { 'X-API-Key': 'swb_unknown' } })).toBe(401);
  expect([await statusOf('/invoices/inv_0.pdf'), await statusOf(recording), await statusOf(recording)]).toEqual([
    403, 403, 429,
  ]);
  expect(await statusOf('/v1/openapi.json'), 'a public route').toBe(200);
  expect(await statusOf('/invoices/inv_0.pdf', {}, 'window'), 'the window').toBe(403);
  expect(await statusOf(signed.pathname + signed.search, { method: 'HEAD' }), 'a signed URL').toBe(200);
  expect(await statusOf(signed.pathname + signed.search, { method: 'HEAD' }), 'a signed URL again').toBe(200);
  expect(await statusOf(signed.pathname + signed.search, { method: 'HEAD' }), 'over its own limit').toBe(429);
});
