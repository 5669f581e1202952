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
];
