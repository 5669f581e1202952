import { talkTimeClasses, type CallCounts, type CallInsights } from '../../../../shared/insights.ts';
import { findPreviousPeriod } from '../../../../shared/previous-period.ts';
import { formatTimestamp } from '../../../../shared/timestamp.ts';
import type { Database } from '../../platform/db/database.ts';
import {
  countCallsByAgent,
  countCallsByOutcome,
  countCallsByQuarter,
  countCallsByTalkTime,
  countCallsOfPeriod,
  noCalls,
  quarterMs,
  type InsightScope,
  type QuarterCounts,
} from './insight-queries.ts';
import { createLocalTime, listDates, type LocalTime } from './local-time.ts';

/** Returns the figures of a period. Calls are counted in SQL by quarter of an hour, and assigned to local days and hours here. */
export function describeCallsOfPeriod(db: Database, scope: InsightScope, timeZone: string): CallInsights {
  const { fromMs, toMs } = scope;
  const toLocalTime = createLocalTime(timeZone);
  const quarters = countCallsByQuarter(db, scope).map((counts) => ({
    counts,
    time: toLocalTime(Math.max(fromMs, counts.quarter * quarterMs)),
  }));
  const addBy = <Key>(keys: readonly Key[], findKey: (time: LocalTime) => Key) => sumByKey(quarters, keys, findKey);
  const dates = listDates(toLocalTime(fromMs).date, toLocalTime(toMs - 1).date);
  const calls = countCallsByTalkTime(db, scope);
  return {
    from: formatTimestamp(fromMs),
    to: formatTimestamp(toMs),
    time_zone: timeZone,
    totals: quarters.reduce((sum, { counts }) => addCounts(sum, counts), noCalls),
    previous: countCallsOfPeriod(db, { ...scope, ...findPreviousPeriod(scope, timeZone) }),
    by_day: addBy(dates, ({ date }) => date).map(([date, counts]) => ({ date, ...counts })),
    by_hour: addBy([...Array(24).keys()], ({ hour }) => hour).map(([, counts]) => counts),
    by_weekday: addBy([...Array(7).keys()], ({ weekday }) => weekday).map(([, counts]) => counts),
    by_outcome: [...countCallsByOutcome(db, scope)],
    by_agent: [...countCallsByAgent(db, scope)],
    by_talk_time: talkTimeClasses.map((from_seconds, index) => ({ from_seconds, calls: calls[index] ?? 0 })),
  };
}

type LocalQuarter = { readonly counts: QuarterCounts; readonly time: LocalTime };

/** Adds up the counts of each key, in the order of the keys. */
function sumByKey<Key>(
  quarters: readonly LocalQuarter[],
  keys: readonly Key[],
  findKey: (time: LocalTime) => Key,
): readonly (readonly [Key, CallCounts])[] {
  const sums = new Map<Key, CallCounts>(keys.map((key) => [key, noCalls]));
  for (const { counts, time } of quarters) {
    const key = findKey(time);
    sums.set(key, addCounts(sums.get(key) ?? noCalls, counts));
  }
  return [...sums];
}

function addCounts(a: CallCounts, b: CallCounts): CallCounts {
  return {
    placed: a.placed + b.placed,
    answered: a.answered + b.answered,
    engaged: a.engaged + b.engaged,
    engaged_with_outcome: a.engaged_with_outcome + b.engaged_with_outcome,
    engaged_successful: a.engaged_successful + b.engaged_successful,
    successful: a.successful + b.successful,
    talk_seconds: a.talk_seconds + b.talk_seconds,
  };
}
