import { expect, test } from 'vitest';
import { RateLimiter } from '../../../electron/service/platform/http/rate-limiter.ts';

test('allows the limit within a minute and returns the remaining requests', () => {
  const limiter = new RateLimiter(2);
  expect(limiter.count('a', 0).headers['RateLimit']).toBe('"default";r=1;t=60');
  expect(limiter.count('a', 30_000)).toMatchObject({ isAllowed: true, headers: { RateLimit: '"default";r=0;t=30' } });
  expect(limiter.count('a', 30_001)).toMatchObject({ isAllowed: false, headers: { 'Retry-After': '30' } });
  expect(limiter.count('b', 30_001).isAllowed).toBe(true);
  expect(limiter.count('a', 60_000).isAllowed).toBe(true);
});

test('a clock that is set back does not lock out a key', () => {
  const limiter = new RateLimiter(1);
  limiter.count('a', 1_000_000);
  expect(limiter.count('a', 5).isAllowed).toBe(true);
});

test('a limit of 0 means no limit', () => {
  expect(new RateLimiter(0).count('a', 0)).toEqual({ isAllowed: true, headers: {} });
});
