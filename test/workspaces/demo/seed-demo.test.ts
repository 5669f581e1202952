import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listInvoiceRows } from '../../../electron/service/features/billing/invoice-queries.ts';
import { readBillingOverview } from '../../../electron/service/features/billing/read-billing-overview.ts';
import { verifyActivity } from '../../../electron/service/features/activity/verify-activity.ts';
import type { CallRow } from '../../../electron/service/features/calls/call-queries.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { demoAgents } from '../../../electron/service/workspaces/demo/demo-agents.ts';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import { demoPlan } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { dayMs } from '../../../shared/duration.ts';
import { getCycleStartingAt } from '../../../electron/service/features/billing/billing-cycle.ts';
import { callStatuses, isCallEnded } from '../../../shared/call-status.ts';
import { countBillableMinutes, calculateCostCents } from '../../../electron/service/features/billing/usage-cost.ts';
import { seedDemoWorkspace } from '../../helpers/seed-demo-workspace.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/temporary-folder.ts';

const ownZone = process.env['TZ'];
let folder: TemporaryFolder;

beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(async () => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
  await folder.remove();
});

function read(db: Database) {
  const calls = db.all<CallRow>('SELECT * FROM call ORDER BY id');
  const orgId = String(db.get('SELECT org_id FROM organization')?.['org_id']);
  return { calls, orgId, invoices: listInvoiceRows(db, orgId) };
}

/** Month ends, leap days, the turn of a year and clock changes, early and late in the day. */
const moments = [
  ['2026-11-21T19:00:00Z', 'UTC'],
  ['2026-12-31T23:59:59Z', 'America/Los_Angeles'],
  ['2027-01-01T00:00:00Z', 'Pacific/Kiritimati'],
  ['2027-01-31T11:00:00Z', 'Asia/Kathmandu'],
  ['2027-03-01T08:00:00Z', 'Europe/Berlin'],
  ['2027-03-14T10:30:00Z', 'America/New_York'],
  ['2027-03-28T01:30:00Z', 'Europe/Berlin'],
  ['2027-10-31T00:30:00Z', 'Europe/London'],
  ['2028-02-29T12:00:00Z', 'Pacific/Pago_Pago'],
  ['2028-03-19T23:30:00Z', 'Australia/Lord_Howe'],
  ['2028-04-30T05:00:00Z', 'Asia/Tokyo'],
] as const;

describe('the demo', () => {
  test.each(moments)('created at %s in %s has a consistent history', async (time, zone) => {
    process.env['TZ'] = zone;
    const now = Date.parse(time);
    const db = seedDemoWorkspace(folder.path, { now: () => now });
    const { calls, orgId, invoices } = read(db);

    expect(calls).toHaveLength(demoCalls.length);
    expect(calls.map(({ created_at }) => created_at)).toEqual(
      calls.map(({ created_at }) => created_at).toSorted((a, b) => a - b),
    );
    const agents = db.all<{ agent_id: string; created_at: number }>('SELECT agent_id, created_at FROM agent');
    for (const { created_at, answered_at, ended_at, agent_id, duration_seconds, status } of calls) {
      const hour = new Date(created_at).getHours();
      expect([hour >= 9 && hour < 19, ended_at !== null && ended_at <= now]).toEqual([true, true]);
      expect(agents.find((agent) => agent.agent_id === agent_id)?.created_at).toBeLessThan(created_at);
      if (status === 'completed') expect((ended_at ?? 0) - (answered_at ?? 0)).toBe(duration_seconds * 1000);
    }
    expect(calls.filter(({ created_at }) => now - created_at < 2.5 * dayMs).length).toBeGreaterThanOrEqual(4);

    // A call cites only documents that had been added before it.
    const early = db.all(
      `SELECT call_id FROM turn_passage JOIN call ON call.id = turn_passage.turn / 4096
       JOIN document USING (document_id) WHERE document.added_at > call.created_at`,
    );
    expect(early).toEqual([]);

    const overview = readBillingOverview(db, orgId, now);
    const current = { startMs: Date.parse(overview.usage?.billing_period.start ?? ''), endMs: Infinity };
    const [last] = invoices;
    const cycles = [current, ...invoices.map((one) => ({ startMs: one.cycle_start, endMs: one.cycle_end }))];
    const minutes = cycles.map(({ startMs, endMs }) =>
      calls
        .filter(
          ({ status, mode, ended_at }) =>
            status === 'completed' && mode !== 'practice' && (ended_at ?? 0) >= startMs && (ended_at ?? 0) < endMs,
        )
        .reduce((sum, { duration_seconds }) => sum + countBillableMinutes(duration_seconds), 0),
    );
    expect(minutes.filter((one) => one > 0)).toHaveLength(3);
    expect([overview.usage?.minutes_used, ...invoices.map(({ minutes_used }) => minutes_used)]).toEqual(minutes);
    expect(overview.reconciliation?.unmatched_minutes).toBe(0);
    // The plan is large enough that the first calls of a user raise no notice.
    expect(overview.notices).toEqual([]);
    expect(overview.usage?.minutes_used).toBeLessThan(demoPlan.minutesIncluded / 10);
    expect(overview.practice.calls, 'practice calls are free').toBeGreaterThan(0);

    // Every ended cycle since the organization was created has an invoice; the latest is open.
    const plans = db.all<Parameters<typeof getCycleStartingAt>[0][number]>(
      'SELECT *, effective_from AS effectiveFromMs, anchor_day AS anchorDay FROM plan',
    );
    const createdAt = Number(db.get('SELECT created_at FROM organization')?.['created_at']);
    const first = invoices.at(-1);
    expect(first?.cycle_start).toBeLessThanOrEqual(createdAt);
    expect(first?.cycle_end).toBeGreaterThan(createdAt);
    expect(invoices.length).toBeGreaterThanOrEqual(4);
    for (const [at, { cycle_start, cycle_end }] of invoices.entries()) {
      expect(getCycleStartingAt(plans, cycle_start).endMs).toBe(cycle_end);
      expect(cycle_end).toBe(invoices[at - 1]?.cycle_start ?? current.startMs);
    }
    expect(invoices.map(({ status }) => status)).toEqual(['open', ...invoices.slice(1).map(() => 'paid')]);
    expect(last?.amount_cents).toBe(calculateCostCents({ ...demoPlan, anchorDay: 1 }, last?.minutes_used ?? 0));
    expect(invoices.every(({ paid_at }) => (paid_at ?? 0) <= now)).toBe(true);

    expect((await verifyActivity(db)).violation).toBeNull();
    const times = db.all<{ at: number }>('SELECT at FROM activity ORDER BY number').map(({ at }) => at);
    expect(times.length).toBeGreaterThan(calls.length);
    expect([times, times.every((at) => at <= now)]).toEqual([times.toSorted((a, b) => a - b), true]);
    db.close();
  });

  test('has calls of every agent with every final status, and finds each by its words', () => {
    const db = seedDemoWorkspace(folder.path);
    const { calls } = read(db);
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(callStatuses.filter(isCallEnded)));
    expect(new Set(calls.map(({ agent_name }) => agent_name))).toEqual(new Set(demoAgents.map(({ name }) => name)));
    const completed = calls.filter(({ status }) => status === 'completed');
    expect(completed.length).toBeGreaterThanOrEqual(30);
    expect(new Set(completed.map(({ disposition }) => disposition)).size).toBeGreaterThanOrEqual(8);
    expect(calls.every(({ recipient_number }) => /^\+1\d{3}55501\d\d$/.test(recipient_number))).toBe(true);
    expect(db.get('SELECT count(*) AS count FROM call_fts')?.['count']).toBe(completed.length);
    expect(db.all(`SELECT rowid FROM call_fts WHERE call_fts MATCH 'bitcoin'`).length).toBeGreaterThan(0);
    db.close();
  });

  test('has exactly the recordings that its database lists', () => {
    const startedAt = performance.now();
    const db = seedDemoWorkspace(folder.path);
    const tookMs = performance.now() - startedAt;
    const told = db.all<{ file: string; size: number }>(
      `SELECT call_id || '.mp3' AS file, size_bytes AS size FROM recording JOIN call ON call.id = recording.call ORDER BY 1`,
    );
    const dir = join(folder.path, 'recordings');
    expect(
      readdirSync(dir)
        .toSorted()
        .map((file) => ({ file, size: statSync(join(dir, file)).size })),
    ).toEqual(told);
    expect(tookMs).toBeLessThan(10_000);
    db.close();
  });
});
