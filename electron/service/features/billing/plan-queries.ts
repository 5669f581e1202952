// Public: other features may import this file.
import type { Plan, PlanVersion } from './billing-cycle.ts';
import type { Database } from '../../platform/db/database.ts';

/** The plan of a local workspace, which is free. */
export const localPlan = {
  name: 'Local',
  feeCents: 0,
  minutesIncluded: 1_000,
  overageCentsPerMinute: 0,
  anchorDay: 1,
} as const satisfies Plan;

/** Sets the plan for the cycles that start at or after `effectiveFromMs`. */
export function setPlan(db: Database, orgId: string, plan: Plan, effectiveFromMs: number): void {
  db.run(
    `INSERT INTO plan
       (org_id, effective_from, name, fee_cents, minutes_included, overage_cents_per_minute, anchor_day)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (org_id, effective_from) DO UPDATE SET name = excluded.name, fee_cents = excluded.fee_cents,
       minutes_included = excluded.minutes_included, overage_cents_per_minute = excluded.overage_cents_per_minute,
       anchor_day = excluded.anchor_day`,
    orgId,
    effectiveFromMs,
    plan.name,
    plan.feeCents,
    plan.minutesIncluded,
    plan.overageCentsPerMinute,
    plan.anchorDay,
  );
}

/** Returns the plans of an organization, sorted by `effectiveFromMs`. */
export function listPlans(db: Database, orgId: string): readonly PlanVersion[] {
  return db.all<PlanVersion>(
    `SELECT effective_from AS effectiveFromMs, name, fee_cents AS feeCents, minutes_included AS minutesIncluded,
       overage_cents_per_minute AS overageCentsPerMinute, anchor_day AS anchorDay
     FROM plan WHERE org_id = ? ORDER BY effective_from`,
    orgId,
  );
}

/** Returns the ids of all organizations with a plan. */
export function listBilledOrgIds(db: Database): readonly string[] {
  return db.all<{ readonly org_id: string }>('SELECT DISTINCT org_id FROM plan').map(({ org_id }) => org_id);
}

/** A workspace with the minutes and invoices of a remote has no plan. After it was unlinked, it stays without one. */
export function isBilledLocally(db: Database, orgId: string): boolean {
  return db.get('SELECT org_id FROM plan WHERE org_id = ? LIMIT 1', orgId) !== undefined;
}

/** Ends local billing: from now on, a remote has the minutes and invoices. The invoices that were issued here stay. */
export function endLocalBilling(db: Database, orgId: string): void {
  db.run('DELETE FROM plan WHERE org_id = ?', orgId);
  // A remote period can start at the same time.
  db.run('DELETE FROM usage_notice WHERE org_id = ?', orgId);
}
