import assert from 'node:assert/strict';
import { integrations } from '../../shared/agents/integrations.ts';
import type { ContractCase } from './contract-cases.ts';
import type { ContractSession } from './contract-session.ts';

type Refused = { readonly code: string; readonly errors?: readonly { readonly pointer: string }[] };
type Submitted = { readonly request_id: string; readonly status: string; readonly message: string };
type Page<Item> = { readonly data: readonly Item[]; readonly next_cursor: string | null };

const path = '/v1/agents/requests';

const brief = {
  name: 'Collections',
  objective: 'Remind customers of what is due',
  target_audience: 'Those in arrears',
};

const submit = ({ ask }: ContractSession, body: unknown, headers: Record<string, string> = {}) =>
  ask('admin', 'POST', path, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const summaryOf = async ({ ask }: ContractSession, id: string) => {
  const { body } = await ask('admin', 'GET', `${path}?limit=200`);
  return (body as Page<{ request_id: string }>).data.find(({ request_id }) => request_id === id);
};

export const requestCases: readonly ContractCase[] = [
  {
    name: 'a build request is created with 201, a Location header and status pending_review',
    needsPackage: true,
    run: async (session) => {
      const created = await submit(session, { ...brief, required_integrations: ['salesforce'] });
      assert.equal(created.status, 201);
      const { request_id, status } = created.body as Submitted;
      assert.deepEqual(Object.keys(created.body as object).toSorted(), ['message', 'request_id', 'status']);
      assert.equal(status, 'pending_review');
      assert.equal(created.headers.get('Location'), `${path}/${request_id}`);
      for (const role of ['admin', 'manager'] as const) {
        const read = await session.ask(role, 'GET', `${path}/${request_id}`);
        assert.deepEqual(read.body, {
          request_id,
          status: 'pending_review',
          assigned_engineer: null,
          estimated_uat_date: null,
        });
        const etag = read.headers.get('ETag') ?? '';
        assert.match(etag, /^"[\w-]+"$/);
        const again = await session.ask(role, 'GET', `${path}/${request_id}`, { headers: { 'If-None-Match': etag } });
        assert.equal(again.status, 304);
      }
      assert.equal((await session.ask('viewer', 'GET', `${path}/${request_id}`)).status, 403);
      assert.equal((await session.ask('manager', 'GET', `${path}/abr_0`)).status, 404);
    },
  },
  {
    name: 'a build request requires only an objective',
    run: async (session) => {
      const created = await submit(session, { objective: 'Ask whether everything works' });
      assert.equal(created.status, 201);
      const found = await summaryOf(session, (created.body as Submitted).request_id);
      assert.deepEqual(found, {
        ...found,
        name: '',
        objective: 'Ask whether everything works',
        target_audience: '',
        required_integrations: [],
      });
    },
  },
  {
    name: 'integrations are matched ignoring case, spaces, - and _, and returned without duplicates',
    run: async (session) => {
      const required_integrations = ['Google Calendar', ' GOOGLE-calendar', 'slack', 'service_now', 'Microsoft365'];
      const created = await submit(session, { ...brief, required_integrations });
      assert.equal(created.status, 201);
      const found = await summaryOf(session, (created.body as Submitted).request_id);
      assert.deepEqual((found as { required_integrations?: unknown } | undefined)?.required_integrations, [
        'google_calendar',
        'slack',
        'servicenow',
        'microsoft_365',
      ]);
    },
  },
  {
    name: 'invalid build requests are rejected in the specified order, with pointers',
    run: async (session) => {
      const withNames = (...required_integrations: readonly unknown[]) => ({ ...brief, required_integrations });
      const entry = (at: number) => `/required_integrations/${at}`;
      const table: readonly (readonly [unknown, number, string, (readonly string[])?])[] = [
        ['{', 400, 'malformed'],
        [[], 400, 'malformed'],
        [{}, 400, 'malformed', ['/objective']],
        [{ ...brief, objective: undefined, required_integrations: ['fax'] }, 400, 'malformed', ['/objective']],
        [{ ...brief, objective: '' }, 400, 'malformed', ['/objective']],
        [{ ...brief, objective: ' \n ' }, 400, 'malformed', ['/objective']],
        [{ ...brief, objective: '\u0000\u200b' }, 400, 'malformed', ['/objective']],
        [{ ...brief, objective: null }, 400, 'malformed', ['/objective']],
        [{ ...brief, name: 5 }, 400, 'malformed', ['/name']],
        [{ ...brief, target_audience: [] }, 400, 'malformed', ['/target_audience']],
        [{ ...brief, required_integrations: 'slack' }, 400, 'malformed', ['/required_integrations']],
        [withNames('slack', 5, null), 400, 'malformed', [entry(1), entry(2)]],
        [withNames('fax', {}), 400, 'malformed', [entry(1)]],
        [withNames('fax'), 422, 'integration_unsupported', [entry(0)]],
        [withNames('slack', 'fax', 'Zendesk', 'telex'), 422, 'integration_unsupported', [entry(1), entry(3)]],
        [withNames('fax', 'fax'), 422, 'integration_unsupported', [entry(0), entry(1)]],
        [withNames('slack', '', ' - '), 422, 'integration_unsupported', [entry(1), entry(2)]],
        [withNames('__proto__', 'constructor'), 422, 'integration_unsupported', [entry(0), entry(1)]],
        [withNames(...Array(1_000).fill('slack')), 422, 'request_invalid', ['/required_integrations']],
        [withNames(...Array(51).fill('fax')), 422, 'request_invalid', ['/required_integrations']],
        [{ ...brief, objective: 'x'.repeat(100 * 1024) }, 422, 'request_invalid', ['/objective']],
        [{ ...brief, objective: 'x'.repeat(300 * 1024) }, 413, 'too_large'],
        [{ ...brief, name: 'x'.repeat(121) }, 422, 'request_invalid', ['/name']],
      ];
      for (const [body, status, code, pointers] of table) {
        const refused = await submit(session, body);
        const what = JSON.stringify(body).slice(0, 120);
        assert.equal(refused.status, status, what);
        assert.equal((refused.body as Refused).code, code, what);
        if (pointers) {
          const actual = (refused.body as Refused).errors?.map(({ pointer }) => pointer);
          assert.deepEqual(actual, pointers, what);
        }
      }
      const most = await submit(session, {
        ...withNames(...Array(50).fill('Slack')),
        objective: 'x'.repeat(20_000),
      });
      assert.equal(most.status, 201);
      const form = await submit(session, 'objective=x', { 'Content-Type': 'application/x-www-form-urlencoded' });
      assert.equal(form.status, 415);
    },
  },
  {
    name: 'only admins can submit a build request',
    run: async ({ ask }) => {
      const init = { body: JSON.stringify(brief), headers: { 'Content-Type': 'application/json' } };
      for (const role of ['manager', 'viewer'] as const)
        assert.equal((await ask(role, 'POST', path, init)).status, 403);
      assert.equal((await ask('manager', 'GET', path)).status, 200);
      assert.equal((await ask('viewer', 'GET', path)).status, 403);
    },
  },
  {
    name: 'one Idempotency-Key creates one build request and rejects a different one',
    run: async (session) => {
      const key = { 'Idempotency-Key': `"request-${crypto.randomUUID()}"` };
      const first = await submit(session, brief, key);
      const second = await submit(session, brief, key);
      assert.equal(second.status, 201);
      assert.deepEqual(second.body, first.body);
      assert.equal(second.headers.get('Idempotency-Replayed'), 'true');
      assert.equal(second.headers.get('Location'), first.headers.get('Location'));
      const other = await submit(session, { ...brief, name: 'Other' }, key);
      assert.equal((other.body as Refused).code, 'idempotency_mismatch');
    },
  },
  {
    name: 'build requests are listed by page, newest first, and filtered by status',
    run: async (session) => {
      const ids: string[] = [];
      for (let at = 0; at < 3; at++) ids.unshift(((await submit(session, brief)).body as Submitted).request_id);
      const list = async (query: string) =>
        (await session.ask('manager', 'GET', `${path}?${query}`)).body as Page<{ request_id: string; status: string }>;
      const first = await list('status=pending_review&limit=2');
      const second = await list(`status=pending_review&limit=2&cursor=${first.next_cursor}`);
      assert.deepEqual(
        [...first.data, ...second.data].slice(0, 3).map(({ request_id }) => request_id),
        ids,
      );
      const rejected = await list('status=rejected');
      assert.ok(rejected.data.every(({ status }) => status === 'rejected'));
      for (const wrong of ['status=gone', 'limit=0', 'cursor=x'])
        assert.equal((await session.ask('manager', 'GET', `${path}?${wrong}`)).status, 400, wrong);
    },
  },
  {
    name: 'every role can list integrations',
    run: async ({ ask }) => {
      const { body } = await ask('viewer', 'GET', '/v1/integrations');
      const { data, next_cursor } = body as Page<{ integration: string; name: string }>;
      assert.deepEqual(
        data.map(({ integration }) => integration),
        integrations,
      );
      assert.equal(next_cursor, null);
      const first = (await ask('viewer', 'GET', '/v1/integrations?limit=5')).body as typeof body & Page<unknown>;
      const rest = await ask('viewer', 'GET', `/v1/integrations?limit=200&cursor=${first.next_cursor}`);
      assert.deepEqual([...first.data, ...(rest.body as Page<unknown>).data], data);
    },
  },
];
