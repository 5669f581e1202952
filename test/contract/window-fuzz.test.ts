import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, routeTreePaths, v1Routes } from '../../shared/contract/contract.ts';
import { problemSchema } from '../../shared/contract/problems.ts';
import { agentRequestStatuses } from '../../shared/agents/agent-request-status.ts';
import { fillPath, type Route } from '../../shared/contract/route.ts';
import { listProblemCodes } from '../../electron/service/platform/http/openapi.ts';
import { listForeignValues } from '../helpers/data/list-foreign-values.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import { chooseRuns, chooseSeed } from '../helpers/processes/fuzz-runs.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { anyCharacter } from '../helpers/data/any-character.ts';

const requests = chooseRuns({ perCommit: 500, long: 20_000 });
const seed = chooseSeed();

let started: StartedService;

beforeAll(async () => {
  started = await startDemoService({ rateLimitPerMinute: 0 });
});
afterAll(() => started.stop());

/** Excludes routes that open ports, streams or other workspaces. */
const routes = [
  appRoutes.listAgentRecords,
  appRoutes.updateAgent,
  appRoutes.listAgentRequestRecords,
  appRoutes.updateAgentRequest,
  appRoutes.moveAgentRequest,
  appRoutes.deliverAgentRequest,
  appRoutes.getCallNeighbors,
  v1Routes.updateCallReview,
  v1Routes.updateCallReviews,
  appRoutes.exportSelectedCalls,
  v1Routes.listAssignees,
  v1Routes.listCriteria,
  v1Routes.createCriterion,
  v1Routes.updateCriterion,
  v1Routes.deleteCriterion,
  appRoutes.getRecipientNameRule,
  appRoutes.updateRecipientNameRule,
  appRoutes.getBillingOverview,
  appRoutes.listInvoiceRecords,
  appRoutes.exportInvoices,
  appRoutes.bundleInvoices,
  appRoutes.markInvoicePaid,
  appRoutes.downloadInvoicePdf,
  appRoutes.reverseFutureInvoices,
  appRoutes.listActivityEntries,
  appRoutes.listActivityFacets,
  appRoutes.getLocalApi,
  v1Routes.saveItem,
  v1Routes.renameSavedItem,
  v1Routes.deleteSavedItem,
  appRoutes.listBackups,
  appRoutes.previewBackup,
  appRoutes.verifyBackup,
  appRoutes.restoreBackup,
  appRoutes.downloadBackup,
  appRoutes.deleteBackup,
  appRoutes.updateBackupSettings,
  appRoutes.deleteDamagedCopy,
] as const satisfies readonly Route[];

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '',
    '..',
    '__proto__',
    '\u0000',
    "' OR 1=1 --",
    '\u202e',
    '2028-02-29T09:00:00.000Z',
    '9'.repeat(400),
  ),
);

const json = fc.oneof(
  fc.record({ assigned_engineer: fc.option(text), estimated_uat_date: fc.option(text) }, { requiredKeys: [] }),
  fc.record(
    { to: fc.oneof(fc.constantFrom<string>(...agentRequestStatuses), text), reason: text },
    { requiredKeys: ['to'] },
  ),
  fc.record({ name: text, objective: text, greeting: text, voice: fc.constantFrom('slt', 'rms', 'x') }),
  fc.record({ status: fc.oneof(fc.constantFrom('active', 'archived'), text) }),
  fc.record(
    { add_tags: fc.array(text), remove_tags: fc.array(text), assignee_id: fc.option(text), review_state: text },
    { requiredKeys: [] },
  ),
  fc.record({
    calls: fc.oneof(fc.record({ ids: fc.array(text) }), fc.record({ filter: fc.record({ tag: text, text }) })),
    add_tags: fc.array(text),
  }),
  fc.record({ ids: fc.array(text), format: fc.constantFrom('csv', 'json', 'x') }),
  fc.record({ rule: fc.array(fc.array(text)) }),
  fc.record(
    {
      name: text,
      description: text,
      weight: fc.integer({ min: -1, max: 11 }),
      rule: fc.option(
        fc.record({ type: fc.constantFrom('agent_says', 'outcome', 'monologue'), text, outcomes: fc.array(text) }),
      ),
      position: fc.nat(30),
      is_deleted: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.record({ kind: fc.constantFrom('request_draft', 'call_view'), name: text, value: fc.jsonValue() }),
  fc.record({ folder: fc.option(text), keep: fc.nat(), passphrase: text }, { requiredKeys: [] }),
  fc.jsonValue(),
);

const request = fc.record({
  route: fc.constantFrom(...routes),
  id: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: text }),
  at: fc.nat(),
  query: fc.dictionary(
    fc.constantFrom('offset', 'limit', 'sort', 'tag', 'text', 'from', 'to', 'actor', 'result', 'operation'),
    text,
    {
      maxKeys: 2,
    },
  ),
  json,
});

test(
  `random requests from the window get no 5xx and no undocumented response (RUNS=${requests} SEED=${seed})`,
  { timeout: 60_000 + requests * 10 },
  async () => {
    for (const name of ['Polite', 'Helpful'])
      await started.v1(v1Routes.createCriterion, { json: { name, description: '', weight: 1, rule: null } });
    for (let count = 0; count < 5; count++)
      await started.v1(v1Routes.submitAgentRequest, { json: { objective: 'Remind customers' } });
    const ids = {
      agent_id: (await started.app(appRoutes.listAgentRecords, {})).data.map(({ agent_id }) => agent_id),
      request_id: (await started.app(appRoutes.listAgentRequestRecords, {})).data.map(({ request_id }) => request_id),
      invoice_id: (await started.app(appRoutes.listInvoiceRecords, {})).data.map(({ invoice_id }) => invoice_id),
      call_id: (await started.app(appRoutes.listCallRecords, {})).data.map(({ call_id }) => call_id),
      criterion_id: (await started.v1(v1Routes.listCriteria, {})).data.map(({ criterion_id }) => criterion_id),
      saved_id: ['sav_0'],
      backup_id: ['bkp_0'],
      workspace_id: (await started.app(appRoutes.listWorkspaces, {})).data.map(({ workspace_id }) => workspace_id),
      copy_id: ['damaged-20260301T093000Z'],
    };
    const codes = new Set<string>();
    const send = async ({
      route,
      id,
      at,
      query,
      json: body,
    }: typeof request extends fc.Arbitrary<infer T> ? T : never) => {
      const chosen = Object.entries(ids).map(([name, known]) => [name, id?.toWellFormed() ?? known[at % known.length]]);
      const tree = route.id in v1Routes ? 'v1' : 'app';
      const path = routeTreePaths[tree] + fillPath(route.path, Object.fromEntries(chosen));
      const init: RequestInit = { method: route.method.toUpperCase() };
      if ('json' in route)
        Object.assign(init, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } });
      const response = await started.send(`${path}?${new URLSearchParams(query)}`, init, 'window');
      if (response.status < 400) {
        codes.add(`${route.id} done`);
        const raw: unknown = route.response === 'bytes' ? await response.arrayBuffer() : await response.json();
        if (typeof route.response === 'string') return;
        expect(route.response.parse(raw)).toEqual(raw);
        return;
      }
      expect(response.status, `${init.method} ${path}`).toBeLessThan(500);
      const { code } = problemSchema.parse(await response.json());
      codes.add(`${route.id} ${code}`);
      // An empty id, or `..`, changes the path.
      expect([...listProblemCodes(route), 'not_found', 'method_not_allowed']).toContain(code);
    };
    await fc.assert(fc.asyncProperty(request, send), { numRuns: requests, seed: Number(seed) });
    expect(codes.size, 'distinct problem codes').toBeGreaterThan(20);
    expect((await started.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
    await started.service.close();
    expect(listForeignValues(started.dataDir), 'what a backup refuses').toEqual([]);
  },
);
