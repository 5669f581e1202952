import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { explainRoles, roles } from '../../shared/contract/roles.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../helpers/service/start-service.ts';

let started: StartedService;
beforeAll(async () => {
  started = await startServiceWithWorkspace();
});
afterAll(() => started.stop());

const unknownIds = new Proxy<Record<string, string>>({}, { get: () => 'x_0' });

const operations = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, tree: routeTreePaths.v1 })),
  ...Object.values<Route>(appRoutes).map((route) => ({ route, tree: routeTreePaths.app })),
];

test.each(roles)('the window as %s is rejected by every operation that requires another role', async (role) => {
  const forbidden = operations.filter(({ route }) => route.roles !== 'public' && !route.roles.includes(role));
  if (role === 'viewer') expect(forbidden.length).toBeGreaterThan(10);
  await started.app(appRoutes.changeRole, { json: { role } });
  for (const { route, tree } of forbidden) {
    const path = tree + fillPath(route.path, unknownIds);
    const answer = await started.send(path, { method: route.method.toUpperCase() }, 'window');
    expect(await answer.json(), route.id).toMatchObject({
      code: 'forbidden',
      detail: route.roles === 'public' ? '' : explainRoles(route.roles),
    });
  }
});

test('each workspace keeps its own role until the application quits', async () => {
  const { app } = started;
  await app(appRoutes.changeRole, { json: { role: 'viewer' } });
  const { workspace } = await app(appRoutes.getSession, {});
  await app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Another', industry: '', email: '' } });
  expect((await app(appRoutes.getSession, {})).role).toBe('admin');
  await app(appRoutes.openWorkspace, { params: { workspace_id: workspace?.workspace_id ?? '' } });
  expect((await app(appRoutes.getSession, {})).role).toBe('viewer');
});
