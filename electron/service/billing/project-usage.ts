import { dayMs, daysOf, type Cycle } from '../../../shared/billing-cycle.ts';
import { projectMinutes, type Range } from '../../../shared/usage-projection.ts';
import type { Database } from '../db/database.ts';
import type { Ledger } from './ledger.ts';
import { sumMinutesByDay } from './usage-queries.ts';

export type UsageProjection = { readonly minutes: Range; readonly days: number; readonly daysBefore: number };

/** Where a cycle is likely to end, from its whole days and those of the one before; null while it is too early to say. */
export function projectUsage(
  db: Database,
  ledger: Ledger,
  cycle: Cycle,
  nowMs: number,
  minutesUsed: number,
): UsageProjection | null {
  const { orgId, closed } = ledger;
  /** Of the days that have passed whole since the organization exists; the others say nothing of a day. */
  const wholeDays = (of: Cycle): readonly number[] => {
    const byDay = sumMinutesByDay(db, orgId, of);
    return daysOf(of).flatMap((startMs, day) => {
      const isWhole = startMs >= ledger.createdAtMs && startMs + dayMs <= nowMs;
      return isWhole ? [byDay.get(day) ?? 0] : [];
    });
  };
  const daysSoFar = wholeDays(cycle);
  const daysBefore = closed?.endMs === cycle.startMs ? wholeDays(closed) : [];
  const daysLeft = Math.max(0, (cycle.endMs - Math.max(nowMs, cycle.startMs)) / dayMs);
  const minutes = projectMinutes({ daysSoFar, daysBefore, minutesUsed, daysLeft });
  return minutes && { minutes, days: daysSoFar.length, daysBefore: daysBefore.length };
}
