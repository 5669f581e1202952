import { afterEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '../../shared/text/duration.ts';
import { closeCycles } from '../../electron/service/features/billing/billing-account.ts';
import { readBillingOverview, readUsage } from '../../electron/service/features/billing/read-billing-overview.ts';
import { seedBilling } from '../../electron/service/features/billing/seed-billing.ts';
import { listInvoiceRows, markInvoicePaid } from '../../electron/service/features/billing/invoice-queries.ts';
import { reverseFutureInvoices, reverseInvoice } from '../../electron/service/features/billing/reverse-invoice.ts';
import { setPlan } from '../../electron/service/features/billing/plan-queries.ts';
import {
  growthPlan,
  createBillingFixture,
  type BillingFixture,
  type BillingFixtureOptions,
} from '../helpers/data/billing-fixture.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';
import {
  acceptRows,
  allowWrites,
  connectToWorkspace,
  refuseWrites,
  rejectRows,
} from '../helpers/service/test-database.ts';

let fixture: BillingFixture;
const open = async (options: BillingFixtureOptions) => (fixture = await createBillingFixture(options));
afterEach(async () => {
  vi.useRealTimers();
  await fixture.close();
});

const invoices = () =>
  listInvoiceRows(fixture.db, fixture.orgId)
    .toReversed()
    .map(({ cycle_start, cycle_end, minutes_used, amount_cents, status }) => [
      new Date(cycle_start).toISOString().slice(0, 10),
      new Date(cycle_end).toISOString().slice(0, 10),
      minutes_used,
      amount_cents,
      status,
    ]);
const overview = () => readBillingOverview(fixture.db, fixture.orgId, fixture.context.now());
const usage = () => {
  fixture.billing.closeEndedCycles(fixture.orgId);
  return readUsage(fixture.db, fixture.orgId, fixture.context.now());
};

describe('cycles', () => {
  test('close at their end, with one invoice each, and not earlier', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    fixture.completeCall(70, '2026-01-31T23:59:59.999Z');
    expect(usage()).toMatchObject({ minutes_used: 70, overage_minutes: 0, estimated_cost_usd: 349 });
    expect(invoices()).toEqual([]);
    fixture.completeCall(150, '2026-02-01T00:00:00Z');
    expect(usage()).toMatchObject({
      billing_period: { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' },
      minutes_used: 150,
      overage_minutes: 50,
      estimated_cost_usd: 358,
    });
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 70, 34_900, 'open']]);
    usage();
    expect(invoices()).toHaveLength(1);
  });

  test('have the minutes of the previous one at the same point, if the organization existed all the time', async () => {
    await open({ createdAt: '2026-01-01T00:00:00Z' });
    fixture.completeCall(70, '2026-01-10T09:00:00Z');
    fixture.completeCall(30, '2026-01-10T13:00:00Z');
    expect(overview().previous_minutes, 'in the first cycle').toBeNull();
    fixture.completeCall(20, '2026-02-10T12:00:00Z');
    usage();
    expect(overview()).toMatchObject({ previous_minutes: 70, usage: { minutes_used: 20 } });
    fixture.setClock('2026-02-28T23:00:00Z');
    expect(overview().previous_minutes).toBe(100);
    fixture.db.run('UPDATE organization SET created_at = ?', Date.parse('2026-01-02T00:00:00Z'));
    expect(overview().previous_minutes).toBeNull();
  });

  test('that ended while the application was closed close at the next start with their own usage', async () => {
    await open({ createdAt: '2025-11-20T09:00:00Z', plan: { ...growthPlan, anchorDay: 31 } });
    fixture.completeCall(120, '2025-12-01T10:00:00Z');
    await fixture.reopenAt('2026-03-02T12:00:00Z');
    expect(invoices()).toEqual([
      ['2025-10-31', '2025-11-30', 0, 34_900, 'open'],
      ['2025-11-30', '2025-12-31', 120, 35_260, 'open'],
      ['2025-12-31', '2026-01-31', 0, 34_900, 'open'],
      ['2026-01-31', '2026-02-28', 0, 34_900, 'open'],
    ]);
    expect(usage().billing_period.start).toBe('2026-02-28T00:00:00.000Z');
    expect(listInvoiceRows(fixture.db, fixture.orgId).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  test('without charges are marked as paid immediately', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z', plan: { ...growthPlan, feeCents: 0 } });
    fixture.completeCall(100, '2026-01-20T09:00:00Z');
    fixture.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 100, 0, 'paid']]);
  });

  test('stay closed when the clock moves back; new usage counts in the cycle of the day and is billed later', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    fixture.completeCall(10, '2026-01-20T09:00:00Z');
    fixture.setClock('2026-03-05T09:00:00Z');
    usage();
    const closed = invoices();
    expect(closed).toHaveLength(2);
    fixture.completeCall(5, '2026-01-25T09:00:00Z');
    await fixture.reopenAt('2026-01-26T09:00:00Z');
    expect(invoices()).toEqual(closed);
    expect(usage()).toMatchObject({
      billing_period: { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' },
      minutes_used: 15,
    });
    expect(overview().reconciliation).toEqual({
      calls: 2,
      call_minutes: 15,
      unmatched_minutes: 0,
      calls_without_date: 0,
    });
    fixture.completeCall(7, '2026-03-06T09:00:00Z');
    fixture.setClock('2026-03-31T23:00:00Z');
    // The open cycle shows what its invoice will bill.
    expect(usage()).toMatchObject({ billing_period: { start: '2026-03-01T00:00:00.000Z' }, minutes_used: 12 });
    fixture.setClock('2026-04-01T00:00:00Z');
    usage();
    expect(invoices()).toEqual([...closed, ['2026-03-01', '2026-04-01', 12, 34_900, 'open']]);
  });

  test('apply a plan change from the next cycle', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    fixture.completeCall(200, '2026-01-12T09:00:00Z');
    setPlan(
      fixture.db,
      fixture.orgId,
      { ...growthPlan, feeCents: 99, minutesIncluded: 500, anchorDay: 15 },
      Date.parse('2026-01-13'),
    );
    fixture.completeCall(200, '2026-01-14T09:00:00Z');
    expect(usage()).toMatchObject({ minutes_included: 100, overage_minutes: 300 });
    fixture.completeCall(400, '2026-02-02T09:00:00Z');
    expect(usage()).toMatchObject({
      billing_period: { start: '2026-02-01T00:00:00.000Z', end: '2026-02-15T00:00:00.000Z' },
      minutes_included: 500,
      estimated_cost_usd: 0.99,
    });
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 400, 40_300, 'open']]);
  });

  test('store amounts of any size exactly and reject a plan beyond the maximum', async () => {
    const largest = { ...growthPlan, feeCents: 10 ** 12, minutesIncluded: 0, overageCentsPerMinute: 100_000 };
    await open({ createdAt: '2026-01-10T09:00:00Z', plan: largest });
    fixture.completeCall(999_999, '2026-01-12T09:00:00Z');
    expect(usage().estimated_cost_usd).toBe(10_000_000_000 + 999_999_000);
    expect(() => setPlan(fixture.db, fixture.orgId, { ...growthPlan, feeCents: 2 ** 53 - 1 }, 0)).toThrow(/check/i);
    fixture.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(invoices()[0]?.[3]).toBe(10 ** 12 + 99_999_900_000);
  });

  test('close once, even if two processes check at the same time', async () => {
    await open({ createdAt: '2025-11-10T09:00:00Z' });
    const other = connectToWorkspace(fixture.dir);
    const closing = { context: fixture.context, issuer: 'Issuer' };
    fixture.setClock('2026-02-01T00:00:00Z');
    const inTurn = Array.from({ length: 6 }, (_, turn) =>
      closeCycles({ ...closing, db: turn % 2 === 0 ? fixture.db : other }, fixture.orgId, 1),
    );
    expect(inTurn).toEqual([1, 1, 1, 0, 0, 0]);
    expect(invoices().map(([start]) => start)).toEqual(['2025-11-01', '2025-12-01', '2026-01-01']);
    expect(() =>
      other.run(`INSERT INTO invoice SELECT * FROM (SELECT 'inv_x', org_id, 99, cycle_start, cycle_end,
      issuer, customer, plan_name, fee_cents, minutes_included, overage_cents_per_minute, minutes_used, amount_cents,
      status, paid_at, reversed_at, credit_note_number, 1 FROM invoice LIMIT 1) AS copy`),
    ).toThrow(/unique/i);
    other.close();
  });

  test('close when they end, and 24 at a time if many have ended', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt: '2026-01-31T23:55:00Z' });
    fixture.setClock('2026-02-01T00:00:00Z');
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(invoices()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(invoices()).toHaveLength(1);
    expect(fixture.events).toContainEqual({ type: 'usage.changed' });
    completeCallEveryMonth(36);
    fixture.setClock('2029-02-01T00:00:00Z');
    vi.advanceTimersByTime(10 * 60_000);
    expect(invoices(), '24 of them in one go').toHaveLength(25);
    vi.advanceTimersByTime(1);
    expect(invoices()).toHaveLength(37);
  });

  test('all close soon after a request if many have ended and the timer is far from due', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    completeCallEveryMonth(60);
    fixture.setClock('2031-01-11T09:00:00Z');
    usage();
    expect(invoices(), 'no more than that at once').toHaveLength(24);
    vi.advanceTimersByTime(10);
    expect(invoices()).toHaveLength(60);
  });

  test('that cannot be closed stay open, are logged and retried', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt: '2026-01-31T23:59:00Z' });
    fixture.setClock('2026-02-01T00:00:00Z');
    refuseWrites(fixture.db);
    vi.advanceTimersByTime(60_000);
    expect(fixture.failures).toHaveLength(1);
    expect(invoices()).toEqual([]);
    allowWrites(fixture.db);
    vi.advanceTimersByTime(60_000);
    expect(invoices()).toHaveLength(1);
  });
});

testOnFile('a full disk leaves ended cycles open, and the usage can be read', async () => {
  await open({ createdAt: '2026-01-10T09:00:00Z' });
  fixture.completeCall(10, '2026-01-20T09:00:00Z');
  fixture.setClock('2026-02-05T09:00:00Z');
  fixture.db.execute(`CREATE TABLE filler (bytes BLOB);
    CREATE TRIGGER fill BEFORE INSERT ON invoice BEGIN INSERT INTO filler VALUES (zeroblob(100000)); END;
    PRAGMA max_page_count = 1`); // no page can be added
  expect(usage()).toMatchObject({ minutes_used: 0 });
  expect(invoices()).toEqual([]);
  fixture.db.execute('PRAGMA max_page_count = 1000000');
  usage();
  expect(invoices()).toHaveLength(1);
});

/** Completes a call of one minute in the middle of each month from February 2026 on. */
function completeCallEveryMonth(count: number): void {
  for (let month = 1; month <= count; month++)
    fixture.completeCall(1, new Date(Date.UTC(2026, month, 15)).toISOString());
}

describe('a clock that is years ahead', () => {
  const ahead = '2044-01-10T09:00:00Z';
  const createdAt = '2026-01-10T09:00:00Z';
  const free = { ...growthPlan, feeCents: 0 };
  const statuses = () => listInvoiceRows(fixture.db, fixture.orgId).map(({ number, status }) => [number, status]);
  const reverseFuture = () => reverseFutureInvoices(fixture.db, fixture.orgId, fixture.context.now());

  test('closes no cycle until an admin confirms it, and the current cycle returns with the clock', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt });
    fixture.completeCall(10, '2026-01-20T09:00:00Z');
    fixture.setClock(ahead);
    for (let check = 0; check < 3; check++) vi.advanceTimersByTime(10 * 60_000);
    expect(usage().billing_period.start).toBe('2044-01-01T00:00:00.000Z');
    expect(invoices()).toEqual([]);
    const period = { count: 216, start: '2026-01-01T00:00:00.000Z', end: '2044-01-01T00:00:00.000Z' };
    expect(overview()).toMatchObject({ unconfirmed_cycles: period, future_invoices: null });
    fixture.setClock('2026-01-21T09:00:00Z');
    expect(usage()).toMatchObject({ billing_period: { start: '2026-01-01T00:00:00.000Z' }, minutes_used: 10 });
    expect(overview()).toMatchObject({ unconfirmed_cycles: null, future_invoices: null });
  });

  test('does not keep the minutes of a call that was placed meanwhile', async () => {
    await open({ createdAt });
    fixture.completeCall(4, ahead);
    expect(invoices()).toEqual([]);
    fixture.setClock('2026-01-11T09:00:00Z');
    fixture.completeCall(3);
    expect(usage().minutes_used).toBe(7);
    expect(overview().reconciliation).toEqual({
      calls: 2,
      call_minutes: 7,
      unmatched_minutes: 0,
      calls_without_date: 0,
    });
    expect(overview().days.filter(({ minutes }) => minutes)).toEqual([
      { start: '2026-01-11T00:00:00.000Z', minutes: 7, is_partial: false },
    ]);
    fixture.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 7, 34_900, 'open']]);
  });

  test('can be confirmed by mistake: voiding the invoices opens their cycles again, and each is billed once', async () => {
    await open({ createdAt });
    fixture.completeCall(10, '2026-01-20T09:00:00Z');
    fixture.setClock(ahead);
    expect(fixture.billing.confirmEndedCycles(fixture.orgId)).toBe(216);
    expect(invoices()).toHaveLength(216);
    fixture.setClock('2026-01-21T09:00:00Z');
    fixture.completeCall(5);
    expect(usage()).toMatchObject({ billing_period: { start: '2026-01-01T00:00:00.000Z' }, minutes_used: 15 });
    const future = { count: 216, paid_count: 0, first_number: 'INV-0001', last_number: 'INV-0216' };
    expect(overview().future_invoices).toEqual(future);
    expect(reverseFuture()).toHaveLength(216);
    expect(statuses().every(([, status]) => status === 'void')).toBe(true);
    expect(overview()).toMatchObject({ future_invoices: null, usage: { minutes_used: 15 } });
    expect(overview().reconciliation).toEqual({
      calls: 2,
      call_minutes: 15,
      unmatched_minutes: 0,
      calls_without_date: 0,
    });
    fixture.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(listInvoiceRows(fixture.db, fixture.orgId).filter(({ status }) => status === 'open')).toMatchObject([
      { number: 217, cycle_start: Date.parse('2026-01-01'), minutes_used: 15 },
    ]);
    fixture.setClock('2026-03-01T00:00:00Z');
    usage();
    expect(statuses().filter(([, status]) => status === 'open')).toEqual([
      [218, 'open'],
      [217, 'open'],
    ]);
  });

  test('leaves paid invoices that are credited, and free ones that are voided', async () => {
    await open({ createdAt, plan: free });
    fixture.completeCall(150, '2026-01-20T09:00:00Z');
    fixture.setClock('2026-03-05T09:00:00Z');
    usage();
    const [, charged] = listInvoiceRows(fixture.db, fixture.orgId);
    markInvoicePaid(fixture.db, fixture.orgId, charged?.invoice_id ?? '', fixture.context.now());
    fixture.setClock('2026-01-21T09:00:00Z');
    expect(overview().future_invoices).toMatchObject({ count: 2, paid_count: 1 });
    reverseFuture();
    expect(listInvoiceRows(fixture.db, fixture.orgId)).toMatchObject([
      { status: 'void', paid_at: null, credit_note_number: null, closes_cycle: 0 },
      { status: 'paid', credit_note_number: 1, reversed_at: fixture.context.now(), closes_cycle: 0 },
    ]);
    expect(usage()).toMatchObject({ minutes_used: 150, billing_period: { end: '2026-02-01T00:00:00.000Z' } });
  });

  test('is not assumed if calls or recorded changes explain the cycles, or if only three are idle', async () => {
    await open({ createdAt });
    fixture.setClock('2026-05-01T00:00:00Z');
    usage();
    expect(invoices(), 'created in January, then three idle cycles').toHaveLength(4);
    fixture.setClock('2026-06-01T00:00:00Z');
    usage();
    expect(invoices(), 'the fourth idle cycle').toHaveLength(4);
    expect(overview().unconfirmed_cycles).toMatchObject({ count: 1, start: '2026-05-01T00:00:00.000Z' });
    fixture.db.run(
      `INSERT INTO activity (number, at, actor_id, actor_name, role, operation, result, status, request_id, hash)
       VALUES (1, ?, 'window', 'Window', 'admin', 'openWorkspace', 'done', 200, 'req_1', '')`,
      Date.parse('2026-05-20'),
    );
    usage();
    expect(invoices()).toHaveLength(5);
    expect(overview().unconfirmed_cycles).toBeNull();
  });
});

test('a cycle that has ended is not billed again when its invoice is voided', async () => {
  await open({ createdAt: '2026-01-10T09:00:00Z' });
  fixture.completeCall(10, '2026-01-20T09:00:00Z');
  fixture.setClock('2026-02-05T09:00:00Z');
  usage();
  const [invoice] = listInvoiceRows(fixture.db, fixture.orgId);
  if (!invoice) throw new Error('There is no invoice.');
  expect(reverseInvoice(fixture.db, invoice, fixture.context.now())).toMatchObject({ status: 'void', closes_cycle: 1 });
  fixture.setClock('2026-03-01T00:00:00Z');
  usage();
  expect(invoices().map(([start, , minutes, , status]) => [start, minutes, status])).toEqual([
    ['2026-01-01', 10, 'void'],
    ['2026-02-01', 0, 'open'],
  ]);
});

describe('metering', () => {
  test('counts a call once, in the transaction that completes it', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    rejectRows(fixture.db, 'usage_entry', 'TRUE');
    expect(() => fixture.completeCall(5)).toThrow(/rejected/);
    expect(fixture.db.get('SELECT status FROM call')).toEqual({ status: 'in_progress' });
    acceptRows(fixture.db, 'usage_entry');
    fixture.completeCall(5);
    expect(usage().minutes_used).toBe(5);
    const entries = fixture.db.all<{ readonly call: number }>('SELECT call FROM usage_entry');
    expect(entries).toHaveLength(1);
    expect(() => fixture.db.run('INSERT INTO usage_entry SELECT * FROM usage_entry')).toThrow(/unique/i);
  });

  test('publishes events after the commit and raises each notice once per cycle', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    const kinds = () =>
      readBillingOverview(fixture.db, fixture.orgId, fixture.context.now()).notices.map(({ kind }) => kind);
    const raised = () => fixture.events.filter(({ type }) => type === 'usage_notice.raised').length;
    fixture.completeCall(49);
    expect([kinds(), raised()]).toEqual([[], 0]);
    fixture.completeCall(1);
    expect([kinds(), raised()]).toEqual([['used_50'], 1]);
    fixture.completeCall(1);
    expect(raised()).toBe(1);
    fixture.completeCall(60);
    expect([kinds(), raised()], 'raises the more severe of two notices').toEqual([
      ['used_100', 'used_80', 'used_50'],
      2,
    ]);
    await fixture.reopenAt('2026-01-20T00:00:00Z');
    expect(raised()).toBe(2);
    fixture.completeCall(50, '2026-02-02T09:00:00Z');
    expect([kinds(), raised()]).toEqual([['used_50'], 3]);
  });

  test('raises a notice when the forecast exceeds the included minutes', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    for (let day = 11; day < 16; day++) fixture.completeCall(7, `2026-01-${day}T09:00:00Z`);
    const { notices, forecast } = readBillingOverview(fixture.db, fixture.orgId, fixture.context.now());
    expect(forecast?.minutes.high).toBeGreaterThan(100);
    expect(notices.map(({ kind }) => kind)).toEqual(['forecast']);
  });

  test('distinguishes days without calls from future days and days before the organization was created', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    fixture.completeCall(4, '2026-01-12T23:59:59Z');
    fixture.setClock('2026-01-13T00:00:00Z');
    const { days } = readBillingOverview(fixture.db, fixture.orgId, fixture.context.now());
    expect(days).toHaveLength(31);
    expect(days.map(({ minutes }) => minutes)).toEqual([
      ...Array.from({ length: 9 }, () => null),
      0,
      0,
      4,
      0,
      ...Array.from({ length: 18 }, () => null),
    ]);
    expect(Date.parse(days[1]?.start ?? '') - Date.parse(days[0]?.start ?? '')).toBe(dayMs);
  });

  test('reports unmatched minutes if a metered call is missing', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    fixture.completeCall(4);
    fixture.completeCall(6);
    fixture.db.run('UPDATE usage_entry SET minutes = 11 WHERE minutes = 6');
    expect(readBillingOverview(fixture.db, fixture.orgId, fixture.context.now()).reconciliation).toEqual({
      calls: 2,
      call_minutes: 10,
      unmatched_minutes: 5,
      calls_without_date: 0,
    });
  });

  test('practice calls are free: they are counted apart, and no invoice contains them', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    fixture.completeCall(4, '2026-01-20T09:00:00Z');
    fixture.completeCall(500, '2026-01-20T10:00:00Z', 'practice');
    expect(usage()).toMatchObject({ minutes_used: 4, overage_minutes: 0, estimated_cost_usd: 349 });
    const { days, notices, practice, reconciliation } = readBillingOverview(
      fixture.db,
      fixture.orgId,
      fixture.context.now(),
    );
    expect(days.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)).toBe(4);
    expect(notices).toEqual([]);
    expect(practice).toEqual({ calls: 1, minutes: 500 });
    expect(reconciliation).toEqual({ calls: 1, call_minutes: 4, unmatched_minutes: 0, calls_without_date: 0 });
    expect(fixture.events.at(-1), 'the view of the usage follows').toEqual({ type: 'usage.changed' });
    fixture.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 4, 34_900, 'open']]);
  });

  test('seeds the billing data of generated calls', async () => {
    await open({ createdAt: '2025-11-20T09:00:00Z' });
    fixture.completeCall(30, '2025-11-25T09:00:00Z');
    fixture.completeCall(130, '2025-12-25T09:00:00Z');
    fixture.completeCall(70, '2025-12-26T09:00:00Z', 'practice');
    fixture.db.execute('DELETE FROM usage_entry; DELETE FROM invoice; DELETE FROM usage_notice');
    fixture.setClock('2026-02-02T09:00:00Z');
    seedBilling(fixture.db, fixture.context, fixture.orgId, 'Issuer');
    expect(invoices()).toEqual([
      ['2025-11-01', '2025-12-01', 30, 34_900, 'paid'],
      ['2025-12-01', '2026-01-01', 130, 35_440, 'paid'],
      ['2026-01-01', '2026-02-01', 0, 34_900, 'open'],
    ]);
  });
});
