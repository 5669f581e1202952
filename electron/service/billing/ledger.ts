import { boundaryUpTo, cycleAt, cycleFrom, planFor, type Cycle, type PlanRow } from '../../../shared/billing-cycle.ts';
import type { Database } from '../db/database.ts';
import { findOrganization } from '../organizations/queries.ts';
import { findLastInvoice } from './invoice-queries.ts';
import { listPlans } from './plan-queries.ts';

/** How far the cycles of an organization have come. */
export type Ledger = {
  readonly orgId: string;
  readonly customer: string;
  readonly createdAtMs: number;
  readonly plans: readonly PlanRow[];
  /** The cycle that was closed last, if any. */
  readonly closed: Cycle | null;
  /** The earliest cycle that has no invoice. */
  readonly open: Cycle;
};

/** Throws where the organization does not exist or has no plan. */
export function readLedger(db: Database, orgId: string): Ledger {
  const organization = findOrganization(db, orgId);
  if (!organization) throw new Error(`There is no organization ${orgId}.`);
  const createdAtMs = Date.parse(organization.created_at);
  const plans = listPlans(db, orgId);
  const last = findLastInvoice(db, orgId);
  const startMs = last?.cycle_end ?? boundaryUpTo(createdAtMs, planFor(plans, createdAtMs).anchorDay);
  return {
    orgId,
    customer: organization.name,
    createdAtMs,
    plans,
    closed: last ? { startMs: last.cycle_start, endMs: last.cycle_end } : null,
    open: cycleFrom(plans, startMs),
  };
}

/** The cycle that a moment counts in: its own, or the earliest open one where its own has been invoiced. */
export function cycleOf({ plans, open }: Ledger, atMs: number): Cycle {
  return cycleAt(plans, open.startMs, atMs);
}
