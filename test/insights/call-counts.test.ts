import { expect, test } from 'vitest';
import { describeCallsOfPeriod } from '../../electron/service/features/insights/describe-insights.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { createRandom, type Random } from '../../electron/service/platform/seeded-random.ts';
import { dispositions, successfulDispositions } from '../../shared/calls/dispositions.ts';
import { engagedSeconds, talkTimeClasses } from '../../shared/insights/insights.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';

const start = Date.parse('2026-05-01T00:00:00Z');
const hourMs = 3_600_000;

type CallRow = {
  readonly agent_id: string;
  readonly status: string;
  readonly disposition: string | null;
  readonly duration_seconds: number;
  readonly created_at: number;
  readonly mode: string;
};

function createDatabase(dir: string): Database {
  const db = openTestDatabase(dir);
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at) VALUES ('org_1', 'One', '', 'active', 'starter', 0)`,
  );
  for (const id of ['agt_1', 'agt_2'])
    db.run(
      `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
       VALUES (?, 'org_1', 'Agent', '', '', '', 'slt', 'active', 0)`,
      id,
    );
  return db;
}

const [success = ''] = successfulDispositions;
const outcomes = [success, success.toUpperCase(), dispositions.notInterested, 'Other'];

function randomCall(random: Random): readonly (string | number | null)[] {
  const isAnswered = random.chance(0.7);
  return [
    random.pick(['agt_1', 'agt_2']),
    isAnswered ? 'completed' : random.pick(['queued', 'busy', 'failed']),
    isAnswered && random.chance(0.8) ? random.pick(outcomes) : null,
    isAnswered ? random.pick([0, 29, 30, 59, 60, 125, 400, 700]) : 0,
    start + Math.floor(random.between(0, 6 * hourMs)),
    random.pick(['simulated', 'simulated', 'remote', 'practice']),
  ];
}

/** Adds, changes or deletes one call. */
function changeCalls(db: Database, random: Random, number: number): void {
  const columns = 'agent_id, status, disposition, duration_seconds, created_at, mode';
  const change = random.next();
  if (change < 0.5)
    db.run(
      `INSERT INTO call (call_id, org_id, agent_name, recipient_number, speed, placed_by, metadata, ${columns})
       VALUES (?, 'org_1', 'Agent', '+15550001', 'fast', 'test', '{}', ?, ?, ?, ?, ?, ?)`,
      `call_${number}`,
      ...randomCall(random),
    );
  else {
    const id = db.get<{ readonly id: number }>('SELECT id FROM call ORDER BY call_id DESC LIMIT 1')?.id ?? 0;
    if (change < 0.8)
      db.run(`UPDATE call SET (${columns}) = (?, ?, ?, ?, ?, ?) WHERE id = ?`, ...randomCall(random), id);
    else db.run('DELETE FROM call WHERE id = ?', id);
  }
}

/** Counts the calls one by one. */
function countCalls(db: Database, fromMs: number, toMs: number) {
  const calls = db
    .all<CallRow>(`SELECT * FROM call WHERE mode <> 'practice'`)
    .filter(({ created_at: at }) => at >= fromMs && at < toMs);
  const isSuccess = ({ disposition }: CallRow) =>
    successfulDispositions.some((name) => name.toLowerCase() === disposition?.toLowerCase());
  const answered = calls.filter(({ status }) => status === 'completed');
  const engaged = answered.filter(({ duration_seconds }) => duration_seconds >= engagedSeconds);
  return {
    totals: {
      placed: calls.length,
      answered: answered.length,
      engaged: engaged.length,
      engaged_with_outcome: engaged.filter(({ disposition }) => disposition !== null).length,
      engaged_successful: engaged.filter(isSuccess).length,
      successful: answered.filter(isSuccess).length,
      talk_seconds: answered.reduce((sum, { duration_seconds }) => sum + duration_seconds, 0),
    },
    by_talk_time: talkTimeClasses.map((from_seconds, index) => ({
      from_seconds,
      calls: answered.filter(
        ({ duration_seconds: seconds }) =>
          seconds >= from_seconds && seconds < (talkTimeClasses[index + 1] ?? Infinity),
      ).length,
    })),
    outcomes: answered.filter(({ disposition }) => disposition !== null).length,
  };
}

const add = (list: readonly { readonly calls: number }[]) => list.reduce((sum, { calls }) => sum + calls, 0);

test.each([
  ['whole hours', 'UTC', 0, 6 * hourMs],
  ['parts of hours', 'UTC', hourMs / 3, 5 * hourMs + 7],
  ['a part of one hour', 'UTC', 2 * hourMs + 5, 2 * hourMs + 900_000],
  ['the parts of two hours', 'UTC', 2 * hourMs + 5, 3 * hourMs + 900_000],
  ['hours that begin at other minutes', 'Asia/Kathmandu', 0, 6 * hourMs],
])('the figures of %s match the calls, whatever was added, changed and deleted', async (_, zone, from, to) => {
  const folder = await createTemporaryFolder();
  const db = createDatabase(folder.path);
  const random = createRandom(zone + String(from));
  const scope = { orgId: 'org_1', fromMs: start + from, toMs: start + to, agent: undefined };
  for (let number = 0; number < 300; number++) {
    changeCalls(db, random, number);
    if (number % 20 !== 0) continue;
    const { totals, by_talk_time, by_outcome, by_agent, by_hour } = describeCallsOfPeriod(db, scope, zone);
    const expected = countCalls(db, scope.fromMs, scope.toMs);
    expect({ totals, by_talk_time, outcomes: add(by_outcome) }).toEqual({
      totals: expected.totals,
      by_talk_time: expected.by_talk_time,
      outcomes: expected.outcomes,
    });
    expect(by_agent.reduce((sum, { placed }) => sum + placed, 0)).toBe(expected.totals.placed);
    expect(by_hour.reduce((sum, { successful }) => sum + successful, 0)).toBe(expected.totals.successful);
  }
  db.run('DELETE FROM call');
  expect(db.all('SELECT * FROM call_count'), 'no outcome of a deleted call is kept').toEqual([]);
  db.close();
  await folder.remove();
});
