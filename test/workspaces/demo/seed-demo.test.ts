import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listInvoiceRows } from '../../../electron/service/features/billing/invoice-queries.ts';
import { readBillingOverview } from '../../../electron/service/features/billing/read-billing-overview.ts';
import { verifyActivity } from '../../../electron/service/features/activity/verify-activity.ts';
import { createScorecardReader } from '../../../electron/service/features/calls/scorecard/read-scorecard.ts';
import { maxTurnsPerCall } from '../../../electron/service/features/calls/turn-queries.ts';
import { callColumns, type CallRow } from '../../../electron/service/features/calls/call-queries.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { demoAgents, demoPlan } from '../../../electron/service/workspaces/demo/demo-organization.ts';
import { demoCalls } from '../../../electron/service/workspaces/demo/demo-calls.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import {
  getCycleStartingAt,
  countBillableMinutes,
  calculateCostCents,
} from '../../../electron/service/features/billing/billing-cycle.ts';
import { callStatuses, isCallEnded } from '../../../shared/calls/call-status.ts';
import { chooseFuzzRuns } from '../../helpers/processes/fuzz-runs.ts';
import { seedDemoWorkspace } from '../../helpers/data/seed-demo-workspace.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

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
  const calls = db.all<CallRow & { readonly created_at: number }>(`SELECT ${callColumns} FROM call ORDER BY id`);
  const orgId = String(db.get('SELECT org_id FROM organization')?.['org_id']);
  return { calls, orgId, invoices: listInvoiceRows(db, orgId) };
}

/** The turn of a year, clock changes, a leap day and month ends, early and late in the day. Each commit tests the first ones. */
const moments = [
  ['2026-11-21T19:00:00Z', 'UTC'],
  ['2026-12-31T23:59:59Z', 'America/Los_Angeles'],
  ['2027-01-01T00:00:00Z', 'Pacific/Kiritimati'],
  ['2027-03-28T01:30:00Z', 'Europe/Berlin'],
  ['2027-10-31T00:30:00Z', 'Europe/London'],
  ['2028-02-29T12:00:00Z', 'Pacific/Pago_Pago'],
  ['2027-01-31T11:00:00Z', 'Asia/Kathmandu'],
  ['2027-03-01T08:00:00Z', 'Europe/Berlin'],
  ['2027-03-14T10:30:00Z', 'America/New_York'],
  ['2028-03-19T23:30:00Z', 'Australia/Lord_Howe'],
  ['2028-04-30T05:00:00Z', 'Asia/Tokyo'],
] as const;
const tested = moments.slice(0, chooseFuzzRuns({ perCommit: 4, long: moments.length }));

describe('the demo', () => {
  test.each(tested)('created at %s in %s has a consistent history', async (time, zone) => {
    process.env['TZ'] = zone;
    const now = Date.parse(time);
    const db = seedDemoWorkspace(folder.path, { now: () => now });
    const { calls, orgId, invoices } = read(db);

    expect(calls.length).toBeGreaterThanOrEqual(1_000);
    const ids = new Set(calls.map(({ call_id }) => call_id));
    expect(ids.size).toBe(calls.length);
    expect(demoCalls.filter(({ callId }) => !ids.has(callId))).toEqual([]);
    expect(calls.map(({ created_at }) => created_at)).toEqual(
      calls.map(({ created_at }) => created_at).toSorted((a, b) => a - b),
    );
    const agents = db.all<{ agent_id: string; created_at: number }>('SELECT agent_id, created_at FROM agent');
    for (const { created_at, answered_at, ended_at, agent_id, duration_seconds, status } of calls) {
      const hour = new Date(created_at).getHours();
      expect([hour >= 9 && hour < 20, ended_at !== null && ended_at <= now]).toEqual([true, true]);
      expect(agents.find((agent) => agent.agent_id === agent_id)?.created_at).toBeLessThan(created_at);
      if (status === 'completed') expect((ended_at ?? 0) - (answered_at ?? 0)).toBe(duration_seconds * 1000);
    }
    expect(calls.filter(({ created_at }) => now - created_at < 2.5 * dayMs).length).toBeGreaterThanOrEqual(4);
    const evening = calls.filter(({ created_at }) => new Date(created_at).getHours() >= 18);
    expect(evening.length).toBeLessThan(calls.length / 10);
    const weekend = calls.filter(({ created_at }) => new Date(created_at).getDay() % 6 === 0);
    expect(weekend.every(({ created_at }) => now - created_at < 3 * dayMs)).toBe(true);
    const isShipped = ({ call_id }: CallRow) => demoCalls.some(({ callId }) => callId === call_id);
    expect(calls.slice(-2).every(isShipped), 'the latest calls are those with a recording').toBe(true);

    // A call cites only documents that had been added before it.
    const early = db.all(
      `SELECT call_id FROM turn_passage JOIN call ON call.id = turn_passage.turn / 4096
       JOIN document USING (document_id) WHERE document.added_at > call.created_at`,
    );
    expect(early).toEqual([]);

    const overview = readBillingOverview(db, orgId, now);
    const current = { startMs: Date.parse(overview.usage?.billing_period.start ?? ''), endMs: Infinity };
    const cycles = [current, ...invoices.map((one) => ({ startMs: one.cycle_start, endMs: one.cycle_end }))];
    const minutes = cycles.map(({ startMs, endMs }) =>
      calls
        .filter(
          ({ status, mode, ended_at }) =>
            status === 'completed' && mode !== 'practice' && (ended_at ?? 0) >= startMs && (ended_at ?? 0) < endMs,
        )
        .reduce((sum, { duration_seconds }) => sum + countBillableMinutes(duration_seconds), 0),
    );
    expect(
      minutes.every((one) => one > 0),
      'every cycle has minutes',
    ).toBe(true);
    for (const { startMs, endMs } of cycles.slice(0, 3)) {
      const placed = calls.filter(({ created_at }) => created_at >= startMs && created_at < endMs);
      expect(placed.length).toBeGreaterThan(300);
      const share = placed.filter(({ status }) => status === 'completed').length / placed.length;
      expect([share > 0.6, share < 0.9]).toEqual([true, true]);
    }
    expect([overview.usage?.minutes_used, ...invoices.map(({ minutes_used }) => minutes_used)]).toEqual(minutes);
    expect(overview.reconciliation?.unmatched_minutes).toBe(0);
    // The first calls of a user raise no notice: less than half of the minutes are used, and no overage is likely.
    expect(overview.notices).toEqual([]);
    expect(overview.usage?.minutes_used).toBeLessThan(demoPlan.minutesIncluded * 0.48);
    expect(overview.forecast?.minutes.high).toBeLessThan(demoPlan.minutesIncluded);
    const overage = invoices.map(({ minutes_used }) => Math.max(0, minutes_used - demoPlan.minutesIncluded));
    expect(overage.map((one) => one > 0)).toEqual(invoices.map((_, index) => index === 1));
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
    for (const { amount_cents, minutes_used } of invoices)
      expect(amount_cents).toBe(calculateCostCents({ ...demoPlan, anchorDay: 1 }, minutes_used));
    expect(invoices.every(({ paid_at }) => (paid_at ?? 0) <= now)).toBe(true);

    expect((await verifyActivity(db)).violation).toBeNull();
    const times = db.all<{ at: number }>('SELECT at FROM activity ORDER BY number').map(({ at }) => at);
    expect(times.length).toBeGreaterThan(calls.length);
    expect([times, times.every((at) => at <= now)]).toEqual([times.toSorted((a, b) => a - b), true]);
    db.close();
  });

  test('has calls of today in the afternoon of a working day, also in half a year', () => {
    process.env['TZ'] = 'America/Chicago';
    for (const time of ['2026-11-24T19:30:00Z', '2027-05-25T18:30:00Z']) {
      const now = Date.parse(time);
      const db = seedDemoWorkspace(join(folder.path, time.slice(0, 4)), { now: () => now });
      const today = read(db).calls.filter(
        ({ created_at }) => new Date(created_at).toDateString() === new Date(now).toDateString(),
      );
      expect(today.length).toBeGreaterThanOrEqual(4);
      expect(now - (today.at(-1)?.created_at ?? 0)).toBeLessThan(dayMs / 48);
      db.close();
    }
  });
});

describe('the demo of an evening with few calls', () => {
  // Of 220 times in a year, the demo has the fewest notes at this one: 19.
  const now = Date.parse('2026-11-29T19:40:52Z');
  let shared: TemporaryFolder;
  let db: Database;
  /** The processor time of its creation. */
  let seedingMs: number;
  beforeAll(async () => {
    shared = await createTemporaryFolder();
    const readMs = startProcessorTimer();
    db = seedDemoWorkspace(shared.path, { now: () => now });
    seedingMs = readMs();
  });
  afterAll(async () => {
    db.close();
    await shared.remove();
  });

  test('is created quickly', () => {
    // One to two seconds, depending on the processor. demo-opening.ts measures the time.
    expect(seedingMs, 'processor time in ms').toBeLessThan(5_000);
  });

  test('has reviews of dozens of calls, by members, with notes at a moment of the call', () => {
    const { calls } = read(db);
    const reviewed = calls.filter(({ review_state }) => review_state === 'reviewed');
    const isBetween = (count: number, min: number, max: number) =>
      expect([count >= min, count <= max]).toEqual([true, true]);
    isBetween(reviewed.length, 40, 200);
    expect(calls.some(({ assignee_id, review_state }) => assignee_id !== null && review_state === 'not_reviewed')).toBe(
      true,
    );
    const assignees = db.all(
      `SELECT email FROM member WHERE status = 'active' AND role <> 'viewer' AND user_id IN (SELECT assignee_id FROM call)`,
    );
    expect(assignees).toHaveLength(new Set(calls.map(({ assignee_id }) => assignee_id)).size - 1);
    const tags = db.all<{ tag: string; count: number }>('SELECT tag, count(*) AS count FROM call_tag GROUP BY tag');
    expect(tags.map(({ tag }) => tag)).toContain('Churn risk');
    expect(tags.length).toBeGreaterThanOrEqual(5);
    isBetween(Number(db.get('SELECT count(DISTINCT call) AS count FROM call_tag')?.['count']), 36, 150);
    const notes = db.all<{ at_ms: number; duration_seconds: number; noted_at: number; ended_at: number }>(
      `SELECT at_ms, duration_seconds, note.created_at AS noted_at, ended_at FROM note JOIN call ON call.id = note.call`,
    );
    isBetween(notes.length, 19, 90);
    for (const { at_ms, duration_seconds, noted_at, ended_at } of notes) {
      expect(at_ms).toBeLessThan(duration_seconds * 1000);
      expect([noted_at >= ended_at, noted_at <= now]).toEqual([true, true]);
    }
  });

  test('has scorecards whose criteria rules decide in every call, and members by hand in dozens', () => {
    const { calls, orgId } = read(db);
    const readScorecard = createScorecardReader(db, orgId);
    const completed = calls.filter(({ status, mode }) => status === 'completed' && mode !== 'practice').slice(-300);
    const scorecards = completed.map(readScorecard);
    const [byRule, byHand] = [
      scorecards.flatMap(({ criteria }) => criteria.filter(({ rule_answer }) => rule_answer !== null)),
      scorecards.flatMap(({ criteria }) => criteria.filter(({ decision }) => decision !== null)),
    ];
    expect(byRule.length).toBeGreaterThan(completed.length);
    expect(byHand.length).toBeGreaterThanOrEqual(60);
    for (const decided of [byRule, byHand])
      expect(decided.map(({ answer }) => answer)).toEqual(expect.arrayContaining(['yes', 'no']));
    const reviewers = new Set(byHand.map(({ decision }) => decision?.by.name));
    expect([reviewers.size, [...reviewers].every((name) => name?.endsWith('@northwind.example'))]).toEqual([3, true]);
    expect(new Set(scorecards.map(({ total_percent }) => total_percent)).size).toBeGreaterThanOrEqual(5);
  });

  test('has answers to the questions of an agent in dozens of calls, each from a turn of the recipient', () => {
    const answers = db.all<{ field: string; value: string; spoken: string; speaker: string; text: string }>(
      `SELECT field, value, spoken, speaker, text FROM call_field JOIN call ON call.id = call_field.call
       JOIN turn ON turn.id = call.id * ? + answered_in WHERE agent_name = 'Welcome calls'`,
      maxTurnsPerCall,
    );
    expect(answers.length).toBeGreaterThan(150);
    expect(answers.every(({ speaker, text, spoken }) => speaker === 'user' && text === spoken)).toBe(true);
    const valuesOf = (name: string) => new Set(answers.flatMap(({ field, value }) => (field === name ? [value] : [])));
    expect(valuesOf('everything_works')).toEqual(new Set(['yes', 'no']));
    expect(valuesOf('installation_rating')).toEqual(new Set(['Excellent', 'Good', 'Fair', 'Poor']));
    const calls = `FROM call WHERE agent_name = 'Welcome calls' AND status = 'completed'`;
    expect(db.get(`SELECT count(*) AS count FROM call_field WHERE field = 'installation_rating'`)).toEqual(
      db.get(`SELECT count(*) AS count ${calls}`),
    );
  });

  test('has calls of every agent with every final status, and finds each by its words', () => {
    const { calls } = read(db);
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(callStatuses.filter(isCallEnded)));
    expect(new Set(calls.map(({ agent_name }) => agent_name))).toEqual(new Set(demoAgents.map(({ name }) => name)));
    const completed = calls.filter(({ status }) => status === 'completed');
    expect(completed.length).toBeGreaterThanOrEqual(30);
    expect(new Set(completed.map(({ disposition }) => disposition)).size).toBeGreaterThanOrEqual(8);
    expect(calls.every(({ recipient_number }) => /^\+1\d{3}55501\d\d$/.test(recipient_number))).toBe(true);
    expect(db.searchIndex.get('SELECT count(*) AS count FROM call_fts')?.['count']).toBe(completed.length);
    expect(db.searchIndex.all(`SELECT rowid FROM call_fts WHERE call_fts MATCH 'bitcoin'`).length).toBeGreaterThan(0);
  });

  test('has exactly the recordings that its database lists', () => {
    const told = db.all<{ file: string; size: number }>(
      `SELECT call_id || '.mp3' AS file, size_bytes AS size FROM recording JOIN call ON call.id = recording.call ORDER BY 1`,
    );
    const dir = join(shared.path, 'recordings');
    expect(
      readdirSync(dir)
        .toSorted()
        .map((file) => ({ file, size: statSync(join(dir, file)).size })),
    ).toEqual(told);
  });
});
