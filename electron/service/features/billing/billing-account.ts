import {
  findCycleStart,
  findCycleAt,
  getCycleStartingAt,
  findPlan,
  type BillingCycle,
  type PlanVersion,
} from './billing-cycle.ts';
import type { Database } from '../../platform/db/database.ts';
import { findOrganization } from '../organizations/organization-queries.ts';
import { findClosedCycleAt, findClosedUntil, listClosedCycles } from './invoice-queries.ts';
import { listPlans } from './plan-queries.ts';

/** The plans and billing cycles of an organization. */
export type BillingAccount = {
  readonly orgId: string;
  readonly customerName: string;
  readonly createdAtMs: number;
  readonly plans: readonly PlanVersion[];
  /** The most recently closed cycle, if any. */
  readonly lastClosedCycle: BillingCycle | null;
  /** The earliest cycle without an invoice. */
  readonly openCycle: BillingCycle;
};

/** Throws if the organization does not exist or has no plan. */
export function readBillingAccount(db: Database, orgId: string): BillingAccount {
  const organization = findOrganization(db, orgId);
  if (!organization) throw new Error(`Organization ${orgId} does not exist.`);
  const createdAtMs = Date.parse(organization.created_at);
  const plans = listPlans(db, orgId);
  const closedUntil = findClosedUntil(db, orgId);
  const startMs = closedUntil ?? findCycleStart(createdAtMs, findPlan(plans, createdAtMs).anchorDay);
  return {
    orgId,
    customerName: organization.name,
    createdAtMs,
    plans,
    lastClosedCycle: listClosedCycles(db, orgId, startMs, 1)[0] ?? null,
    openCycle: getCycleStartingAt(plans, startMs),
  };
}

/**
 * Returns the cycle that contains a time. It is never after that time, even if a clock that was ahead has closed it already.
 * For a time before the first cycle, returns the first.
 */
export function findCurrentCycle(db: Database, account: BillingAccount, nowMs: number): BillingCycle {
  const { orgId, plans, openCycle, createdAtMs } = account;
  if (nowMs >= openCycle.startMs) return findCycleAt(plans, openCycle.startMs, nowMs);
  return findClosedCycleAt(db, orgId, Math.max(nowMs, createdAtMs)) ?? openCycle;
}
