import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { dayMs } from '../../shared/text/duration.ts';
import type { ServiceEvent } from '../../shared/contract/events.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';
import { useWorkspaceDatabase } from '../helpers/service/test-database.ts';

// Events are published in the moment in which a transaction is committed. What another connection reads then would be left by
// a process that is killed in this moment.

let started: CallService;
let dir: string;
let now = Date.parse('2026-03-10T09:00:00Z');

beforeAll(async () => {
  started = await startCallService({ now: () => now });
  const { workspace } = await started.app(appRoutes.getSession, {});
  dir = join(started.dataDir, 'workspaces', workspace?.workspace_id ?? '');
});
afterAll(() => started.stop());

/** Returns what `sql` selects at each event that matches, while `action` runs. */
async function readAtEvents(
  isMatch: (event: ServiceEvent) => boolean,
  sql: string,
  action: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  const unsubscribe = started.service.onEvent((event) => {
    if (!isMatch(event)) return;
    rows.push(...useWorkspaceDatabase(dir, (db) => db.all(sql)));
  });
  await action();
  unsubscribe();
  return rows;
}

test('the minutes of a call are recorded in the transaction that completes it', async () => {
  const sql = `SELECT status, minutes > 0 AS isMetered FROM call LEFT JOIN usage_entry ON usage_entry.call = call.id`;
  const isCompleted = (event: ServiceEvent) => event.type === 'call.changed' && event.status === 'completed';
  const rows = await readAtEvents(isCompleted, sql, async () =>
    waitForCall(started.v1, await started.placeSimulatedCall({ persona: 'wrong_person' })),
  );
  expect(rows).toEqual([{ status: 'completed', isMetered: 1 }]);
});

test('an invoice and the minutes that it bills are stored in one transaction', async () => {
  now += 40 * dayMs;
  const sql = `SELECT count(*) > 0 AS isClosed, (SELECT count(*) FROM usage_entry WHERE invoice_id IS NULL) AS unbilled
    FROM invoice`;
  const rows = await readAtEvents(
    ({ type }) => type === 'usage.changed',
    sql,
    () => started.v1(v1Routes.listInvoices, {}),
  );
  expect(rows[0]).toEqual({ isClosed: 1, unbilled: 0 });
});
