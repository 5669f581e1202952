import assert from 'node:assert/strict';
import type { Usage } from '../../shared/billing/billing.ts';
import type { Invoice } from '../../shared/billing/invoices.ts';
import type { ContractCase } from './contract-cases.ts';

export const billingCases: readonly ContractCase[] = [
  {
    name: 'usage has exactly the fields of the specification, and its numbers are consistent',
    run: async ({ ask }) => {
      const { status, body, headers } = await ask('admin', 'GET', '/v1/billing/usage');
      assert.equal(status, 200);
      const usage = body as Usage; // validated by the session
      const fields = ['billing_period', 'estimated_cost_usd', 'minutes_included', 'minutes_used', 'overage_minutes'];
      assert.deepEqual(Object.keys(usage).toSorted(), fields);
      assert.deepEqual(Object.keys(usage.billing_period), ['start', 'end']);
      assert.ok(usage.billing_period.start < usage.billing_period.end);
      assert.equal(usage.overage_minutes, Math.max(0, usage.minutes_used - usage.minutes_included));
      const again = await ask('admin', 'GET', '/v1/billing/usage', {
        headers: { 'If-None-Match': headers.get('ETag') ?? '' },
      });
      assert.equal(again.status, 304);
    },
  },
  {
    name: 'all invoices are listed, and each PDF opens by its URL alone',
    needsPackage: true,
    run: async ({ ask }) => {
      const { status, body } = await ask('admin', 'GET', '/v1/billing/invoices');
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body as object), ['data']);
      const { data } = body as { data: readonly Invoice[] };
      const [first] = data;
      assert.ok(first, 'the demo has invoices');
      const fields = ['amount_due_usd', 'invoice_id', 'issue_date', 'pdf_url', 'status'];
      assert.deepEqual(Object.keys(first).toSorted(), fields);
      const path = first.pdf_url.slice(first.pdf_url.indexOf('/invoices/'));
      const whole = await ask(null, 'GET', path);
      assert.equal(whole.status, 200);
      assert.equal(
        Buffer.from(await whole.response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
        '%PDF-',
      );
      const part = await ask(null, 'GET', path, { headers: { Range: 'bytes=-10' } });
      assert.equal(part.status, 206);
      assert.equal((await part.response.arrayBuffer()).byteLength, 10);
      assert.equal((await ask(null, 'GET', path.split('?')[0] ?? '')).status, 403);
    },
  },
  {
    name: 'billing is available to admins only',
    run: async ({ ask }) => {
      for (const path of ['/v1/billing/usage', '/v1/billing/invoices']) {
        assert.equal((await ask('manager', 'GET', path)).status, 403);
        assert.equal((await ask('viewer', 'GET', path)).status, 403);
        assert.equal((await ask('admin', 'POST', path)).status, 405);
      }
    },
  },
];
