import * as fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { capabilityIds, type Capabilities } from '../../../shared/workspaces/connection.ts';
import { anyCharacter } from '../../helpers/data/any-character.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { listForeignValues } from '../../helpers/data/list-foreign-values.ts';
import { prepareBilling } from '../../helpers/data/prepare-billing.ts';
import { prepareLargeWorkspace } from '../../helpers/data/prepare-large-workspace.ts';
import { prepareLinkedBilling } from '../../helpers/data/prepare-linked-billing.ts';
import { prepareUnusualDemo } from '../../helpers/data/prepare-unusual-demo.ts';
import { startJsonRemote } from '../../helpers/remote/start-json-remote.ts';
import { startLinkedWorkspace } from '../../helpers/remote/start-linked-workspace.ts';
import { chooseRuns, chooseSeed } from '../../helpers/processes/fuzz-runs.ts';
import { requestEveryView } from '../../helpers/service/request-every-view.ts';
import { startService } from '../../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});
afterEach(() => folder.remove());

const large = { years: 2, callCount: 300, activityCount: 300, recordsPerKind: 20 };

test.each<readonly [string, (dataDir: string) => unknown]>([
  ['the demo', copyDemoFolder],
  ['the unusual demo', prepareUnusualDemo],
  ['billed calls', (dataDir) => prepareBilling(dataDir, { name: 'Harbour', ageDays: 100, callsPerDay: 2 })],
  ['a large workspace', (dataDir) => prepareLargeWorkspace(dataDir, large)],
  ['invoices of a remote', (dataDir) => prepareLinkedBilling(dataDir, 'Kestrel')],
])('a backup accepts every value of %s', async (_, prepare) => {
  await prepare(folder.path);
  expect(listForeignValues(folder.path)).toEqual([]);
});

const names = [
  '\u0939\u093f\u0928\u094d\u0926\u0940 \u201cत\u201d',
  '北京 Acme 株式会社',
  'متجر نور',
  'a\u0301\u200d👩🏽‍🚀 <b>&amp;',
  '\ud800 half',
];

test('a backup accepts every value that has a name in any script', async () => {
  const { v1, app, stop } = await startService({ dataDir: folder.path });
  for (const name of names) {
    const text = name.toWellFormed();
    await app(appRoutes.createWorkspace, { json: { kind: 'local', name: text } });
    const { data: agents } = await v1(v1Routes.listAgents, {});
    const agent_id = agents[0]?.agent_id ?? '';
    const metadata = { [text]: text, list: [text, 1e-7, null, { a: true }] };
    const placed = { agent_id, recipient_number: '+15550100', metadata };
    const { call_id } = await v1(v1Routes.placeCall, { json: placed });
    const file = new File([`# ${text}`], `${text}.txt`);
    await v1(v1Routes.uploadDocument, { form: { title: text, file } });
    await v1(v1Routes.saveItem, { json: { kind: 'metadata_template', name: text, value: { metadata } } });
    const draft = { name: text, objective: text, target_audience: text, required_integrations: [text] };
    const value = { ...draft, saved_at: '2026-03-01T09:30:00.000Z' };
    await v1(v1Routes.saveItem, { json: { kind: 'request_draft', name: text, value } });
    await v1(v1Routes.updateCallReview, { params: { call_id }, json: { add_tags: [text] } });
    await app(appRoutes.updateRecipientNameRule, { json: { rule: [[text]] } });
    const rule = { type: 'agent_says', text, first_turn_only: false } as const;
    await v1(v1Routes.createCriterion, { json: { name: text, description: text, weight: 1, rule } });
    await v1(v1Routes.createApiKey, { json: { name: text, role: 'viewer' } });
    await v1(v1Routes.submitAgentRequest, { json: { name: text, objective: text, target_audience: text } });
  }
  await stop();
  expect(listForeignValues(folder.path)).toEqual([]);
});

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('', 'active', 'completed', 'paid', '../../x', 'a\u0000b', '\u202e', 'x'.repeat(25_000)),
);
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, 60, 2 ** 53, 1e300));
const time = fc.constantFrom(
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2026-07-01T00:00:00+02:00',
  '9999-12-31T23:59:59.999Z',
  '12000-01-01T00:00:00Z',
  '',
);
const url = fc.oneof(text, fc.constant('http://127.0.0.1:9/file'));

/** A value of a field, which is sometimes of another type. */
const field = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary: value }, fc.jsonValue());

/** The fields of what a remote lists, by its path. */
const lists = {
  '/organizations/org_remote/members': { user_id: text, email: text, role: text, status: text },
  '/knowledge/documents': { document_id: text, title: text, status: text, chunks_created: number, error: text },
  '/agents': { agent_id: text, name: text, objective: text, status: text, placeholders: fc.array(text) },
  '/calls': {
    call_id: text,
    agent_id: text,
    status: fc.constantFrom('completed', 'failed', 'queued', 'odd'),
    duration_seconds: number,
    disposition: text,
    recording_url: url,
    transcript: fc.array(fc.record({ speaker: fc.constantFrom('agent', 'user'), text })),
  },
  '/agents/requests': {
    request_id: text,
    name: text,
    objective: text,
    target_audience: text,
    required_integrations: fc.array(text),
    status: fc.constantFrom('pending_review', 'uat', 'delivered', 'odd'),
    assigned_engineer: text,
    estimated_uat_date: time,
  },
  '/billing/invoices': { invoice_id: text, amount_due_usd: number, status: text, issue_date: time, pdf_url: url },
} as const;

const usage = fc.record({
  billing_period: fc.record({ start: time, end: time }),
  minutes_used: number,
  minutes_included: number,
  overage_minutes: number,
  estimated_cost_usd: field(number),
});

const organization = fc.record({ name: text, industry: text, status: text, subscription_tier: text, created_at: time });

const runs = chooseRuns({ perCommit: 1, long: 40 });
const seed = Number(chooseSeed('1'));

test.each(Array.from({ length: runs }, (_, run) => seed + run))(
  'a backup accepts every value that a remote sends, and every view shows it (seed %i)',
  async (runSeed) => {
    const remote = await startJsonRemote();
    const sample = <T>(values: fc.Arbitrary<T>, count: number) => fc.sample(values, { numRuns: count, seed: runSeed });
    for (const [path, fields] of Object.entries(lists)) {
      const records = sample(
        fc.record(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, field(value)]))),
        40,
      );
      remote.answers.set(`GET ${path}`, { data: records, next_cursor: null });
      for (const record of records) {
        const [id] = Object.values(record);
        if (typeof id === 'string') remote.answers.set(`GET ${path}/${encodeURIComponent(id.toWellFormed())}`, record);
      }
    }
    remote.answers.set('GET /billing/usage', sample(usage, 1)[0]);
    remote.answers.set('GET /organizations/org_remote', { ...sample(organization, 1)[0], id: remote.orgId });
    const capabilities: Partial<Capabilities> = Object.fromEntries(capabilityIds.map((id) => [id, id !== 'events']));
    const linked = await startLinkedWorkspace(remote, capabilities);
    try {
      await linked.sync();
      const db = new SqliteDatabase(join(linked.workspaceDir, databaseFile), { readOnly: true });
      const { failures } = await requestEveryView(linked, db);
      const kinds = db.all('SELECT DISTINCT kind FROM remote_item');
      db.close();
      expect(kinds).toHaveLength(Object.keys(lists).length);
      expect(failures).toEqual([]);
      await linked.service.close();
      expect(listForeignValues(join(linked.workspaceDir, '../..'))).toEqual([]);
    } finally {
      await linked.stop();
      await remote.close();
    }
  },
  120_000,
);
