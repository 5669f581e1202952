import type {
  BillingOverview,
  CycleForecast,
  CycleOverview,
  CycleUsage,
  RemoteBillingState,
  Usage,
} from '../../../../../shared/billing/billing.ts';
import { dayMs } from '../../../../../shared/text/duration.ts';
import { toDollars } from '../../../../../shared/text/money.ts';
import { Problem } from '../../../../../shared/contract/problems.ts';
import { formatTimestamp } from '../../../../../shared/contract/timestamp.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findConnection } from '../../connection/connection-queries.ts';
import { isPartPermitted } from '../../sync/refresh-queries.ts';
import { forecastMinutes } from '../forecast-usage.ts';
import { countRemoteCallsWithoutEnd, listUsageNotices, sumPracticeCalls, sumRemoteCalls } from '../usage-queries.ts';
import type { BillingCycle } from '../billing-cycle.ts';
import { findLatestSnapshot, listSnapshots, type UsageSnapshot } from './remote-billing-queries.ts';

/** Reads the usage that the remote sent last. Throws Problem `not_available_on_remote` without it. */
export function readRemoteUsage(db: Database): Usage {
  const latest = findLatestSnapshot(db);
  if (latest) {
    const { estimated_cost_usd, ...usage } = toUsage(latest);
    if (estimated_cost_usd !== null) return { ...usage, estimated_cost_usd };
    throw new Problem('not_available_on_remote', 'The remote sent no estimated cost that can be read.');
  }
  throw new Problem(
    'not_available_on_remote',
    isPartPermitted(db, 'usage')
      ? 'The usage has not been fetched from the remote yet.'
      : 'The role of the API key is not allowed to read the usage on the remote.',
  );
}

/** Reads the billing period that the remote sent last. Times are the snapshots', so an old one makes no new claims. */
export function readRemoteCycle(db: Database): CycleOverview {
  const latest = findLatestSnapshot(db);
  return latest ? toCycleOverview(db, latest, deriveDays(db, latest)) : createEmptyCycle(db);
}

export function readRemoteOverview(db: Database, orgId: string): BillingOverview {
  const latest = findLatestSnapshot(db);
  const withoutClock = { unconfirmed_cycles: null, future_invoices: null };
  if (!latest) {
    const practice = { calls: 0, minutes: 0 };
    return { ...createEmptyCycle(db), ...withoutClock, days: [], notices: [], reconciliation: null, practice };
  }
  const days = deriveDays(db, latest);
  const period = { startMs: latest.period_start, endMs: latest.period_end };
  const known = sumRemoteCalls(db, orgId, period);
  return {
    ...toCycleOverview(db, latest, days),
    ...withoutClock,
    days: days.map(({ startMs, minutes, isPartial }) => ({
      start: formatTimestamp(startMs),
      minutes,
      is_partial: isPartial,
    })),
    notices: listUsageNotices(db, orgId, period.startMs).map(({ notice_id, kind, raised_at, minutes_used }) => ({
      notice_id,
      kind,
      raised_at: formatTimestamp(raised_at),
      minutes_used,
    })),
    reconciliation: {
      calls: known.calls,
      call_minutes: known.minutes,
      unmatched_minutes: latest.minutes_used - known.minutes,
      calls_without_date: countRemoteCallsWithoutEnd(db, orgId),
    },
    practice: sumPracticeCalls(db, orgId, period),
  };
}

function createEmptyCycle(db: Database): CycleOverview {
  return { plan: null, usage: null, forecast: null, previous_minutes: null, remote: readState(db, null, 0) };
}

function toCycleOverview(db: Database, latest: UsageSnapshot, days: readonly DayMinutes[]): CycleOverview {
  const assigned = days.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
  return {
    plan: null,
    usage: toUsage(latest),
    forecast: forecastRemote(db, latest, days),
    previous_minutes: null,
    remote: readState(db, latest.seen_at, latest.minutes_used - assigned),
  };
}

function readState(db: Database, fetchedAt: number | null, unassignedMinutes: number): RemoteBillingState {
  return {
    is_linked: findConnection(db) !== undefined,
    is_permitted: isPartPermitted(db, 'usage'),
    fetched_at: fetchedAt === null ? null : formatTimestamp(fetchedAt),
    unassigned_minutes: unassignedMinutes,
  };
}

function toUsage(snapshot: UsageSnapshot): CycleUsage {
  return {
    billing_period: { start: formatTimestamp(snapshot.period_start), end: formatTimestamp(snapshot.period_end) },
    minutes_used: snapshot.minutes_used,
    minutes_included: snapshot.minutes_included,
    overage_minutes: snapshot.overage_minutes,
    estimated_cost_usd: snapshot.cost_cents === null ? null : toDollars(snapshot.cost_cents),
  };
}

function deriveDays(db: Database, { period_start, period_end }: UsageSnapshot): readonly DayMinutes[] {
  const period = { startMs: period_start, endMs: period_end };
  const samples = listSnapshots(db, { startMs: period_start }).filter((one) => one.period_end === period_end);
  return deriveDailyMinutes(period, samples);
}

/** Forecasts from the days whose minutes are known in full, as of the latest snapshot. */
function forecastRemote(db: Database, latest: UsageSnapshot, days: readonly DayMinutes[]): CycleForecast {
  const asOfMs = latest.seen_at;
  const previous = listSnapshots(db, { endMs: latest.period_start }).findLast(
    (one) => one.period_end === latest.period_start,
  );
  const cycleDayMinutes = listWholeDays(days, asOfMs);
  const previousCycleDayMinutes = previous ? listWholeDays(deriveDays(db, previous), asOfMs) : [];
  const minutes = forecastMinutes({
    cycleDayMinutes,
    previousCycleDayMinutes,
    minutesUsed: latest.minutes_used,
    daysRemaining: Math.max(0, (latest.period_end - Math.max(asOfMs, latest.period_start)) / dayMs),
  });
  return (
    minutes && {
      minutes,
      cost_usd: null,
      cycle_days: cycleDayMinutes.length,
      previous_cycle_days: previousCycleDayMinutes.length,
    }
  );
}

function listWholeDays(days: readonly DayMinutes[], asOfMs: number): readonly number[] {
  return days.flatMap(({ startMs, minutes, isPartial }) =>
    minutes !== null && !isPartial && startMs + dayMs <= asOfMs ? [minutes] : [],
  );
}

type Sample = Pick<UsageSnapshot, 'taken_at' | 'seen_at' | 'minutes_used'>;

type DayMinutes = {
  readonly startMs: number;
  /** Null without a snapshot of this day. */
  readonly minutes: number | null;
  /** The day before has no snapshot: at least these minutes were used. */
  readonly isPartial: boolean;
};

/**
 * Returns the minutes of each UTC day of a billing period: the total at the end of the day minus the total at the end of the day
 * before. Minutes count on the day on which they were first seen. `samples` are from the period, oldest first.
 */
export function deriveDailyMinutes(period: BillingCycle, samples: readonly Sample[]): readonly DayMinutes[] {
  const first = Math.floor(period.startMs / dayMs);
  const last = Math.ceil(period.endMs / dayMs) - 1;
  // The remote's clock can differ from this one.
  const toDay = (timeMs: number) => Math.min(Math.max(Math.floor(timeMs / dayMs), first), last);
  const seen = samples.map(({ taken_at, seen_at, minutes_used }) => ({
    from: toDay(taken_at),
    to: toDay(seen_at),
    minutes: minutes_used,
  }));
  /** Null without a snapshot of this day. */
  const findTotals = (day: number) => {
    const ofDay = seen.filter(({ from, to }) => from <= day && day <= to);
    const [start, end] = [ofDay[0], ofDay.at(-1)];
    return start && end ? { start: start.minutes, end: end.minutes } : null;
  };
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index;
    const totals = findTotals(day);
    const before = day === first ? 0 : (findTotals(day - 1)?.end ?? null);
    return {
      startMs: day * dayMs,
      minutes: totals && Math.max(0, totals.end - (before ?? totals.start)),
      isPartial: totals !== null && before === null,
    };
  });
}
