import type { Plan } from './billing-cycle.ts';
import { centsMax } from '../../../../shared/text/money.ts';

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
