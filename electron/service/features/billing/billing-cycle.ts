// Public: other features may import this file.
import { dayMs } from '../../../../shared/text/duration.ts';
import { centsMax } from '../../../../shared/text/money.ts';

/** Includes `startMs` and excludes `endMs`; milliseconds since the epoch. */
export type BillingCycle = { readonly startMs: number; readonly endMs: number };

/** The price of a cycle. Money is in whole cents. */
export type Plan = {
  readonly name: string;
  readonly feeCents: number;
  readonly minutesIncluded: number;
  readonly overageCentsPerMinute: number;
  /** Day of the month, 1 to 31. Cycles start on this day at 00:00 UTC, or on the last day of a shorter month. */
  readonly anchorDay: number;
};

/** A plan and the time from which it applies. */
export type PlanVersion = Plan & { readonly effectiveFromMs: number };

/** Returns the latest start of a cycle that is not after `atMs`. */
export function findCycleStart(atMs: number, anchorDay: number): number {
  const [year, month] = getUtcMonth(atMs);
  const thisMonthBoundary = getCycleBoundary(year, month, anchorDay);
  return thisMonthBoundary <= atMs ? thisMonthBoundary : getCycleBoundary(year, month - 1, anchorDay);
}

/** Returns the earliest start of a cycle after `atMs`. */
export function findCycleEnd(atMs: number, anchorDay: number): number {
  const [year, month] = getUtcMonth(atMs);
  const thisMonthBoundary = getCycleBoundary(year, month, anchorDay);
  return thisMonthBoundary > atMs ? thisMonthBoundary : getCycleBoundary(year, month + 1, anchorDay);
}

/**
 * Returns the plan of the cycle that starts at `startMs`: the latest plan in effect at that time. A plan change during a cycle
 * applies from the next cycle. `plans` is sorted by `effectiveFromMs`; the first plan also applies to earlier cycles.
 */
export function findPlan(plans: readonly PlanVersion[], startMs: number): PlanVersion {
  const plan = plans.findLast(({ effectiveFromMs }) => effectiveFromMs <= startMs) ?? plans[0];
  if (!plan) throw new RangeError('The organization has no plan.');
  return plan;
}

/** Returns the cycle that starts at `startMs`. If a new plan changes the anchor day, its first cycle is shorter, never longer. */
export function getCycleStartingAt(plans: readonly PlanVersion[], startMs: number): BillingCycle {
  return { startMs, endMs: findCycleEnd(startMs, findPlan(plans, startMs).anchorDay) };
}

/** Returns the cycle that contains `atMs`, counting from the cycle that starts at `startMs`, which is also returned for earlier times. */
export function findCycleAt(plans: readonly PlanVersion[], startMs: number, atMs: number): BillingCycle {
  let cycle = getCycleStartingAt(plans, startMs);
  while (cycle.endMs <= atMs) cycle = getCycleStartingAt(plans, cycle.endMs);
  return cycle;
}

/** Returns the start of each UTC day of a cycle. */
export function listCycleDays({ startMs, endMs }: BillingCycle): readonly number[] {
  return Array.from({ length: Math.round((endMs - startMs) / dayMs) }, (_, day) => startMs + day * dayMs);
}

function getUtcMonth(atMs: number): readonly [year: number, month: number] {
  const at = new Date(atMs);
  return [at.getUTCFullYear(), at.getUTCMonth()];
}

function getCycleBoundary(year: number, month: number, anchorDay: number): number {
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(anchorDay, daysInMonth));
}

/** Returns the duration in minutes, rounded up. */
export function countBillableMinutes(durationSeconds: number): number {
  return Math.ceil(durationSeconds / 60);
}

export function countOverageMinutes(plan: Pick<Plan, 'minutesIncluded'>, minutesUsed: number): number {
  return Math.max(0, minutesUsed - plan.minutesIncluded);
}

/** Returns the plan's fee plus overage, in cents. Throws a RangeError beyond `centsMax` instead of rounding. */
export function calculateCostCents(plan: Plan, minutesUsed: number): number {
  const overageCents = BigInt(countOverageMinutes(plan, minutesUsed)) * BigInt(plan.overageCentsPerMinute);
  const cents = BigInt(plan.feeCents) + overageCents;
  if (cents > BigInt(centsMax)) throw new RangeError(`${cents} cents exceed the maximum amount.`);
  return Number(cents);
}
