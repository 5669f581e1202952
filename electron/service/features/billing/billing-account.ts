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

/** How far the cycles of an organization have come. */
export type BillingAccount = {
  readonly orgId: string;
  readonly customerName: string;
  readonly createdAtMs: number;
  readonly plans: readonly PlanVersion[];
  /** The cycle that was closed last, if any. */
  readonly lastClosedCycle: BillingCycle | null;
  /** The earliest cycle that has no invoice. */
  readonly openCycle: BillingCycle;
};

/** Throws where the organization does not exist or has no plan. */
export function readBillingAccount(db: Database, orgId: string): BillingAccount {
  const organization = findOrganization(db, orgId);
  if (!organization) throw new Error(`There is no organization ${orgId}.`);
  const createdAtMs = Date.parse(organization.created_at);
  const plans = listPlans(db, orgId);
  const last = findLastInvoice(db, orgId);
  const startMs = last?.cycle_end ?? findCycleStart(createdAtMs, findPlan(plans, createdAtMs).anchorDay);
  return {
    orgId,
    customerName: organization.name,
    createdAtMs,
    plans,
    lastClosedCycle: last ? { startMs: last.cycle_start, endMs: last.cycle_end } : null,
    openCycle: getCycleStartingAt(plans, startMs),
  };
}

/** The cycle that a moment counts in: its own, or the earliest open one where its own has been invoiced. */
export function findOpenCycleAt({ plans, openCycle }: BillingAccount, atMs: number): BillingCycle {
  return findCycleAt(plans, openCycle.startMs, atMs);
}
