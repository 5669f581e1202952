import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallFilter } from '../../shared/call-filter.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import { copyDemoFolder, prepareDemoFolder } from '../helpers/demo-folder.ts';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

let folder: TemporaryFolder;
let started: StartedService;

beforeAll(async () => {
  prepareDemoFolder();
  folder = await createTemporaryFolder();
  copyDemoFolder(folder.path, 'recorded');
  started = await startService({ dataDir: folder.path, rateLimitPerMinute: 0 });
  const { data } = await started.app(appRoutes.listWorkspaces, {});
  await started.app(appRoutes.openWorkspace, { params: { workspace_id: data[0]?.workspace_id ?? '' } });
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

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

test('a filter by score finds the calls whose scorecard has such a total, after every change of it', async () => {
  const [high = 0, low = 0] = await expectMatches();
  expect(high, 'the demo has good calls').toBeGreaterThan(0);
  expect(low, 'the demo has poor calls').toBeGreaterThan(0);

  const [call_id = ''] = await listIds({ score_percent_min: 90 });
  const { data: criteria } = await started.app(appRoutes.listCriteria, {});
  for (const { criterion_id } of criteria)
    await started.v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer: 'no' } });
  expect(await listIds({ score_percent_min: 90 })).not.toContain(call_id);
  expect(await listIds({ score_percent_below: 70 })).toContain(call_id);
  const [first] = criteria;
  const criterion_id = first?.criterion_id ?? '';
  await started.v1(v1Routes.scoreCriterion, { params: { call_id, criterion_id }, json: { answer: null } });

  await started.app(appRoutes.updateCriterion, { params: { criterion_id }, json: { weight: 10 } });
  await expectMatches();
  await started.app(appRoutes.deleteCriterion, { params: { criterion_id } });
  const rule = { type: 'agent_says', text: 'Thank', first_turn_only: false } as const;
  await started.app(appRoutes.createCriterion, { json: { name: 'Thanks', description: '', weight: 5, rule } });
  await expectMatches();
});

test('a bulk change and an export of the calls with a score contain the same calls', async () => {
  const filter = { score_percent_below: 70 };
  const ids = await listIds(filter);
  const change = { calls: { filter }, add_tags: ['Coach'] };
  expect(await started.app(appRoutes.updateCallReviews, { json: change })).toMatchObject({ total: ids.length });
  expect(await listIds({ tag: 'coach' })).toEqual(ids);
  const csv = await (await started.send('/app/call-exports?score_percent_below=70', {}, 'window')).text();
  const [, ...rows] = csv.split('\n').filter((line) => line.startsWith('call_'));
  expect(rows).toHaveLength(ids.length);
});

test('requests at the same time wait for the same totals, and find none in a workspace without criteria', async () => {
  for (const { criterion_id } of (await started.app(appRoutes.listCriteria, {})).data)
    await started.app(appRoutes.deleteCriterion, { params: { criterion_id } });
  const queries = [{ score_percent_min: 0 }, { score_percent_below: 100 }].map((query) =>
    started.app(appRoutes.listCallRecords, { query }),
  );
  for (const { total, data } of await Promise.all(queries)) expect([total, data]).toEqual([0, []]);
});
