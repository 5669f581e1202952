import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { roles } from '../../shared/contract/roles.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { checkResponse } from '../helpers/service/check-response.ts';
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

const requests = chooseRuns({ perCommit: 300, long: 20_000 });
const seed = chooseSeed();

let started: StartedService;
let orgId: string;
let keys: Readonly<Record<string, string>>;

beforeAll(async () => {
  const demo = await startDemoService({ rateLimitPerMinute: 0 });
  started = demo;
  ({ orgId, keys } = demo);
});
afterAll(() => started.stop());

const targets = new Map(
  [
    ...Object.values<Route>(v1Routes).map((route) => ({ route, tree: routeTreePaths.v1 })),
    ...Object.values<Route>(fileRoutes).map((route) => ({ route, tree: routeTreePaths.files })),
  ]
    .filter(({ route }) => route.response !== 'events')
    .map((target) => [target.route.id, target]),
);

const jsonBody = (route: Route) => arbitraryBody(route).map((json) => ({ json }));

const form = fc.record(
  {
    title: anyText,
    file: fc.oneof(
      anyText,
      fc.uint8Array({ maxLength: 300 }),
      fc.constant('%PDF-1.4\n%%EOF'),
      fc.constant('PK\u0003\u0004'),
    ),
  },
  { requiredKeys: [] },
);

const anyHeaders = fc.dictionary(
  fc.constantFrom('If-None-Match', 'If-Match', 'Range', 'Idempotency-Key', 'Last-Event-ID', 'Content-Type', 'If-Range'),
  fc.oneof(
    fc.constantFrom('*', '"a"', 'bytes=0-1', 'bytes=5-', 'bytes=-0', 'multipart/form-data', 'application/json'),
    fc.stringMatching(/^[ -~]{0,30}$/),
  ),
  { maxKeys: 2 },
);

const request = fc.oneof(
  ...[...targets.values()].map(({ route }) => ({
    weight: chooseWeight(route),
    arbitrary: fc.record({
      operation: fc.constant(route.id),
      /** Null for the method of the route. */
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS') },
      ),
      /** Null for an ID that exists. */
      id: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyText }),
      /** Which of the existing resources. */
      at: fc.nat(),
      key: fc.oneof(
        { weight: 6, arbitrary: fc.constant('admin') },
        { weight: 3, arbitrary: fc.constantFrom<string>(...roles) },
        { weight: 1, arbitrary: fc.constantFrom('', 'nonsense') },
      ),
      query: arbitraryQuery(route),
      body: fc.oneof(
        { weight: 9, arbitrary: route.form ? form.map((fields) => ({ form: fields })) : jsonBody(route) },
        { weight: 1, arbitrary: anyText.map((raw) => ({ raw })) },
      ),
      headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: anyHeaders }),
    }),
  })),
);

type Fuzzed = typeof request extends fc.Arbitrary<infer T> ? T : never;

function toBody({ body, at }: Fuzzed, known: KnownIds): { body: BodyInit; type: string | null } {
  if ('json' in body) {
    const sent = JSON.stringify(body.json) ?? 'undefined';
    return { body: insertKnownIds(sent, known, at), type: 'application/json' };
  }
  if ('raw' in body) return { body: body.raw, type: null };
  const data = new FormData();
  if (body.form.title !== undefined) data.set('title', body.form.title);
  if (body.form.file !== undefined) data.set('file', new File([body.form.file as BlobPart], 'f.bin'));
  return { body: data, type: null };
}

/** Requests that were answered with success, by the ID of their route. */
const successes = new Map<string, number>();

async function send(fuzzed: Fuzzed, known: KnownIds, signedUrls: readonly string[]): Promise<void> {
  const { operation, id, at } = fuzzed;
  const target = targets.get(operation);
  if (!target) throw new Error(`There is no route ${operation}.`);
  const parameters = chooseParameters({ ...known, org_id: [orgId] }, at, id?.toWellFormed() ?? null);
  const file = `${parameters['call_id']}.mp3`;
  const [signed = ''] = target.tree === routeTreePaths.files && id === null ? [signedUrls[at % signedUrls.length]] : [];
  const path = signed || target.tree + fillPath(target.route.path, { ...parameters, file });
  const query = signed ? '' : formatQuery(fuzzed.query, known, at);
  const method = fuzzed.method ?? target.route.method.toUpperCase();
  const headers = new Headers(fuzzed.headers);
  if (fuzzed.key) headers.set('Authorization', `Bearer ${keys[fuzzed.key] ?? fuzzed.key}`);
  const init: RequestInit = { method, headers };
  if (method !== 'GET') {
    const { body, type } = toBody(fuzzed, known);
    if (type && !headers.has('Content-Type')) headers.set('Content-Type', type);
    init.body = body;
  }
  const response = await started.send(path + query, init);
  expect(response.status, `${method} ${path}${query} ${JSON.stringify(fuzzed.body)}`).toBeLessThan(500);
  if (response.status < 300) successes.set(target.route.id, (successes.get(target.route.id) ?? 0) + 1);
  const body = await checkResponse(method, new URL(path, 'http://x').pathname, response);
  if (body instanceof Response) await body.arrayBuffer();
}

/** Returns the paths with which a recording and an invoice are downloaded. */
async function listSignedUrls(): Promise<readonly string[]> {
  const { data } = await started.v1(v1Routes.listCalls, { query: { status: 'completed' } });
  const recordings = data.map(({ recording_url }) => recording_url ?? '').filter((url) => url !== '');
  const { data: invoices } = await started.v1(v1Routes.listInvoices, {});
  return [recordings[0] ?? '', ...invoices.slice(0, 2).map(({ pdf_url }) => pdf_url)].map((url) => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  });
}

test(
  `random requests get no 5xx and no undocumented response (RUNS=${requests} SEED=${seed})`,
  { timeout: 60_000 + requests * 500 },
  async () => {
    let known: KnownIds = {};
    let signedUrls: readonly string[] = [];
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(request, async (fuzzed) => {
        if (sent % requestsPerRestock === 0)
          [known, signedUrls] = [await restock(started, sent), await listSignedUrls()];
        sent += 1;
        await send(fuzzed, known, signedUrls);
      }),
      { numRuns: requests, seed: Number(seed) },
    );
    const share = [...targets.keys()].filter((id) => successes.has(id)).length / targets.size;
    expect(share, 'share of the routes with a successful response').toBeGreaterThan(requests < 1000 ? 0.5 : 0.9);
    await started.service.close();
    expect(listForeignValues(started.dataDir), 'what a backup refuses').toEqual([]);
  },
);
