import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';
import type { StartedService } from '../../helpers/service/start-service.ts';
import { connectToWorkspace, ignoreChecks, ignoreForeignKeys } from '../../helpers/service/test-database.ts';

let started: StartedService;
let now = Date.UTC(2026, 0, 10);
const logged: unknown[] = [];

beforeAll(async () => {
  started = await startServiceWithWorkspace({ now: () => now, log: { error: (details) => logged.push(details) } });
  for (const objective of ['One', 'Two', 'Three'])
    await started.v1(v1Routes.submitAgentRequest, { json: { objective } });
  now = Date.UTC(2026, 4, 10);
});
afterAll(() => started.stop());

/** Damages a row as a failing disk or a database tool might. Returns a function that undoes it. */
function damage(table: string, change: string, row: string): () => void {
  const [id = ''] = readdirSync(join(started.dataDir, 'workspaces'));
  const db = connectToWorkspace(join(started.dataDir, 'workspaces', id));
  ignoreForeignKeys(db);
  ignoreChecks(db, table);
  db.execute(`CREATE TEMP TABLE whole AS SELECT * FROM ${table}`);
  db.execute(`UPDATE ${table} SET ${change} WHERE ${row}`);
  return () => {
    db.execute(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM whole`);
    db.close();
  };
}

test.each([
  ['integrations that are not JSON', 'agent_request', "required_integrations = '{'"],
  ['integrations that are not a list', 'agent_request', "required_integrations = '{}'"],
  ['an unknown integration', 'agent_request', `required_integrations = '["fax"]'`],
  ['an unknown status', 'agent_request', "status = 'gone'"],
  ['a time out of range', 'agent_request', 'created_at = 9e15'],
  ['a UAT date out of range', 'agent_request', 'estimated_uat_at = 9e15'],
  ['an unknown event', 'agent_request_event', "kind = 'uat_date', value = 'soon'"],
])('a build request with %s is counted and does not hide the others', async (_, table, change) => {
  const repair = damage(table, change, table === 'agent_request' ? 'id = 2' : 'request = 2');
  try {
    logged.length = 0;
    const { data, unreadable } = await started.app(appRoutes.listAgentRequestRecords, {});
    expect(data.map(({ objective }) => objective)).toEqual(['Three', 'One']);
    expect(unreadable).toBe(1);
    expect(logged).toMatchObject([{ count: 1, err: expect.any(Error) }]);
  } finally {
    repair();
  }
  expect(await started.app(appRoutes.listAgentRequestRecords, {})).toMatchObject({
    data: { length: 3 },
    unreadable: 0,
  });
});

test.each([
  ['a negative amount', 'amount_cents = -5'],
  ['a period out of range', 'cycle_end = 9e15'],
  ['an unknown status', "status = 'lost'"],
  ['a payment time out of range', 'paid_at = 9e15'],
])('an invoice with %s is counted and does not hide the others', async (_, change) => {
  const { data: whole } = await started.app(appRoutes.listInvoiceRecords, {});
  expect(whole).toHaveLength(4);
  const repair = damage('invoice', change, 'number = 2');
  try {
    const { data, unreadable } = await started.app(appRoutes.listInvoiceRecords, {});
    expect(data.map(({ number }) => number)).toEqual(['INV-0004', 'INV-0003', 'INV-0001']);
    expect(unreadable).toBe(1);
  } finally {
    repair();
  }
});
