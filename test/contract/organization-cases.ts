import assert from 'node:assert/strict';
import type { ContractCase } from './contract-cases.ts';

export const organizationCases: readonly ContractCase[] = [
  {
    name: 'admins and managers can read the organization with the fields of the specification',
    run: async ({ ask, orgId }) => {
      for (const role of ['admin', 'manager'] as const) {
        const { status, body } = await ask(role, 'GET', `/v1/organizations/${orgId}`);
        assert.equal(status, 200);
        assert.equal((body as { id: string }).id, orgId);
        assert.deepEqual(Object.keys(body as object).toSorted(), [
          'created_at',
          'id',
          'industry',
          'name',
          'status',
          'subscription_tier',
        ]);
      }
    },
  },
  {
    name: 'an organization that does not exist is 404',
    run: async ({ ask }) => {
      assert.equal((await ask('admin', 'GET', '/v1/organizations/org_unknown')).status, 404);
      assert.equal((await ask('admin', 'GET', '/v1/organizations/org_unknown/members')).status, 404);
    },
  },
  {
    name: 'all members are listed with their total',
    run: async ({ ask, orgId }) => {
      const { status, body } = await ask('admin', 'GET', `/v1/organizations/${orgId}/members`);
      assert.equal(status, 200);
      const { data, total } = body as { data: unknown[]; total: number };
      assert.equal(data.length, total);
      assert.ok(total > 0);
    },
  },
  {
    name: 'an invited member accepts once, and the API key ends with the removal',
    run: async ({ ask, orgId }) => {
      const headers = { 'Content-Type': 'application/json' };
      const members = `/v1/organizations/${orgId}/members`;
      const email = `${crypto.randomUUID()}@example.com`;
      const body = JSON.stringify({ email, role: 'viewer' });
      const invited = await ask('admin', 'POST', members, { headers, body });
      assert.equal(invited.status, 201);
      const { user_id, secret } = invited.body as { user_id: string; secret: string };
      const again = await ask('admin', 'POST', members, { headers, body });
      assert.deepEqual([again.status, (again.body as { code: string }).code], [409, 'member_exists']);
      const accept = () =>
        ask(null, 'POST', '/v1/invitations/accept', {
          headers: { ...headers, Authorization: `Bearer ${secret}` },
          body: JSON.stringify({ email }),
        });
      const accepted = await accept();
      assert.equal(accepted.status, 201);
      assert.equal((await accept()).status, 409);
      const key = `Bearer ${(accepted.body as { secret: string }).secret}`;
      const read = () => ask(null, 'GET', '/v1/agents', { headers: { Authorization: key } });
      assert.equal((await read()).status, 200);
      assert.equal((await ask('admin', 'DELETE', `${members}/${user_id}`)).status, 200);
      assert.equal((await read()).status, 401);
      assert.equal((await ask('admin', 'GET', `${members}/${user_id}`)).status, 404);
    },
  },
];
