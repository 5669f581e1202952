import type { Plan } from './billing-cycle.ts';
import { centsMax } from '../../../../shared/money.ts';

/** Minutes that a call counts for: every one that it began. */
export function countBillableMinutes(durationSeconds: number): number {
  return Math.ceil(durationSeconds / 60);
}

export function countOverageMinutes(plan: Pick<Plan, 'minutesIncluded'>, minutesUsed: number): number {
  return Math.max(0, minutesUsed - plan.minutesIncluded);
}

/** The plan's fee and the overage at its rate, in cents. Throws a RangeError beyond `centsMax`, never a rounded amount. */
export function calculateCostCents(plan: Plan, minutesUsed: number): number {
  const overageCents = BigInt(countOverageMinutes(plan, minutesUsed)) * BigInt(plan.overageCentsPerMinute);
  const cents = BigInt(plan.feeCents) + overageCents;
  if (cents > BigInt(centsMax)) throw new RangeError(`${cents} cents are more than can be billed.`);
  return Number(cents);
}
