import { afterEach, describe, expect, test } from 'vitest';
import {
  chooseAnchorDay,
  getDelayUntilNow,
  resolveDemoTime,
} from '../../../electron/service/workspaces/demo/demo-time.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { findCycleStart } from '../../../electron/service/features/billing/billing-cycle.ts';

const minuteMs = 60_000;
const originalZone = process.env['TZ'];
afterEach(() => {
  if (originalZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = originalZone;
});

test('on every day of the year, the current cycle started 17 to 20 days ago, on a day that every month has', () => {
  for (let now = Date.parse('2027-01-01T00:00Z'); now < Date.parse('2031-01-01T00:00Z'); now += dayMs * 0.75) {
    const anchorDay = chooseAnchorDay(now);
    const ageDays = (now - findCycleStart(now, anchorDay)) / dayMs;
    expect(anchorDay).toBeLessThanOrEqual(28);
    expect(ageDays, new Date(now).toISOString()).toBeGreaterThanOrEqual(17);
    expect(ageDays, new Date(now).toISOString()).toBeLessThan(21);
  }
});

test('the last calls are moved until shortly before now, but not into the night', () => {
  process.env['TZ'] = 'America/New_York';
  const placedAt = Date.parse('2026-03-11T14:05:00Z'); // 10:05
  const endedAt = placedAt + 60_000;
  const delayUntil = (now: string) => getDelayUntilNow({ placedAt, endedAt }, Date.parse(now));
  expect(delayUntil('2026-03-11T14:10:00Z')).toBe(0);
  expect(delayUntil('2026-03-11T16:18:00Z')).toBe(120 * minuteMs);
  expect(delayUntil('2026-03-12T03:00:00Z')).toBe(487 * minuteMs);
});

describe('the time of a demo event', () => {
  const resolve = (now: string, daysAgo: number, at: string, durationMs = 60_000) =>
    new Date(resolveDemoTime({ daysAgo, at, durationMs }, Date.parse(now))).toISOString();

  test('is in local time, also across a clock change', () => {
    process.env['TZ'] = 'America/New_York';
    expect(resolve('2026-03-10T20:00:00Z', 1, '10:30')).toBe('2026-03-09T14:30:00.000Z');
    expect(resolve('2026-03-10T20:00:00Z', 4, '10:30')).toBe('2026-03-06T15:30:00.000Z');
    process.env['TZ'] = 'Pacific/Kiritimati';
    expect(resolve('2026-03-10T20:00:00Z', 1, '10:30')).toBe('2026-03-09T20:30:00.000Z');
  });

  test('can have seconds', () => {
    process.env['TZ'] = 'UTC';
    expect(resolve('2026-03-10T20:00:00Z', 1, '10:30:47')).toBe('2026-03-09T10:30:47.000Z');
  });

  test('moves to the previous day if the event has not ended yet', () => {
    process.env['TZ'] = 'UTC';
    expect(resolve('2026-03-11T10:00:00Z', 0, '9:59', 60_000)).toBe('2026-03-11T09:59:00.000Z');
    expect(resolve('2026-03-11T10:00:00Z', 0, '9:59', 60_001)).toBe('2026-03-10T09:59:00.000Z');
    expect(resolve('2026-03-11T00:10:00Z', 0, '17:00')).toBe('2026-03-10T17:00:00.000Z');
  });

  test('moves from a weekend to the Friday before, unless it is today or yesterday', () => {
    process.env['TZ'] = 'UTC';
    expect(resolve('2026-03-10T12:00:00Z', 2, '11:00')).toBe('2026-03-06T11:00:00.000Z');
    expect(resolve('2026-03-10T12:00:00Z', 3, '11:00')).toBe('2026-03-06T11:00:00.000Z');
    expect(resolve('2026-03-08T12:00:00Z', 0, '11:00')).toBe('2026-03-08T11:00:00.000Z');
    expect(resolve('2026-03-08T12:00:00Z', 1, '11:00')).toBe('2026-03-07T11:00:00.000Z');
  });
});
