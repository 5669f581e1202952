import { findPlan } from './billing-cycle.ts';
import { findUsageNotices } from './find-usage-notices.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { findOpenCycleAt, type BillingAccount } from './billing-account.ts';
import { insertUsageNotice } from './usage-notice-queries.ts';
import { forecastUsage } from './forecast-usage.ts';
import { sumMinutes } from './usage-queries.ts';

type RaiseNoticesContext = { readonly db: Database; readonly context: Pick<Context, 'newId' | 'now'> };

/** Stores what the current cycle has to tell for the first time; gives the id of the gravest of it, or null. */
export function raiseUsageNotices({ db, context }: RaiseNoticesContext, ledger: BillingAccount): string | null {
  const now = context.now();
  const cycle = findOpenCycleAt(ledger, now);
  const minutesUsed = sumMinutes(db, ledger.orgId, cycle);
  const { minutesIncluded } = findPlan(ledger.plans, cycle.startMs);
  const likely = forecastUsage(db, ledger, cycle, now, minutesUsed)?.minutes ?? null;
  let gravest: string | null = null;
  for (const kind of findUsageNotices(minutesUsed, minutesIncluded, likely)) {
    const notice_id = context.newId('ntc');
    const { orgId: org_id } = ledger;
    const notice = { notice_id, org_id, cycle_start: cycle.startMs, kind, raised_at: now, minutes_used: minutesUsed };
    if (insertUsageNotice(db, notice)) gravest = notice_id;
  }
  return gravest;
}
