// Public: other features may import this file.
import { dayMs } from '../../../../shared/text/duration.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { closeConfirmedCycles, recordUsage, findCurrentCycle, readBillingAccount } from './billing-account.ts';
import { listInvoiceRows, markInvoicePaid } from './invoice-queries.ts';
import { raiseUsageNotices } from './usage-notices.ts';
import { listUnmeteredCalls } from './usage-queries.ts';

/**
 * Creates the billing data for generated calls in one transaction: meters completed calls, closes past cycles, marks all
 * invoices except the latest as paid five days after issue, and raises the notices of the current cycle, after the last call of
 * each day. Requires a plan.
 */
export function seedBilling(
  db: Database,
  context: Pick<Context, 'newId' | 'now'>,
  orgId: string,
  issuer: string,
): void {
  const paymentDelayMs = 5 * dayMs;
  db.transaction(() => {
    const account = readBillingAccount(db, orgId);
    const { startMs } = findCurrentCycle(db, account, context.now());
    const calls = listUnmeteredCalls(db, orgId);
    for (const call of calls) if (call.endedAt < startMs) recordUsage(db, account, call, context.now());
    closeConfirmedCycles({ db, context, issuer }, orgId, Infinity);
    const [, ...earlierInvoices] = listInvoiceRows(db, orgId);
    for (const { invoice_id, cycle_end } of earlierInvoices)
      markInvoicePaid(db, orgId, invoice_id, cycle_end + paymentDelayMs);
    const current = readBillingAccount(db, orgId);
    const currentCalls = calls.filter(({ endedAt }) => endedAt >= startMs);
    for (const [index, call] of currentCalls.entries()) {
      recordUsage(db, current, call, context.now());
      const next = currentCalls[index + 1];
      if (next && getDay(next.endedAt) === getDay(call.endedAt)) continue;
      raiseUsageNotices({ db, context: { ...context, now: () => call.endedAt } }, current);
    }
    raiseUsageNotices({ db, context }, current);
  });
}

const getDay = (timeMs: number) => Math.floor(timeMs / dayMs);
