import { dayMs } from '../../../../../shared/text/duration.ts';
import type { RemoteUsage } from '../../remote/remote-schemas.ts';
import type { Database } from '../../../platform/db/database.ts';
import {
  deleteSnapshotsAfter,
  extendSnapshot,
  findLatestSnapshot,
  insertSnapshot,
  thinSnapshots,
  type UsageSnapshot,
} from './usage-snapshot-queries.ts';

/** Snapshots of the last days are all kept. */
const keptMs = 2 * dayMs;

/** No remote bills longer periods; a chart of one would have too many days. */
const periodMaxMs = 400 * dayMs;

type UsageNumbers = Omit<UsageSnapshot, 'taken_at' | 'seen_at'>;

/** Returns the numbers of a usage report, or why it cannot be used, as a sentence. */
export function checkUsage(usage: RemoteUsage): UsageNumbers | string {
  const { start, end } = usage.billing_period;
  const { minutes_used, minutes_included, estimated_cost_usd } = usage;
  if (start === null || end === null)
    return 'The remote sent usage without the start and the end of its billing period.';
  if (end <= start || end - start > periodMaxMs)
    return 'The remote sent usage of a billing period that cannot be right.';
  if (minutes_used === null || minutes_included === null || estimated_cost_usd === null)
    return 'The remote sent usage without all of its numbers.';
  return {
    period_start: start,
    period_end: end,
    minutes_used,
    minutes_included,
    overage_minutes: usage.overage_minutes ?? Math.max(0, minutes_used - minutes_included),
    cost_cents: estimated_cost_usd,
  };
}

/** Stores the numbers that the remote sent now. Equal ones extend the latest snapshot. */
export function storeUsage(db: Database, usage: UsageNumbers, nowMs: number): void {
  deleteSnapshotsAfter(db, nowMs);
  const latest = findLatestSnapshot(db);
  if (latest && hasSameNumbers(latest, usage)) return extendSnapshot(db, latest.taken_at, nowMs);
  // Two responses within a millisecond: the later one applies.
  if (latest?.taken_at === nowMs) deleteSnapshotsAfter(db, nowMs - 1);
  insertSnapshot(db, { ...usage, taken_at: nowMs, seen_at: nowMs });
  thinSnapshots(db, nowMs - keptMs);
}

function hasSameNumbers(snapshot: UsageSnapshot, usage: UsageNumbers): boolean {
  return (Object.keys(usage) as (keyof UsageNumbers)[]).every((name) => snapshot[name] === usage[name]); // its own keys
}
