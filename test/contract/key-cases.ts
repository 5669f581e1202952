import assert from 'node:assert/strict';
import type { ApiKey, ApiKeyWithSecret } from '../../shared/organization/api-keys.ts';
import type { Role } from '../../shared/contract/roles.ts';
import type { ContractCase } from './contract-cases.ts';
import type { ContractSession } from './contract-session.ts';

type Refused = { readonly code: string; readonly errors?: readonly { readonly pointer: string }[] };
type Page = { readonly data: readonly ApiKey[]; readonly next_cursor: string | null };

const path = '/v1/keys';

const make = ({ ask }: ContractSession, body: unknown, headers: Record<string, string> = {}) =>
  ask('admin', 'POST', path, {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const issue = async (session: ContractSession, role: Role, name = 'Contract') => {
  const made = await make(session, { name, role });
  assert.equal(made.status, 201);
  return made.body as ApiKeyWithSecret; // 201 has this body
};

const askWith = ({ ask }: ContractSession, { secret }: ApiKeyWithSecret, method: string, at: string) =>
  ask(null, method, at, { headers: { Authorization: `Bearer ${secret}` } });

export const keyCases: readonly ContractCase[] = [
  {
    name: 'a created key works with its role, and its secret is in no other response',
    needsPackage: true,
    run: async (session) => {
      const key = await issue(session, 'manager');
      const { secret, ...listed } = key;
      assert.deepEqual(listed, {
        ...listed,
        name: 'Contract',
        role: 'manager',
        hint: secret?.slice(-4),
        rotated_at: null,
        last_used_at: null,
        revoked_at: null,
      });
      assert.equal((await askWith(session, key, 'GET', '/v1/agents/requests')).status, 200);
      assert.equal((await askWith(session, key, 'GET', '/v1/billing/usage')).status, 403);
      const { data } = (await session.ask('admin', 'GET', `${path}?limit=1`)).body as Page;
      assert.equal(data[0]?.key_id, key.key_id, 'newest first');
      assert.notEqual(data[0]?.last_used_at, null);
      assert.ok(!JSON.stringify(data).includes(String(secret)));
    },
  },
  {
    name: 'a rotated key accepts only its new secret, and a revoked key accepts none',
    run: async (session) => {
      const key = await issue(session, 'viewer');
      const at = `${path}/${key.key_id}`;
      const rotated = (await session.ask('admin', 'POST', `${at}/rotate`)).body as ApiKeyWithSecret;
      assert.equal((await askWith(session, key, 'GET', '/v1/agents')).status, 401);
      assert.equal((await askWith(session, rotated, 'GET', '/v1/agents')).status, 200);
      const revoked = await session.ask('admin', 'POST', `${at}/revoke`);
      assert.notEqual((revoked.body as ApiKey).revoked_at, null);
      assert.equal((await askWith(session, rotated, 'GET', '/v1/agents')).status, 401);
      for (const step of ['rotate', 'revoke']) {
        const again = await session.ask('admin', 'POST', `${at}/${step}`);
        assert.deepEqual([again.status, (again.body as Refused).code], [409, 'key_revoked']);
        const none = await session.ask('admin', 'POST', `${path}/key_0/${step}`);
        assert.deepEqual([none.status, (none.body as Refused).code], [404, 'key_not_found']);
      }
    },
  },
  {
    name: 'invalid keys are rejected with a pointer',
    run: async (session) => {
      const table: readonly (readonly [unknown, string])[] = [
        [{ role: 'admin' }, '/name'],
        [{ name: ' ', role: 'admin' }, '/name'],
        [{ name: 'x'.repeat(81), role: 'admin' }, '/name'],
        [{ name: 'x' }, '/role'],
        [{ name: 'x', role: 'Admin' }, '/role'],
      ];
      for (const [body, pointer] of table) {
        const { status, body: refused } = await make(session, body);
        const pointers = (refused as Refused).errors?.map((error) => error.pointer);
        assert.deepEqual([status, pointers], [400, [pointer]], JSON.stringify(body));
      }
    },
  },
  {
    name: 'one Idempotency-Key creates one key, and the replay has no secret',
    run: async (session) => {
      const once = { 'Idempotency-Key': crypto.randomUUID() };
      const first = await make(session, { name: 'Once', role: 'viewer' }, once);
      const again = await make(session, { name: 'Once', role: 'viewer' }, once);
      assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
      assert.deepEqual(again.body, { ...(first.body as ApiKeyWithSecret), secret: null });
      const other = await make(session, { name: 'Other', role: 'viewer' }, once);
      assert.equal((other.body as Refused).code, 'idempotency_mismatch');
    },
  },
  {
    name: 'keys and activity are available to admins only',
    run: async ({ ask }) => {
      for (const at of [path, '/v1/activity', '/v1/activity/export', '/v1/activity/verification'])
        for (const role of ['manager', 'viewer'] as const) assert.equal((await ask(role, 'GET', at)).status, 403, at);
    },
  },
];
