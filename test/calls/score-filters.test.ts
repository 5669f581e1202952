import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallFilter } from '../../shared/calls/call-filter.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { copyDemoFolder, prepareDemoFolder } from '../helpers/data/demo-folder.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';
import { databasePrototype } from '../helpers/service/test-database.ts';

let started: StartedService;

beforeAll(async () => {
  prepareDemoFolder();
  started = await startDemoService({ rateLimitPerMinute: 0 }, 'recorded');
});
afterAll(() => started.stop());

async function listIds(filter: CallFilter): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const page = await started.v1(v1Routes.listCalls, { query: { ...filter, limit: 100, ...(cursor && { cursor }) } });
    ids.push(...page.data.map(({ call_id }) => call_id));
    cursor = page.next_cursor ?? undefined;
  }
  return ids;
}

/** Returns the total of each call, as its scorecard shows it. */
async function readTotals(): Promise<ReadonlyMap<string, number | null>> {
  const totals = new Map<string, number | null>();
  for (const call_id of await listIds({}))
    totals.set(call_id, (await started.v1(v1Routes.getScorecard, { params: { call_id } })).total_percent);
  return totals;
}

async function expectMatches(): Promise<readonly number[]> {
  const totals = [...(await readTotals())];
  const select = (matches: (total: number) => boolean) =>
    totals.flatMap(([id, total]) => (total !== null && matches(total) ? [id] : []));
  const found = await listIds({ score_percent_min: 90 });
  expect(found).toEqual(select((total) => total >= 90));
  const low = await listIds({ score_percent_below: 70 });
  expect(low).toEqual(select((total) => total < 70));
  const between = { score_percent_min: 50, score_percent_below: 90 };
  expect(await listIds(between)).toEqual(select((total) => total >= 50 && total < 90));
  return [found.length, low.length];
}

test('a filter by score agrees with the scorecards of all calls, after every change', async () => {
  const [high = 0, low = 0] = await expectMatches();
  expect(high, 'the demo has good calls').toBeGreaterThan(0);
  expect(low, 'the demo has poor calls').toBeGreaterThan(0);

  const [call_id = ''] = await listIds({ score_percent_min: 90 });
  const { data: criteria } = await started.v1(v1Routes.listCriteria, {});
  for (const { criterion_id } of criteria)
    await started.v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer: 'no' } });
  expect(await listIds({ score_percent_min: 90 })).not.toContain(call_id);
  expect(await listIds({ score_percent_below: 70 })).toContain(call_id);
  const [first] = criteria;
  const criterion_id = first?.criterion_id ?? '';
  await started.v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer: null } });

  await started.v1(v1Routes.updateCriterion, { params: { criterion_id }, json: { weight: 10 } });
  await expectMatches();
  await started.v1(v1Routes.deleteCriterion, { params: { criterion_id } });
  const rule = { type: 'agent_says', text: 'Thank', first_turn_only: false } as const;
  await started.v1(v1Routes.createCriterion, { json: { name: 'Thanks', description: '', weight: 5, rule } });
  await expectMatches();
});

test('a bulk change and an export of the calls with a score contain the same calls', async () => {
  const filter = { score_percent_below: 70 };
  const ids = await listIds(filter);
  const change = { calls: { filter }, add_tags: ['Coach'] };
  expect(await started.v1(v1Routes.updateCallReviews, { json: change })).toMatchObject({ total: ids.length });
  expect(await listIds({ tag: 'coach' })).toEqual(ids);
  const csv = await (await started.send('/app/call-exports?score_percent_below=70', {}, 'window')).text();
  const [, ...rows] = csv.split('\n').filter((line) => line.startsWith('call_'));
  expect(rows).toHaveLength(ids.length);
});

test('an export contains the calls that matched at its start, although the criteria change meanwhile', async () => {
  const ids = await listIds({ score_percent_min: 1 });
  const response = await started.send('/app/call-exports?score_percent_min=1', {}, 'window');
  const { data } = await started.v1(v1Routes.listCriteria, {});
  const params = { criterion_id: data[0]?.criterion_id ?? '' };
  await started.v1(v1Routes.updateCriterion, { params, json: { weight: 7 } });
  const [, ...rows] = (await response.text()).split('\n').filter((line) => line.startsWith('call_'));
  expect(rows).toHaveLength(ids.length);
});

test('no total is computed again when the criteria change their order', async () => {
  const find = () => listIds({ score_percent_below: 70 });
  const before = await find();
  const { data } = await started.v1(v1Routes.listCriteria, {});
  const storing = vi.spyOn(databasePrototype, 'bulkTransaction');
  const params = { criterion_id: data.at(-1)?.criterion_id ?? '' };
  await started.v1(v1Routes.updateCriterion, { params, json: { position: 0 } });
  expect(await find()).toEqual(before);
  expect(storing).not.toHaveBeenCalled();
  storing.mockRestore();
});

test('an empty minimum is invalid instead of selecting every call with a total', async () => {
  const calls = { filter: { score_percent_min: null } };
  const body = JSON.stringify({ calls, add_tags: ['x'] });
  const headers = { 'Content-Type': 'application/json' };
  const response = await started.send('/v1/call-reviews', { method: 'POST', headers, body }, 'window');
  expect(response.status).toBe(400);
});

test('requests at the same time wait for the same totals, and find none in a workspace without criteria', async () => {
  for (const { criterion_id } of (await started.v1(v1Routes.listCriteria, {})).data)
    await started.v1(v1Routes.deleteCriterion, { params: { criterion_id } });
  const queries = [{ score_percent_min: 1 }, { score_percent_below: 100 }].map((query) =>
    started.app(appRoutes.listCallRecords, { query }),
  );
  for (const { total, data } of await Promise.all(queries)) expect([total, data]).toEqual([0, []]);
});

testOnFile('a damaged workspace that is open read-only says that it cannot filter', async () => {
  const other = await createTemporaryFolder();
  copyDemoFolder(other.path, 'recorded');
  const service = await startService({ dataDir: other.path });
  const { data } = await service.app(appRoutes.listWorkspaces, {});
  const params = { workspace_id: data[0]?.workspace_id ?? '' };
  await service.app(appRoutes.openWorkspace, { params, query: { mode: 'read_only' } });
  const listed = service.app(appRoutes.listCallRecords, { query: { score_percent_min: 1 } });
  await expect(listed).rejects.toMatchObject({ code: 'workspace_read_only' });
  await service.stop();
  await other.remove();
});

test('a request that waits for totals is answered when the service is closed', async () => {
  const json = { name: 'Polite', description: '', weight: 1, rule: null };
  await started.v1(v1Routes.createCriterion, { json });
  const waiting = listIds({ score_percent_min: 1 });
  const answered = expect(waiting).rejects.toMatchObject({ code: 'no_workspace' });
  await started.service.close();
  await answered;
});
