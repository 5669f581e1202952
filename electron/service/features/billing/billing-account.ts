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
import { findLastInvoice } from './invoice-queries.ts';
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
  const lastInvoice = findLastInvoice(db, orgId);
  const startMs = lastInvoice?.cycle_end ?? findCycleStart(createdAtMs, findPlan(plans, createdAtMs).anchorDay);
  return {
    orgId,
    customerName: organization.name,
    createdAtMs,
    plans,
    lastClosedCycle: lastInvoice ? { startMs: lastInvoice.cycle_start, endMs: lastInvoice.cycle_end } : null,
    openCycle: getCycleStartingAt(plans, startMs),
  };
}

/** Returns the cycle that usage at a time counts in: the cycle of that time, or the earliest open one if it is already invoiced. */
export function findOpenCycleAt({ plans, openCycle }: BillingAccount, atMs: number): BillingCycle {
  return findCycleAt(plans, openCycle.startMs, atMs);
}
