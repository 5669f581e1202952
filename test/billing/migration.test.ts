import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '../../electron/service/platform/db/migrations.ts';
import { openDatabase } from '../../electron/service/platform/db/open-database.ts';
import { readBillingOverview } from '../../electron/service/features/billing/read-billing-overview.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

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
  expect([plan.name, usage.minutes_used, usage.minutes_included]).toEqual(['Local', 2, 1_000]);
  expect(reconciliation).toEqual({ calls: 1, call_minutes: 2, unmatched_minutes: 0 });
  db.close();
  await folder.remove();
});
