import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listInvoiceRows } from '../../electron/service/features/billing/invoice-queries.ts';
import { migrations } from '../../electron/service/platform/db/migrations.ts';
import { invoiceReversals } from '../../electron/service/platform/db/migrations/0010-invoice-reversals.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { freePracticeCalls } from '../../electron/service/platform/db/migrations/0012-free-practice-calls.ts';
import { readBillingOverview } from '../../electron/service/features/billing/read-billing-overview.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

test('calls completed before the billing migration count in the months in which they ended', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  const before = openDatabase(path, migrations.slice(0, 3));
  before.execute(`
    INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'local', ${Date.parse('2026-01-10')});
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 'active', 0);
  `);
  const add = (id: string, status: string, seconds: number, endedAt: string) =>
    before.run(
      `INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, transport, recipient, pace, placed_by,
         status, duration_seconds, created_at, ended_at, metadata)
       VALUES (?, 'org_1', 'agt_1', 'Desk', '+15550100', 'rehearsal', 'simulated', 'fast', 'window', ?, ?, 0, ?, '{}')`,
      id,
      status,
      seconds,
      Date.parse(endedAt),
    );
  add('call_1', 'completed', 61, '2026-01-31T23:59:59.999Z');
  add('call_2', 'completed', 60, '2026-02-01T00:00:00Z');
  add('call_3', 'failed', 500, '2026-02-01T00:00:00Z');
  before.close();
  const db = openDatabase(path);
  expect(db.all('SELECT cycle_start AS start, minutes FROM usage_entry ORDER BY call')).toEqual([
    { start: Date.parse('2026-01-01'), minutes: 2 },
    { start: Date.parse('2026-02-01'), minutes: 1 },
  ]);
  const { plan, usage, reconciliation } = readBillingOverview(db, 'org_1', Date.parse('2026-01-31'));
  expect([plan?.name, usage?.minutes_used, usage?.minutes_included]).toEqual(['Local', 2, 1_000]);
  expect(reconciliation).toEqual({ calls: 1, call_minutes: 2, unmatched_minutes: 0 });
  db.close();
  await folder.remove();
});

test('invoices of an earlier version close their cycles and have billed their usage', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  const at = (day: string) => Date.parse(day);
  const before = openDatabase(path, migrations.slice(0, migrations.indexOf(invoiceReversals)));
  before.execute(`
    INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'local', ${at('2026-01-10')});
    INSERT INTO plan VALUES ('org_1', ${at('2026-01-10')}, 'Local', 0, 1000, 0, 1);
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0);
  `);
  for (const [id, day] of [
    [1, '2026-01-20'],
    [2, '2026-02-20'],
  ] as const) {
    before.run(
      `INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status,
         duration_seconds, created_at, ended_at, metadata)
       VALUES (?, ?, 'org_1', 'agt_1', 'Desk', '+15550100', 'simulated', 'fast', 'window', 'completed', 60, ?, ?, '{}')`,
      id,
      `call_${id}`,
      at(day),
      at(day),
    );
    const cycleStart = at(`${day.slice(0, 7)}-01`);
    before.run(
      `INSERT INTO usage_entry (call, org_id, cycle_start, at, minutes) VALUES (?, 'org_1', ?, ?, 1)`,
      id,
      cycleStart,
      at(day),
    );
  }
  before.execute(`INSERT INTO invoice VALUES ('inv_1', 'org_1', 1, ${at('2026-01-01')}, ${at('2026-02-01')}, 'Issuer',
    'Kept', 'Local', 0, 1000, 0, 1, 0, 'paid', ${at('2026-02-01')})`);
  before.close();
  const db = openDatabase(path);
  expect(listInvoiceRows(db, 'org_1')).toMatchObject([
    { number: 1, status: 'paid', reversed_at: null, credit_note_number: null, closes_cycle: 1 },
  ]);
  expect(db.all('SELECT call, invoice_id FROM usage_entry ORDER BY call')).toEqual([
    { call: 1, invoice_id: 'inv_1' },
    { call: 2, invoice_id: null },
  ]);
  expect(readBillingOverview(db, 'org_1', at('2026-02-21'))).toMatchObject({ usage: { minutes_used: 1 } });
  db.close();
  await folder.remove();
});

test('the usage of practice calls is deleted unless an invoice contains it, and the small plan of earlier demos grows', async () => {
  const folder = await createTemporaryFolder();
  const path = join(folder.path, 'workspace.db');
  const before = openDatabase(path, migrations.slice(0, migrations.indexOf(freePracticeCalls)));
  const [january, february, march] = ['2026-01-01', '2026-02-01', '2026-03-01'].map(Date.parse);
  before.execute(`
    INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'growth', ${january});
    INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0);
    INSERT INTO plan VALUES ('org_1', 0, 'Growth', 4900, 16, 45, 1);
    INSERT INTO usage_notice VALUES ('ntc_1', 'org_1', ${february}, 'used_50', ${february}, 9);
    INSERT INTO invoice (invoice_id, org_id, number, cycle_start, cycle_end, issuer, customer, plan_name, fee_cents,
      minutes_included, overage_cents_per_minute, minutes_used, amount_cents, status)
    VALUES ('inv_1', 'org_1', 1, ${january}, ${february}, '', '', 'Growth', 4900, 16, 45, 5, 4900, 'open');
  `);
  const add = (id: number, mode: 'simulated' | 'practice', minutes: number, cycleStart: number | undefined) => {
    const endedAt = (cycleStart ?? 0) + 1;
    before.run(
      `INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by,
         status, duration_seconds, created_at, ended_at, metadata)
       VALUES (?, ?, 'org_1', 'agt_1', 'Desk', '+15550100', ?, 'fast', 'window', 'completed', ?, 0, ?, '{}')`,
      id,
      `call_${id}`,
      mode,
      minutes * 60,
      endedAt,
    );
    before.run(
      `INSERT INTO usage_entry (call, org_id, cycle_start, at, minutes, invoice_id) VALUES (?, 'org_1', ?, ?, ?, ?)`,
      id,
      cycleStart ?? 0,
      endedAt,
      minutes,
      cycleStart === january ? 'inv_1' : null,
    );
  };
  add(1, 'practice', 5, january);
  add(2, 'practice', 3, february);
  add(3, 'simulated', 6, february);
  before.close();
  const db = openDatabase(path);
  expect(db.all('SELECT call FROM usage_entry ORDER BY call').map(({ call }) => call)).toEqual([1, 3]);
  const { usage, practice, reconciliation, notices } = readBillingOverview(db, 'org_1', (march ?? 0) - 1);
  expect([usage?.minutes_used, usage?.minutes_included, notices]).toEqual([6, 2_000, []]);
  expect(practice).toEqual({ calls: 1, minutes: 3 });
  expect(reconciliation).toEqual({ calls: 1, call_minutes: 6, unmatched_minutes: 0 });
  db.close();
  await folder.remove();
});
