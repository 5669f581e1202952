import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs } from '../../../shared/text/duration.ts';
import { deriveDailyMinutes } from '../../../electron/service/features/billing/remote/read-remote-overview.ts';
import { storeUsage } from '../../../electron/service/features/billing/remote/store-remote-billing.ts';
import {
  listSnapshots,
  thinSnapshots,
} from '../../../electron/service/features/billing/remote/remote-billing-queries.ts';
import { openDatabase } from '../../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';

const startMs = Date.parse('2026-11-01T00:00:00Z');
const period = { startMs, endMs: startMs + 10 * dayMs };
const at = (day: number, hour = 12) => startMs + (day - 1) * dayMs + hour * 3_600_000;

/** A sample of one moment: `[day, hour, minutes]`. */
const derive = (...samples: readonly (readonly [number, number, number])[]) =>
  deriveDailyMinutes(
    period,
    samples.map(([day, hour, minutes_used]) => ({
      taken_at: at(day, hour),
      seen_at: at(day, hour),
      minutes_used,
    })),
  ).map(({ minutes, isPartial }) => (isPartial ? `>=${minutes}` : minutes));

describe('the minutes of each day', () => {
  test('are the differences between the totals at the ends of the days', () => {
    expect(derive([1, 9, 2], [1, 18, 5], [2, 18, 5], [3, 9, 6], [3, 18, 12])).toEqual([
      5,
      0,
      7,
      ...Array.from({ length: 7 }, () => null),
    ]);
  });

  test('are unknown on days without a snapshot, and at least those that were seen on the day after', () => {
    expect(derive([1, 9, 2], [4, 9, 30], [4, 18, 33], [5, 18, 40]).slice(0, 6)).toEqual([
      2,
      null,
      null,
      '>=3',
      7,
      null,
    ]);
    expect(derive([6, 9, 300]).slice(4, 7), 'linked in the middle of the period').toEqual([null, '>=0', null]);
  });

  test('do not become negative if the remote lowers the total', () => {
    expect(derive([1, 9, 20], [2, 9, 15], [3, 9, 18]).slice(0, 3)).toEqual([20, 0, 3]);
  });

  test('are known on every day of a snapshot that applied for several', () => {
    const days = deriveDailyMinutes(period, [
      { taken_at: at(1), seen_at: at(4), minutes_used: 8 },
      { taken_at: at(5), seen_at: at(5), minutes_used: 9 },
    ]);
    expect(days.map(({ minutes }) => minutes).slice(0, 6)).toEqual([8, 0, 0, 0, 1, null]);
  });

  test('count on the first or last day if the remote’s clock differs', () => {
    expect(derive([-1, 9, 4], [12, 9, 10])).toEqual([4, ...Array.from({ length: 8 }, () => null), '>=0']);
  });

  test('cover the UTC days of a period that does not start at midnight', () => {
    const days = deriveDailyMinutes({ startMs: at(1, 5), endMs: at(3, 5) }, []);
    expect(days.map((day) => day.startMs)).toEqual([at(1, 0), at(2, 0), at(3, 0)]);
  });
});

const numbers = {
  period_start: startMs,
  period_end: period.endMs,
  minutes_included: 500,
  overage_minutes: 0,
  cost_cents: 0,
};

test('thinning the snapshots changes the minutes of no day', () => {
  const polls = array(record({ afterHours: integer({ min: 1, max: 60 }), minutes: integer({ min: 0, max: 20 }) }), {
    maxLength: 60,
  });
  const db = openDatabase(':memory:', migrations);
  assert(
    property(polls, (steps) => {
      db.execute('DELETE FROM usage_snapshot');
      const all: { taken_at: number; seen_at: number; minutes_used: number }[] = [];
      let nowMs = startMs;
      let minutes_used = 0;
      for (const step of steps) {
        nowMs += step.afterHours * 3_600_000;
        if (nowMs >= period.endMs) break;
        minutes_used += step.minutes;
        storeUsage(db, { ...numbers, minutes_used }, nowMs);
        const latest = all.at(-1);
        if (latest?.minutes_used === minutes_used) latest.seen_at = nowMs;
        else all.push({ taken_at: nowMs, seen_at: nowMs, minutes_used });
      }
      thinSnapshots(db, nowMs + dayMs);
      const kept = listSnapshots(db, { startMs });
      expect(deriveDailyMinutes(period, kept)).toEqual(deriveDailyMinutes(period, all));
      expect(kept.at(-1)?.minutes_used, 'the latest is kept').toBe(all.at(-1)?.minutes_used);
      const days = new Set(kept.map(({ taken_at }) => Math.floor(taken_at / dayMs)));
      expect(kept.length, 'at most two a day').toBeLessThanOrEqual(2 * days.size);
    }),
    { numRuns: 300 },
  );
  db.close();
});

test('equal numbers extend a snapshot, and a clock that was ahead leaves none in the future', () => {
  const db = openDatabase(':memory:', migrations);
  const store = (minutes_used: number, nowMs: number) => storeUsage(db, { ...numbers, minutes_used }, nowMs);
  const list = () =>
    listSnapshots(db, { startMs }).map(({ taken_at, seen_at, minutes_used }) => [taken_at, seen_at, minutes_used]);
  store(1, at(1));
  store(1, at(2));
  store(4, at(3));
  expect(list()).toEqual([
    [at(1), at(2), 1],
    [at(3), at(3), 4],
  ]);
  store(5, at(2, 15));
  expect(list()).toEqual([
    [at(1), at(2), 1],
    [at(2, 15), at(2, 15), 5],
  ]);
  store(6, at(2, 15));
  expect(list().at(-1)).toEqual([at(2, 15), at(2, 15), 6]);
  db.close();
});
