import { planFor } from '../../../shared/billing-cycle.ts';
import { findNotices } from '../../../shared/usage-notices.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { cycleOf, type Ledger } from './ledger.ts';
import { insertNotice } from './notice-queries.ts';
import { projectUsage } from './project-usage.ts';
import { sumMinutes } from './usage-queries.ts';

type Raising = { readonly db: Database; readonly context: Pick<Context, 'newId' | 'now'> };

/** Stores what the current cycle has to tell for the first time; gives the id of the gravest of it, or null. */
export function raiseNotices({ db, context }: Raising, ledger: Ledger): string | null {
  const now = context.now();
  const cycle = cycleOf(ledger, now);
  const minutesUsed = sumMinutes(db, ledger.orgId, cycle);
  const { minutesIncluded } = planFor(ledger.plans, cycle.startMs);
  const likely = projectUsage(db, ledger, cycle, now, minutesUsed)?.minutes ?? null;
  let gravest: string | null = null;
  for (const kind of findNotices(minutesUsed, minutesIncluded, likely)) {
    const notice_id = context.newId('ntc');
    const { orgId: org_id } = ledger;
    const notice = { notice_id, org_id, cycle_start: cycle.startMs, kind, raised_at: now, minutes_used: minutesUsed };
    if (insertNotice(db, notice)) gravest = notice_id;
  }
  return gravest;
}
