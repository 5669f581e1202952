/** From `startMs` on, up to but without `endMs`; milliseconds since the epoch. */
export type BillingCycle = { readonly startMs: number; readonly endMs: number };

/** What an organization pays for a cycle. Money is in whole cents. */
export type Plan = {
  readonly name: string;
  readonly feeCents: number;
  readonly minutesIncluded: number;
  readonly overageCentsPerMinute: number;
  /** Cycles begin at 00:00 UTC of this day, or of the month's last where it is shorter; 1 to 31. */
  readonly anchorDay: number;
};

/** A plan from a moment on. */
export type PlanVersion = Plan & { readonly effectiveFromMs: number };

/** The last moment at which a cycle begins that is not after `atMs`. */
export function findCycleStart(atMs: number, anchorDay: number): number {
  const [year, month] = getUtcMonth(atMs);
  const ofThisMonth = getCycleBoundary(year, month, anchorDay);
  return ofThisMonth <= atMs ? ofThisMonth : getCycleBoundary(year, month - 1, anchorDay);
}

/** The first moment at which a cycle begins that is after `atMs`. */
export function findCycleEnd(atMs: number, anchorDay: number): number {
  const [year, month] = getUtcMonth(atMs);
  const ofThisMonth = getCycleBoundary(year, month, anchorDay);
  return ofThisMonth > atMs ? ofThisMonth : getCycleBoundary(year, month + 1, anchorDay);
}

/**
 * The plan of the cycle that begins at `startMs`: the latest that was in effect by then, so a change in mid-cycle takes
 * effect with the next one. `plans` is ordered by `effectiveFromMs`; the first also holds for what was before it.
 */
export function findPlan(plans: readonly PlanVersion[], startMs: number): PlanVersion {
  const plan = plans.findLast(({ effectiveFromMs }) => effectiveFromMs <= startMs) ?? plans[0];
  if (!plan) throw new RangeError('There is no plan.');
  return plan;
}

/** The cycle that begins at `startMs`. The first one of a plan with another anchor day is shorter, never longer. */
export function getCycleStartingAt(plans: readonly PlanVersion[], startMs: number): BillingCycle {
  return { startMs, endMs: findCycleEnd(startMs, findPlan(plans, startMs).anchorDay) };
}

/** The cycle that holds `atMs`, of those that follow each other from `startMs` on; the first of them for what is before. */
export function findCycleAt(plans: readonly PlanVersion[], startMs: number, atMs: number): BillingCycle {
  let cycle = getCycleStartingAt(plans, startMs);
  while (cycle.endMs <= atMs) cycle = getCycleStartingAt(plans, cycle.endMs);
  return cycle;
}

export const dayMs = 24 * 60 * 60 * 1000;

/** The UTC days of a cycle by their beginnings. */
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
