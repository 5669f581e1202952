import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { problemSchema } from '../../shared/contract/problems.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { listProblemCodes } from '../../electron/service/platform/http/openapi.ts';
import { listForeignValues } from '../helpers/data/list-foreign-values.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import { chooseRuns, chooseSeed } from '../helpers/processes/fuzz-runs.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { anyText } from '../helpers/data/arbitrary-input.ts';
import {
  arbitraryBody,
  arbitraryQuery,
  chooseWeight,
  chooseParameters,
  formatQuery,
  insertKnownIds,
  requestsPerRestock,
  restock,
  type KnownIds,
} from './fuzzed-requests.ts';

const requests = chooseRuns({ perCommit: 420, long: 20_000 });
const seed = chooseSeed();

let started: StartedService;
let orgId: string;

beforeAll(async () => {
  const demo = await startDemoService({ rateLimitPerMinute: 0 });
  started = demo;
  ({ orgId } = demo);
});
afterAll(() => started.stop());

/** Operations on other workspaces, ports, files of the computer and remotes, and those that lock the window or change its role. */
const excluded: readonly Route[] = [
  v1Routes.streamEvents,
  v1Routes.uploadDocument,
  appRoutes.streamAppEvents,
  appRoutes.changeRole,
  appRoutes.chooseWindowMember,
  appRoutes.addWindowMember,
  appRoutes.createWorkspace,
  appRoutes.openWorkspace,
  appRoutes.prepareDemo,
  appRoutes.deleteWorkspace,
  appRoutes.createSnapshot,
  appRoutes.restoreSnapshot,
  appRoutes.exportWorkspace,
  appRoutes.uploadBackup,
  appRoutes.createBackup,
  appRoutes.updateLocalApi,
  appRoutes.updateWindowLock,
  appRoutes.lockWindow,
  appRoutes.checkNewConnection,
  appRoutes.acceptRemoteInvitation,
  appRoutes.linkWorkspace,
  appRoutes.uploadSearchModelFile,
  appRoutes.checkSearchModel,
  appRoutes.changeSearchModel,
  appRoutes.listLanguageModels,
  appRoutes.checkLanguageModel,
  appRoutes.listSpeechModels,
  appRoutes.checkSpeechServer,
];

const routes = new Map(
  [...Object.values<Route>(v1Routes), ...Object.values<Route>(appRoutes)]
    .filter((route) => !excluded.includes(route))
    .map((route) => [route.id, route]),
);

const request = fc.oneof(
  ...[...routes.values()].map((route) => ({
    weight: chooseWeight(route),
    arbitrary: fc.record({
      operation: fc.constant(route.id),
      /** Null for an ID that exists. */
      id: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyText }),
      /** Which of the existing resources. */
      at: fc.nat(),
      query: arbitraryQuery(route),
      json: arbitraryBody(route),
    }),
  })),
);

test(
  `random requests from the window get no 5xx and no undocumented response (RUNS=${requests} SEED=${seed})`,
  { timeout: 60_000 + requests * 500 },
  async () => {
    const codes = new Set<string>();
    let known: KnownIds = {};
    let sent = 0;
    const send = async (fuzzed: typeof request extends fc.Arbitrary<infer T> ? T : never) => {
      if (sent % requestsPerRestock === 0) known = await restock(started, sent);
      sent += 1;
      const { operation, id, at, query, json } = fuzzed;
      const route = routes.get(operation);
      if (!route) throw new Error(`There is no route ${operation}.`);
      const parameters = chooseParameters({ ...known, org_id: [orgId] }, at, id?.toWellFormed() ?? null);
      const tree = routeTreePaths[operation in v1Routes ? 'v1' : 'app'];
      const path = tree + fillPath(route.path, parameters) + formatQuery(query, known, at);
      const init: RequestInit = { method: route.method.toUpperCase() };
      const body = insertKnownIds(JSON.stringify(json) ?? 'undefined', known, at);
      if (route.json) Object.assign(init, { body, headers: { 'Content-Type': 'application/json' } });
      const response = await started.send(path, init, 'window');
      // With `..` as an id, the path is one of another operation.
      const isOther = new URL(path, 'http://service.test').pathname !== path.split('?')[0];
      expect(response.status, `${init.method} ${path} ${body}`).toBeLessThan(500);
      if (isOther) return;
      if (response.status < 400) {
        codes.add(`${route.id} done`);
        const raw: unknown = route.response === 'bytes' ? await response.arrayBuffer() : await response.json();
        if (typeof route.response === 'string') return;
        expect(route.response.parse(raw)).toEqual(raw);
        return;
      }
      const { code } = problemSchema.parse(await response.json());
      codes.add(`${route.id} ${code}`);
      // An empty id changes the path.
      expect([...listProblemCodes(route), 'not_found', 'method_not_allowed']).toContain(code);
    };
    await fc.assert(fc.asyncProperty(request, send), { numRuns: requests, seed: Number(seed) });
    const share = [...routes.keys()].filter((id) => codes.has(`${id} done`)).length / routes.size;
    expect(share, 'share of the routes with a successful response').toBeGreaterThan(requests < 1000 ? 0.5 : 0.75);
    expect(codes.size, 'distinct problem codes').toBeGreaterThan(60);
    expect((await started.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
    await started.service.close();
    expect(listForeignValues(started.dataDir), 'what a backup refuses').toEqual([]);
  },
);
