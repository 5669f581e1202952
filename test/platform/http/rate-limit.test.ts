import { afterEach, expect, test } from 'vitest';
import { startDemoService } from '../../helpers/demo-keys.ts';
import type { StartedService } from '../../helpers/start-service.ts';

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

test('requests without a valid key do not use up the limit of signed URLs or of the window', async () => {
  started = await startDemoService({ rateLimitPerMinute: 2, now: () => Date.UTC(2026, 0, 1) });
  const wrongKey = { headers: { 'X-API-Key': 'swb_unknown' } };
  for (let count = 0; count < 5; count++)
    expect((await started.send('/v1/knowledge/documents', wrongKey)).status).toBe(401);
  const openPdf = async (caller: 'window' | 'api') => (await started.send('/invoices/inv_0.pdf', {}, caller)).status;
  expect([await openPdf('api'), await openPdf('api'), await openPdf('api')]).toEqual([403, 403, 429]);
  expect(await openPdf('window')).toBe(403);
});
