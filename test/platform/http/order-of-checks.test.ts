import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, routeTreePaths, v1Routes } from '../../../shared/contract/contract.ts';
import { problemSchema } from '../../../shared/contract/problems.ts';
import { fillPath, type Route } from '../../../shared/contract/route.ts';
import { startDemoService } from '../../helpers/data/demo-keys.ts';
import type { StartedService } from '../../helpers/service/start-service.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startDemoService({ rateLimitPerMinute: 0 });
});
afterAll(() => started.stop());

/** Every operation of both trees whose path has a parameter. */
const named = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, tree: routeTreePaths.v1 })),
  ...Object.values<Route>(appRoutes).map((route) => ({ route, tree: routeTreePaths.app })),
].filter(({ route }) => route.params);

const ask = async ({ route, tree }: (typeof named)[number], id: string) => {
  const ids = Object.keys(route.params?.shape ?? {}).map((name) => [
    name,
    name === 'position' ? '0' : name === 'version' ? '1' : id,
  ]);
  const body = route.method === 'get' ? null : '{';
  const init = { method: route.method.toUpperCase(), body, headers: { 'Content-Type': 'application/json' } };
  const answer = await started.send(tree + fillPath(route.path, Object.fromEntries(ids)), init, 'window');
  return { status: answer.status, code: problemSchema.parse(await answer.json()).code };
};

test.each(named)('$route.id returns 404 for an unknown id before it reads the body', async (operation) => {
  const { status, code } = await ask(operation, 'nothing_0');
  expect({ status, code }).toEqual({ status: 404, code: expect.stringMatching(/_not_found$/) });
});

test.each(named)('$route.id returns 404 for an id that is too long', async (operation) => {
  expect((await ask(operation, 'x'.repeat(500))).status).toBe(404);
});
