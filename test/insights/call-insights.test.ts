import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { insightGroupsMax, type CallCounts } from '../../shared/insights/insights.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

const timeZone = 'Europe/Berlin';

/** Two local days, of which the first has 23 hours: the clock goes from 02:00 to 03:00. */
const period = { from: '2026-03-28T23:00:00.000Z', to: '2026-03-30T22:00:00.000Z', time_zone: timeZone };

type SampleCall = {
  readonly at: string;
  readonly status?: string;
  readonly seconds?: number;
  readonly outcome?: string | null;
  readonly mode?: string;
  readonly agent?: string;
};

const sampleCalls: readonly SampleCall[] = [
  { at: '2026-03-28T22:59:59.999Z', outcome: 'Interested' }, // of the previous period
  { at: '2026-03-26T23:00:00.000Z', status: 'busy' }, // of the previous period, whose first day has 24 hours
  { at: '2026-03-26T22:59:59.999Z' }, // before it
  { at: '2026-03-28T23:00:00.000Z', seconds: 29, outcome: 'Ended early' },
  { at: '2026-03-29T01:30:00.000Z', seconds: 30, outcome: 'Interested' },
  { at: '2026-03-29T21:59:59.999Z', status: 'no_answer' },
  { at: '2026-03-29T22:00:00.000Z', seconds: 600, outcome: 'Interested', agent: 'agt_other' },
  { at: '2026-03-30T09:00:00.000Z', seconds: 12, outcome: 'Interested' },
  { at: '2026-03-30T10:00:00.000Z', seconds: 61, outcome: null },
  { at: '2026-03-30T10:05:00.000Z', seconds: 90, mode: 'practice', outcome: 'Interested' },
  { at: '2026-03-30T22:00:00.000Z', outcome: 'Interested' }, // after it
];

let folder: TemporaryFolder;
let service: CallService;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  service = await startCallService({ dataDir: folder.path, settings: createMemorySettings() });
  const { workspace, org_id } = await service.app(appRoutes.getSession, {});
  const db = connectToWorkspace(join(folder.path, 'workspaces', workspace?.workspace_id ?? ''));
  db.run(
    `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
     SELECT 'agt_other', org_id, 'Other', objective, audience, greeting, voice, 'archived', created_at FROM agent`,
  );
  for (const [index, call] of sampleCalls.entries()) addCall(db, `call_${index}`, org_id ?? '', call);
  db.transaction(() => {
    for (let index = 0; index <= insightGroupsMax; index++)
      addCall(db, `call_of_2019_${index}`, org_id ?? '', {
        at: '2019-05-01T10:00:00.000Z',
        outcome: `Outcome ${index}`,
      });
  });
  db.close();
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

function addCall(db: Database, id: string, orgId: string, call: SampleCall): void {
  const { at, status = 'completed', seconds = 45, outcome = null, mode = 'simulated', agent = service.agentId } = call;
  db.run(
    `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status,
       disposition, duration_seconds, created_at, metadata)
     VALUES (?, ?, ?, 'Front desk', '+15550001', ?, 'fast', 'test', ?, ?, ?, ?, '{}')`,
    id,
    orgId,
    agent,
    mode,
    status,
    status === 'completed' ? outcome : null,
    status === 'completed' ? seconds : 0,
    Date.parse(at),
  );
}

const read = (query: Partial<Record<'from' | 'to' | 'agent' | 'time_zone', string>> = {}) =>
  service.v1(v1Routes.getCallInsights, { query: { ...period, ...query } });

const placed = (counts: readonly CallCounts[]) => counts.map((one) => one.placed);

describe('call insights', () => {
  test('count the calls of the period and of the one before, without practice calls', async () => {
    const { totals, previous } = await read();
    expect(totals).toEqual({
      placed: 6,
      answered: 5,
      engaged: 3,
      engaged_with_outcome: 2,
      engaged_successful: 2,
      successful: 3,
      talk_seconds: 732,
    });
    expect(previous).toMatchObject({ placed: 2, answered: 1, successful: 1, talk_seconds: 45 });
  });

  test('name the hour of the first call of an agent, null without calls', async () => {
    expect((await read({ agent: 'agt_other' })).first_call_at).toBe('2026-03-29T22:00:00.000Z');
    expect((await read({ agent: 'agt_none' })).first_call_at).toBeNull();
  });

  test('count by local day, hour and weekday, on a day of 23 hours too', async () => {
    const { by_day, by_hour, by_weekday } = await read();
    expect(by_day.map(({ date, placed: calls }) => [date, calls])).toEqual([
      ['2026-03-29', 3],
      ['2026-03-30', 3],
    ]);
    expect(placed(by_hour).flatMap((calls, hour) => (calls > 0 ? [[hour, calls]] : []))).toEqual([
      [0, 2],
      [3, 1],
      [11, 1],
      [12, 1],
      [23, 1],
    ]);
    expect(placed(by_weekday)).toEqual([3, 0, 0, 0, 0, 0, 3]);
  });

  test('count by hour in a zone whose hours begin at other minutes', async () => {
    const { by_hour } = await read({ time_zone: 'Asia/Kathmandu' });
    expect(placed(by_hour).flatMap((calls, hour) => (calls > 0 ? [[hour, calls]] : []))).toEqual([
      [3, 2],
      [4, 1],
      [7, 1],
      [14, 1],
      [15, 1],
    ]);
  });

  test('count by outcome, agent and talk time', async () => {
    const { by_outcome, by_agent, by_talk_time } = await read();
    expect(by_outcome).toEqual([
      { disposition: 'Interested', calls: 3, talk_seconds: 642 },
      { disposition: 'Ended early', calls: 1, talk_seconds: 29 },
    ]);
    expect(by_agent.map(({ agent_name, placed: calls }) => [agent_name, calls])).toEqual([
      ['Front desk', 5],
      ['Other', 1],
    ]);
    expect(by_talk_time.flatMap(({ from_seconds, calls }) => (calls > 0 ? [[from_seconds, calls]] : []))).toEqual([
      [0, 2],
      [30, 1],
      [60, 1],
      [600, 1],
    ]);
  });

  test('have the most frequent outcomes only', async () => {
    const { by_outcome, totals } = await read({ from: '2019-05-01T00:00:00Z', to: '2019-05-02T00:00:00Z' });
    expect(totals.engaged_with_outcome).toBe(insightGroupsMax + 1);
    expect(by_outcome).toHaveLength(insightGroupsMax);
  });

  test('count the calls of one agent, and an agent without calls', async () => {
    const other = await read({ agent: 'agt_other' });
    expect(other.totals).toMatchObject({ placed: 1, talk_seconds: 600 });
    expect(other.by_agent).toHaveLength(1);
    expect((await read({ agent: 'agt_unknown' })).totals.placed).toBe(0);
  });

  test.each([
    ['0050-01-01T00:00:00Z', '0050-01-02T00:00:00Z'],
    ['1969-12-31T23:59:59.999Z', '1970-01-02T00:00:00Z'],
    ['9998-12-30T00:00:00Z', '9999-01-01T00:00:00Z'],
    ['2026-03-29T00:00:00Z', '2026-03-29T00:00:00Z'],
    ['2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ])('have no period from %s to %s', async (from, to) => {
    for (const route of [v1Routes.getCallInsights, v1Routes.listKnowledgeGaps])
      await expect(service.v1(route, { query: { from, to } })).rejects.toMatchObject({ code: 'malformed' });
  });

  test('have the dates of the first and the last possible period', async () => {
    const readDates = async (from: string, to: string, time_zone: string) =>
      (await service.v1(v1Routes.getCallInsights, { query: { from, to, time_zone } })).by_day.map(({ date }) => date);
    expect(await readDates('1970-01-01T00:00:00Z', '1970-01-01T00:00:01Z', 'America/New_York')).toEqual(['1969-12-31']);
    expect(await readDates('9998-12-31T23:00:00Z', '9998-12-31T23:59:59Z', 'Pacific/Kiritimati')).toEqual([
      '9999-01-01',
    ]);
  });

  test('have every day of a period without calls', async () => {
    const { by_day, totals } = await read({
      from: '2020-01-01T00:00:00Z',
      to: '2021-01-01T00:00:00Z',
      time_zone: 'UTC',
    });
    expect(by_day).toHaveLength(366);
    expect(totals.placed).toBe(0);
  });

  test.each([
    ['ends before it begins', { to: '2026-03-28T00:00:00Z' }, '/to'],
    ['is longer than a year', { from: '2024-03-01T00:00:00Z' }, '/to'],
    ['has a time zone that does not exist', { time_zone: 'Mars/Olympus' }, '/time_zone'],
  ])('refuse a period that %s', async (_, query, pointer) => {
    await expect(read(query)).rejects.toMatchObject({ code: 'malformed', errors: [{ pointer }] });
  });
});
