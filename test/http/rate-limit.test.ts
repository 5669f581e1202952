import { afterEach, expect, test } from 'vitest';
import { demoKeys } from '../helpers/demo-keys.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';

let started: StartedService;
afterEach(() => started.stop());

test('a key over its limit gets 429 with Retry-After; another key and a later minute do not', async () => {
  let now = Date.UTC(2026, 0, 1);
  started = await startService({ rateLimitPerMinute: 3, now: () => now });
  const { keys } = await demoKeys(started.service);
  const ask = async (key: string) =>
    (await started.send('/v1/knowledge/documents', { headers: { 'X-API-Key': key } })).status;
  expect([await ask(keys.viewer), await ask(keys.viewer), await ask(keys.viewer), await ask(keys.viewer)]).toEqual([
    200, 200, 200, 429,
  ]);
  expect(await ask(keys.admin)).toBe(200);
  const refused = await started.send('/v1/knowledge/documents', { headers: { 'X-API-Key': keys.viewer } });
  expect(refused.headers.get('Retry-After')).toBe('60');
  now += 60_000;
  expect(await ask(keys.viewer)).toBe(200);
});
