import { afterEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '../../shared/duration.ts';
import { closeCycles } from '../../electron/service/features/billing/close-cycles.ts';
import { readBillingOverview, readUsage } from '../../electron/service/features/billing/read-billing-overview.ts';
import { seedBilling } from '../../electron/service/features/billing/seed-billing.ts';
import { listInvoiceRows } from '../../electron/service/features/billing/invoice-queries.ts';
import { setPlan } from '../../electron/service/features/billing/plan-queries.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import {
  growthPlan,
  createBillingFixture,
  type BillingFixture,
  type BillingFixtureOptions,
} from '../helpers/billing-fixture.ts';

let room: BillingFixture;
const open = async (options: BillingFixtureOptions) => (room = await createBillingFixture(options));
afterEach(async () => {
  vi.useRealTimers();
  await room.close();
});

const invoices = () =>
  listInvoiceRows(room.db, room.orgId)
    .toReversed()
    .map(({ cycle_start, cycle_end, minutes_used, amount_cents, status }) => [
      new Date(cycle_start).toISOString().slice(0, 10),
      new Date(cycle_end).toISOString().slice(0, 10),
      minutes_used,
      amount_cents,
      status,
    ]);
const usage = () => {
  room.billing.closeEndedCycles(room.orgId);
  return readUsage(room.db, room.orgId, room.context.now());
};

describe('cycles', () => {
  test('close at their end with one invoice each, and never before', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.completeCall(70, '2026-01-31T23:59:59.999Z');
    expect(usage()).toMatchObject({ minutes_used: 70, overage_minutes: 0, estimated_cost_usd: 349 });
    expect(invoices()).toEqual([]);
    room.completeCall(150, '2026-02-01T00:00:00Z');
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

  test('that ended while the program was off close at the next start, each with what was used in it', async () => {
    await open({ createdAt: '2025-11-20T09:00:00Z', plan: { ...growthPlan, anchorDay: 31 } });
    room.completeCall(120, '2025-12-01T10:00:00Z');
    await room.reopenAt('2026-03-02T12:00:00Z');
    expect(invoices()).toEqual([
      ['2025-10-31', '2025-11-30', 0, 34_900, 'open'],
      ['2025-11-30', '2025-12-31', 120, 35_260, 'open'],
      ['2025-12-31', '2026-01-31', 0, 34_900, 'open'],
      ['2026-01-31', '2026-02-28', 0, 34_900, 'open'],
    ]);
    expect(usage().billing_period.start).toBe('2026-02-28T00:00:00.000Z');
    expect(listInvoiceRows(room.db, room.orgId).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  test('that cost nothing are paid at once', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z', plan: { ...growthPlan, feeCents: 0 } });
    room.completeCall(100, '2026-01-20T09:00:00Z');
    room.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 100, 0, 'paid']]);
  });

  test('stay closed when the clock goes back; what is used then counts in the earliest open one', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.completeCall(10, '2026-01-20T09:00:00Z');
    room.setClock('2026-03-05T09:00:00Z');
    usage();
    const closed = invoices();
    expect(closed).toHaveLength(2);
    room.completeCall(5, '2026-01-25T09:00:00Z');
    await room.reopenAt('2026-01-26T09:00:00Z');
    expect(invoices()).toEqual(closed);
    expect(usage()).toMatchObject({
      billing_period: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
      minutes_used: 5,
    });
    const { days, forecast, reconciliation } = readBillingOverview(room.db, room.orgId, room.context.now());
    expect(days.filter(({ minutes }) => minutes !== null)).toEqual([{ start: '2026-03-01T00:00:00.000Z', minutes: 5 }]);
    expect(forecast).toBeNull();
    expect(reconciliation).toEqual({ calls: 1, call_minutes: 5, unmatched_minutes: 0 });
    room.completeCall(7, '2026-03-06T09:00:00Z');
    room.setClock('2026-04-01T00:00:00Z');
    usage();
    expect(invoices()).toEqual([...closed, ['2026-03-01', '2026-04-01', 12, 34_900, 'open']]);
  });

  test('stay closed when the clock goes forward by mistake and comes back', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z', plan: { ...growthPlan, feeCents: 0 } });
    room.setClock('2031-01-10T09:00:00Z');
    for (let round = 0; round < 4; round++) usage();
    const closed = invoices();
    expect(closed, 'five years, not more than two of them at once').toHaveLength(60);
    room.setClock('2026-01-11T09:00:00Z');
    room.completeCall(3);
    expect(usage()).toMatchObject({ billing_period: { start: '2031-01-01T00:00:00.000Z' }, minutes_used: 3 });
    expect(invoices()).toEqual(closed);
  });

  test('take a plan that was changed in their middle with the next one', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.completeCall(200, '2026-01-12T09:00:00Z');
    setPlan(
      room.db,
      room.orgId,
      { ...growthPlan, feeCents: 99, minutesIncluded: 500, anchorDay: 15 },
      Date.parse('2026-01-13'),
    );
    room.completeCall(200, '2026-01-14T09:00:00Z');
    expect(usage()).toMatchObject({ minutes_included: 100, overage_minutes: 300 });
    room.completeCall(400, '2026-02-02T09:00:00Z');
    expect(usage()).toMatchObject({
      billing_period: { start: '2026-02-01T00:00:00.000Z', end: '2026-02-15T00:00:00.000Z' },
      minutes_included: 500,
      estimated_cost_usd: 0.99,
    });
    expect(invoices()).toEqual([['2026-01-01', '2026-02-01', 400, 40_300, 'open']]);
  });

  test('hold amounts of any size to the cent, and a plan beyond them is refused', async () => {
    const largest = { ...growthPlan, feeCents: 10 ** 12, minutesIncluded: 0, overageCentsPerMinute: 100_000 };
    await open({ createdAt: '2026-01-10T09:00:00Z', plan: largest });
    room.completeCall(999_999, '2026-01-12T09:00:00Z');
    expect(usage().estimated_cost_usd).toBe(10_000_000_000 + 999_999_000);
    expect(() => setPlan(room.db, room.orgId, { ...growthPlan, feeCents: 2 ** 53 - 1 }, 0)).toThrow(/CHECK/);
    room.setClock('2026-02-01T00:00:00Z');
    usage();
    expect(invoices()[0]?.[3]).toBe(10 ** 12 + 99_999_900_000);
  });

  test('are closed once, also where two programs look at the same moment', async () => {
    await open({ createdAt: '2025-11-10T09:00:00Z' });
    const path = room.db.get<{ readonly file: string }>('PRAGMA database_list')?.file ?? '';
    const other = openDatabase(path);
    const closing = { context: room.context, issuer: 'Issuer' };
    room.setClock('2026-02-01T00:00:00Z');
    const inTurn = Array.from({ length: 6 }, (_, turn) =>
      closeCycles({ ...closing, db: turn % 2 === 0 ? room.db : other }, room.orgId, 1),
    );
    expect(inTurn).toEqual([1, 1, 1, 0, 0, 0]);
    expect(invoices().map(([start]) => start)).toEqual(['2025-11-01', '2025-12-01', '2026-01-01']);
    expect(() =>
      other.run(`INSERT INTO invoice SELECT * FROM (SELECT 'inv_x', org_id, 99, cycle_start, cycle_end,
      issuer, customer, plan_name, fee_cents, minutes_included, overage_cents_per_minute, minutes_used, amount_cents,
      status, paid_at FROM invoice LIMIT 1)`),
    ).toThrow(/UNIQUE/);
    other.close();
  });

  test('close by themselves at the moment that they end, and at once after a jump of the clock', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt: '2026-01-31T23:55:00Z' });
    room.setClock('2026-02-01T00:00:00Z');
    vi.advanceTimersByTime(5 * 60_000 - 1);
    expect(invoices()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(invoices()).toHaveLength(1);
    expect(room.events).toContainEqual({ type: 'usage.changed' });
    room.setClock('2029-02-01T00:00:00Z');
    vi.advanceTimersByTime(10 * 60_000);
    expect(invoices(), '24 of them in one go').toHaveLength(25);
    vi.advanceTimersByTime(1);
    expect(invoices()).toHaveLength(37);
  });

  test('close all of them soon where somebody asks after a jump of the clock, and the timer has long to go', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.setClock('2036-01-11T09:00:00Z');
    usage();
    expect(invoices(), 'no more than that at once').toHaveLength(24);
    vi.advanceTimersByTime(10);
    expect(invoices()).toHaveLength(120);
  });

  test('that cannot be closed stay open, are logged, and are tried again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open({ createdAt: '2026-01-31T23:59:00Z' });
    room.setClock('2026-02-01T00:00:00Z');
    room.db.execute('PRAGMA query_only = 1');
    vi.advanceTimersByTime(60_000);
    expect(room.failures).toHaveLength(1);
    expect(invoices()).toEqual([]);
    room.db.execute('PRAGMA query_only = 0');
    vi.advanceTimersByTime(60_000);
    expect(invoices()).toHaveLength(1);
  });
});

describe('metering', () => {
  test('counts a call once, in the transaction in which it completes, or not at all', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.db.execute(`CREATE TRIGGER full BEFORE INSERT ON usage_entry BEGIN SELECT raise(ABORT, 'disk full'); END`);
    expect(() => room.completeCall(5)).toThrow(/disk full/);
    expect(room.db.get('SELECT status FROM call')).toEqual({ status: 'in_progress' });
    room.db.execute('DROP TRIGGER full');
    room.completeCall(5);
    expect(usage().minutes_used).toBe(5);
    const entries = room.db.all<{ readonly call: number }>('SELECT call FROM usage_entry');
    expect(entries).toHaveLength(1);
    expect(() => room.db.run('INSERT INTO usage_entry SELECT * FROM usage_entry')).toThrow(/UNIQUE/);
  });

  test('tells of it after the commit, and of each threshold once a cycle, re-armed with the next', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    const kinds = () => readBillingOverview(room.db, room.orgId, room.context.now()).notices.map(({ kind }) => kind);
    const raised = () => room.events.filter(({ type }) => type === 'usage_notice.raised').length;
    room.completeCall(49);
    expect([kinds(), raised()]).toEqual([[], 0]);
    room.completeCall(1);
    expect([kinds(), raised()]).toEqual([['used_50'], 1]);
    room.completeCall(1);
    expect(raised()).toBe(1);
    room.completeCall(60);
    expect([kinds(), raised()], 'the gravest of two is told').toEqual([['used_100', 'used_80', 'used_50'], 2]);
    await room.reopenAt('2026-01-20T00:00:00Z');
    expect(raised()).toBe(2);
    room.completeCall(50, '2026-02-02T09:00:00Z');
    expect([kinds(), raised()]).toEqual([['used_50'], 3]);
  });

  test('tells when the forecast goes beyond what is included', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    for (let day = 11; day < 16; day++) room.completeCall(7, `2026-01-${day}T09:00:00Z`);
    const { notices, forecast } = readBillingOverview(room.db, room.orgId, room.context.now());
    expect(forecast?.minutes.high).toBeGreaterThan(100);
    expect(notices.map(({ kind }) => kind)).toEqual(['forecast']);
  });

  test('shows days without calls, days to come and days before the organization apart', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.completeCall(4, '2026-01-12T23:59:59Z');
    room.setClock('2026-01-13T00:00:00Z');
    const { days } = readBillingOverview(room.db, room.orgId, room.context.now());
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

  test('leaves a rest that nobody can explain where a call is not among the known ones', async () => {
    await open({ createdAt: '2026-01-10T09:00:00Z' });
    room.completeCall(4);
    room.completeCall(6);
    room.db.run('UPDATE usage_entry SET minutes = 11 WHERE minutes = 6');
    expect(readBillingOverview(room.db, room.orgId, room.context.now()).reconciliation).toEqual({
      calls: 2,
      call_minutes: 10,
      unmatched_minutes: 5,
    });
  });

  test('of calls that were made up is brought up to where it would be', async () => {
    await open({ createdAt: '2025-11-20T09:00:00Z' });
    room.completeCall(30, '2025-11-25T09:00:00Z');
    room.completeCall(130, '2025-12-25T09:00:00Z');
    room.db.execute('DELETE FROM usage_entry; DELETE FROM invoice; DELETE FROM usage_notice');
    room.setClock('2026-02-02T09:00:00Z');
    seedBilling(room.db, room.context, room.orgId, 'Issuer');
    expect(invoices()).toEqual([
      ['2025-11-01', '2025-12-01', 30, 34_900, 'paid'],
      ['2025-12-01', '2026-01-01', 130, 35_440, 'paid'],
      ['2026-01-01', '2026-02-01', 0, 34_900, 'open'],
    ]);
  });
});
