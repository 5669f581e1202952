// Public: other features may import this file.
import { dayMs } from '../../../../shared/text/duration.ts';
import type { BillingOverview, CycleForecast, CycleOverview, Usage } from '../../../../shared/billing/billing.ts';
import { toDollars } from '../../../../shared/text/money.ts';
import { formatTimestamp } from '../../../../shared/contract/timestamp.ts';
import type { OpenInvoice } from '../../../../shared/window/attention.ts';
import type { Database } from '../../platform/db/database.ts';
import { findConnection } from '../connection/connection-queries.ts';
import {
  calculateCostCents,
  countOverageMinutes,
  findPlan,
  listCycleDays,
  type BillingCycle,
  type Plan,
} from './billing-cycle.ts';
import {
  findCurrentCycle,
  readBillingAccount,
  type BillingAccount,
  findUnconfirmedCycles,
  type UnconfirmedCycles,
} from './billing-account.ts';
import { listFutureInvoiceRows, listOpenInvoiceRows } from './invoice-queries.ts';
import { formatInvoiceNumber, type InvoiceRow } from './invoice-row.ts';
import { isBilledLocally } from './plan-queries.ts';
import { readRemoteCycle, readRemoteOverview, readRemoteUsage } from './remote/read-remote-overview.ts';
import { isPaidWithMoney } from './reverse-invoice.ts';
import { listUsageNotices, sumBilledCalls, sumMinutes, sumMinutesByDay, sumPracticeCalls } from './usage-queries.ts';
import { forecastUsage, type UsageForecast } from './forecast-usage.ts';
import { listRemoteInvoices } from './remote/remote-billing-queries.ts';

type CurrentCycle = {
  readonly account: BillingAccount;
  readonly cycle: BillingCycle;
  readonly plan: Plan;
  readonly minutesUsed: number;
};

/**
 * Reads the usage of the current cycle. Requires that ended cycles are closed. Throws Problem `not_available_on_remote` if
 * a remote has not sent it.
 */
export function readUsage(db: Database, orgId: string, nowMs: number): Usage {
  if (!isBilledLocally(db, orgId)) return readRemoteUsage(db);
  return toUsage(readCurrentCycle(db, orgId, nowMs));
}

/** Reads the current cycle with its plan and forecast. Requires that ended cycles are closed. */
export function readCycleOverview(db: Database, orgId: string, nowMs: number): CycleOverview {
  if (!isBilledLocally(db, orgId)) return readRemoteCycle(db);
  return toCycleOverview(db, readCurrentCycle(db, orgId, nowMs), nowMs);
}

export function readBillingOverview(db: Database, orgId: string, nowMs: number): BillingOverview {
  if (!isBilledLocally(db, orgId)) return readRemoteOverview(db, orgId);
  const current = readCurrentCycle(db, orgId, nowMs);
  const { cycle, minutesUsed } = current;
  const callTotals = sumBilledCalls(db, orgId, cycle);
  return {
    ...toCycleOverview(db, current, nowMs),
    days: readDailyMinutes(db, current, nowMs),
    notices: listUsageNotices(db, orgId, cycle.startMs).map(({ notice_id, kind, raised_at, minutes_used }) => ({
      notice_id,
      kind,
      raised_at: formatTimestamp(raised_at),
      minutes_used,
    })),
    ...readClockNotices(db, orgId, nowMs),
    reconciliation: {
      calls: callTotals.calls,
      call_minutes: callTotals.minutes,
      unmatched_minutes: minutesUsed - callTotals.minutes,
      calls_without_date: 0,
    },
    practice: sumPracticeCalls(db, orgId, cycle),
  };
}

/** Reads what needs a decision because the clock of the computer may be, or has been, wrong. */
export function readClockNotices(
  db: Database,
  orgId: string,
  nowMs: number,
): Pick<BillingOverview, 'unconfirmed_cycles' | 'future_invoices'> {
  if (!isBilledLocally(db, orgId)) return { unconfirmed_cycles: null, future_invoices: null };
  return {
    unconfirmed_cycles: toUnconfirmed(findUnconfirmedCycles(db, readBillingAccount(db, orgId), nowMs)),
    future_invoices: toFutureInvoices(listFutureInvoiceRows(db, orgId, nowMs)),
  };
}

function readCurrentCycle(db: Database, orgId: string, nowMs: number): CurrentCycle {
  const account = readBillingAccount(db, orgId);
  const cycle = findCurrentCycle(db, account, nowMs);
  const plan = findPlan(account.plans, cycle.startMs);
  return { account, cycle, plan, minutesUsed: sumMinutes(db, orgId, cycle) };
}

function toCycleOverview(db: Database, current: CurrentCycle, nowMs: number): CycleOverview {
  const { account, cycle, plan, minutesUsed } = current;
  const overage_usd_per_minute = toDollars(plan.overageCentsPerMinute);
  return {
    plan: { name: plan.name, fee_usd: toDollars(plan.feeCents), overage_usd_per_minute },
    usage: toUsage(current),
    forecast: toForecast(plan, forecastUsage(db, account, cycle, nowMs, minutesUsed)),
    previous_minutes: sumPreviousMinutes(db, account, cycle, nowMs),
    remote: null,
  };
}

function sumPreviousMinutes(
  db: Database,
  { orgId, createdAtMs, lastClosedCycle }: BillingAccount,
  { startMs }: BillingCycle,
  nowMs: number,
): number | null {
  if (lastClosedCycle?.endMs !== startMs || createdAtMs > lastClosedCycle.startMs) return null;
  return sumMinutes(db, orgId, lastClosedCycle, lastClosedCycle.startMs + (nowMs - startMs));
}

function toUsage({ cycle, plan, minutesUsed }: CurrentCycle): Usage {
  return {
    billing_period: { start: formatTimestamp(cycle.startMs), end: formatTimestamp(cycle.endMs) },
    minutes_used: minutesUsed,
    minutes_included: plan.minutesIncluded,
    overage_minutes: countOverageMinutes(plan, minutesUsed),
    estimated_cost_usd: toDollars(calculateCostCents(plan, minutesUsed)),
  };
}

function toUnconfirmed(found: UnconfirmedCycles | null): BillingOverview['unconfirmed_cycles'] {
  return found && { count: found.count, start: formatTimestamp(found.startMs), end: formatTimestamp(found.endMs) };
}

function toFutureInvoices(rows: readonly InvoiceRow[]): BillingOverview['future_invoices'] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  return {
    count: rows.length,
    paid_count: rows.filter(isPaidWithMoney).length,
    first_number: formatInvoiceNumber(first),
    last_number: formatInvoiceNumber(last),
  };
}

/** A day without calls has 0 minutes; a future day, or one before the organization was created, has null. */
function readDailyMinutes(db: Database, { account, cycle }: CurrentCycle, nowMs: number): BillingOverview['days'] {
  const byDay = sumMinutesByDay(db, account.orgId, cycle);
  return listCycleDays(cycle).map((startMs, day) => {
    const isKnown = startMs <= nowMs && startMs + dayMs > account.createdAtMs;
    return { start: formatTimestamp(startMs), minutes: byDay.get(day) ?? (isKnown ? 0 : null), is_partial: false };
  });
}

function toForecast(plan: Plan, forecast: UsageForecast | null): CycleForecast {
  if (!forecast) return null;
  const { minutes, days, previousCycleDays } = forecast;
  const cost_usd = {
    low: toDollars(calculateCostCents(plan, minutes.low)),
    high: toDollars(calculateCostCents(plan, minutes.high)),
  };
  return { minutes, cost_usd, cycle_days: days, previous_cycle_days: previousCycleDays };
}

/** Returns the unpaid invoices, newest first: the remote's in a linked workspace, and none after it was unlinked. */
export function listOpenInvoices(db: Database, orgId: string): readonly OpenInvoice[] {
  if (!isBilledLocally(db, orgId)) return listOpenRemoteInvoices(db);
  return listOpenInvoiceRows(db, orgId).map((row) => ({
    invoice_id: row.invoice_id,
    number: formatInvoiceNumber(row),
    amount_due_usd: toDollars(row.amount_cents),
    issue_date: formatTimestamp(row.cycle_end),
  }));
}

function listOpenRemoteInvoices(db: Database): readonly OpenInvoice[] {
  if (!findConnection(db)) return [];
  const open = listRemoteInvoices(db).filter(({ status }) => status.toLowerCase() === 'open');
  return open.map((row) => ({
    invoice_id: row.invoice_id,
    number: row.remote_id,
    amount_due_usd: toDollars(row.amount_cents),
    issue_date: formatTimestamp(row.issued_at),
  }));
}
