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
import { anyCharacter } from '../helpers/data/any-character.ts';

const requests = chooseRuns({ perCommit: 500, long: 20_000 });
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

const routes = [
  ...Object.values<Route>(v1Routes).map((route) => ({ route, tree: routeTreePaths.v1 })),
  ...Object.values<Route>(fileRoutes).map((route) => ({ route, tree: routeTreePaths.files })),
].filter(({ route }) => route.response !== 'events');

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('', '..', '__proto__', '%00', "' OR 1=1 --", '‮gpj', '*'),
);

const json = fc.oneof(
  fc.record({ query: text, limit: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ query: fc.anything(), limit: fc.anything() }),
  fc.jsonValue(),
  fc.constant({ query: '"NEAR(a b) AND NOT * ^ col:x' }),
  fc.record(
    {
      agent_id: fc.oneof(fc.constant('known'), text),
      recipient_number: fc.oneof(fc.constant('+15550100'), text),
      metadata: fc.oneof(fc.dictionary(text, fc.jsonValue(), { maxKeys: 4 }), fc.jsonValue()),
    },
    { requiredKeys: ['agent_id', 'recipient_number'] },
  ),
  fc.record(
    {
      name: text,
      objective: fc.oneof(text, fc.constant('Ask whether everything works')),
      target_audience: fc.oneof(text, fc.jsonValue()),
      required_integrations: fc.oneof(
        fc.array(fc.oneof(fc.constantFrom('Slack', 'google calendar'), text), { maxLength: 60 }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: ['objective'] },
  ),
  fc.record(
    {
      at_seconds: fc.integer({ min: -1, max: 90_000 }),
      text,
      note_id: text,
      version_id: fc.oneof(text, fc.constantFrom('a', 'b')),
      replaces: fc.array(fc.oneof(text, fc.constantFrom('a', 'b'))),
      replaced_text: text,
    },
    { requiredKeys: ['text'] },
  ),
  fc.record(
    { add_tags: fc.array(text), remove_tags: fc.array(text), assignee_id: fc.option(text), review_state: text },
    { requiredKeys: [] },
  ),
  fc.record(
    { criterion_id: text, name: text, description: text, weight: fc.constant(1), rule: fc.constant(null) },
    { requiredKeys: ['name', 'description', 'weight', 'rule'] },
  ),
  fc.record(
    {
      kind: fc.constant('call_view'),
      name: text,
      value: fc.constant({ filter: {}, sort: 'created', descending: true }),
      saved_id: text,
    },
    { requiredKeys: ['kind', 'name', 'value'] },
  ),
  fc.record({ name: text, role: fc.oneof(fc.constantFrom<string>(...roles), text) }),
);

const form = fc.record(
  {
    title: text,
    file: fc.oneof(
      text,
      fc.uint8Array({ maxLength: 300 }),
      fc.constant('%PDF-1.4\n%%EOF'),
      fc.constant('PK\u0003\u0004'),
    ),
  },
  { requiredKeys: [] },
);

const request = fc.record({
  target: fc.constantFrom(...routes),
  method: fc.option(fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'), { freq: 10 }),
  id: fc.oneof({ weight: 3, arbitrary: fc.constant('known') }, { weight: 1, arbitrary: text }),
  key: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<string>(...roles) },
    { weight: 1, arbitrary: fc.constantFrom('', 'nonsense') },
  ),
  query: fc.option(
    fc.dictionary(
      fc.constantFrom(
        'limit',
        'cursor',
        'since',
        'status',
        'agent',
        'from',
        'to',
        'text',
        'expires',
        'operation',
        'actor',
        'result',
        'format',
        'x',
      ),
      text,
      {
        maxKeys: 3,
      },
    ),
    { freq: 2 },
  ),
  body: fc.oneof(
    json.map((value) => ({ json: value })),
    form.map((fields) => ({ form: fields })),
    text.map((raw) => ({ raw })),
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      'If-None-Match',
      'If-Match',
      'Range',
      'Idempotency-Key',
      'Last-Event-ID',
      'Content-Type',
      'If-Range',
    ),
    fc.oneof(
      fc.constantFrom('*', '"a"', 'bytes=0-1', 'bytes=5-', 'bytes=-0', 'multipart/form-data', 'application/json'),
      fc.stringMatching(/^[ -~]{0,30}$/),
    ),
    { maxKeys: 2 },
  ),
});

type Fuzzed = typeof request extends fc.Arbitrary<infer T> ? T : never;

/** Ids of existing resources. */
type Known = {
  readonly org_id: string;
  readonly document_id: string;
  readonly call_id: string;
  readonly criterion_id: string;
  readonly note_id: string;
  readonly saved_id: string;
  readonly agent_id: string;
  readonly request_id: string;
  readonly key_id: string;
  readonly invoice_id: string;
  readonly entry_id: string;
};

function toBody({ body }: Fuzzed, { agent_id }: Known): { body: BodyInit; type: string | null } {
  if ('json' in body) {
    const sent = JSON.stringify(body.json) ?? 'undefined';
    return { body: sent.replace('"agent_id":"known"', `"agent_id":"${agent_id}"`), type: 'application/json' };
  }
  if ('raw' in body) return { body: body.raw, type: null };
  const data = new FormData();
  if (body.form.title !== undefined) data.set('title', body.form.title);
  if (body.form.file !== undefined) data.set('file', new File([body.form.file as BlobPart], 'f.bin'));
  return { body: data, type: null };
}

async function send(fuzzed: Fuzzed, known: Known): Promise<void> {
  const ids = Object.entries(known).map(([name, id]) => [name, fuzzed.id === 'known' ? id : fuzzed.id.toWellFormed()]);
  const path =
    fuzzed.target.tree +
    fillPath(fuzzed.target.route.path, Object.fromEntries([...ids, ['file', `${known.call_id}.mp3`]]));
  const query = fuzzed.query ? `?${new URLSearchParams(fuzzed.query)}` : '';
  const method = fuzzed.method ?? fuzzed.target.route.method.toUpperCase();
  const headers = new Headers(fuzzed.headers);
  if (fuzzed.key) headers.set('Authorization', `Bearer ${keys[fuzzed.key] ?? fuzzed.key}`);
  const init: RequestInit = { method, headers };
  if (method !== 'GET') {
    const { body, type } = toBody(fuzzed, known);
    if (type && !headers.has('Content-Type')) headers.set('Content-Type', type);
    init.body = body;
  }
  const response = await started.send(path + query, init);
  expect(response.status, `${method} ${path}${query}`).toBeLessThan(500);
  const body = await checkResponse(method, new URL(path, 'http://x').pathname, response);
  if (body instanceof Response) await body.arrayBuffer();
}

test(
  `random requests get no 5xx and no undocumented response (RUNS=${requests} SEED=${seed})`,
  { timeout: 60_000 + requests * 10 },
  async () => {
    const { data } = await started.v1(v1Routes.listDocuments, { query: { limit: 1 } });
    const agents = await started.v1(v1Routes.listAgents, {});
    const agent_id = agents.data[0]?.agent_id ?? '';
    const placed = { agent_id, recipient_number: '+15550100' };
    const { call_id } = await started.v1(v1Routes.placeCall, { json: placed });
    const criterion = { name: 'Polite', description: '', weight: 1, rule: null };
    const { criterion_id } = await started.v1(v1Routes.createCriterion, { json: criterion });
    const note = { at_seconds: 0, text: 'Polite' };
    const { note_id } = await started.v1(v1Routes.createNote, { params: { call_id }, json: note });
    const view = { filter: {}, sort: 'created', descending: true } as const;
    const item = { kind: 'call_view', name: 'All', value: view } as const;
    const { saved_id } = await started.v1(v1Routes.saveItem, { json: item });
    const { request_id } = await started.v1(v1Routes.submitAgentRequest, { json: { objective: 'To be asked for' } });
    const { key_id } = await started.v1(v1Routes.createApiKey, { json: { name: 'Rotated key', role: 'viewer' } });
    const { entry_id } = await started.v1(v1Routes.addDoNotCallEntry, { json: { recipient_number: '+15550101' } });
    const { data: invoices } = await started.v1(v1Routes.listInvoices, {});
    const invoice_id = invoices[0]?.invoice_id ?? '';
    const document_id = data[0]?.document_id ?? '';
    const known = {
      org_id: orgId,
      document_id,
      call_id,
      criterion_id,
      note_id,
      saved_id,
      agent_id,
      request_id,
      key_id,
      invoice_id,
      entry_id,
    };
    await fc.assert(
      fc.asyncProperty(request, (fuzzed) => send(fuzzed, known)),
      { numRuns: requests, seed: Number(seed) },
    );
    await started.service.close();
    expect(listForeignValues(started.dataDir), 'what a backup refuses').toEqual([]);
  },
);
