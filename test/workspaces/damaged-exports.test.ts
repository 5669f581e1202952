import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExportedTables, readTable } from '../../electron/service/workspaces/maintenance/salvage-queries.ts';
import { SqliteDatabase } from '../../electron/service/platform/db/sqlite-database.ts';
import { openDamagedDatabase } from '../../electron/service/platform/db/open-database.ts';
import { migrations } from '../../electron/service/workspaces/migrations.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { dayMs } from '../../shared/text/duration.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { changeDatabase, damageMiddle } from '../helpers/damage/damage-database.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { readZip } from './backups/zip-entries.ts';

const cycleMs = 30 * dayMs;

let folder: TemporaryFolder;
let started: StartedService;
let path: string;
let params: { readonly workspace_id: string };
/** The database without damage, with hundreds of rows in the tables of calls and of the activity. */
let intact: Buffer;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  copyDemoFolder(folder.path, 'recorded');
  const [workspace_id = ''] = readdirSync(join(folder.path, 'workspaces'));
  params = { workspace_id };
  path = join(folder.path, 'workspaces', workspace_id, databaseFile);
  changeDatabase(
    path,
    `WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 400)
     INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, status, created_at, metadata)
     SELECT 'call_more' || n, org_id, agent_id, agent_name, recipient_number, mode, speed, placed_by, 'failed', created_at + n, '{}'
     FROM n, (SELECT * FROM call LIMIT 1);
     WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 400)
     INSERT INTO activity SELECT (SELECT max(number) FROM activity) + n, at, actor_id, actor_name, actor_hint, role, operation,
       subject_id, subject_label, result, status, code, request_id, hash
     FROM n, (SELECT * FROM activity LIMIT 1);
     WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 400)
     INSERT INTO do_not_call (entry_id, org_id, recipient_number, reason, source, added_at)
     SELECT 'dnc_more' || n, org_id, '+1415555' || (1000 + n), 'Asked by letter', 'import', ${Date.UTC(2026, 0, 1)} + n
     FROM n, (SELECT org_id FROM organization);
     WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 200)
     INSERT INTO invoice (invoice_id, org_id, number, cycle_start, cycle_end, issuer, customer, plan_name, fee_cents,
       minutes_included, overage_cents_per_minute, minutes_used, amount_cents, status, paid_at)
     SELECT 'inv_more' || n, org_id, last_number + n, first_start - n * ${cycleMs}, first_start - (n - 1) * ${cycleMs}, issuer, customer,
       plan_name, fee_cents, minutes_included, overage_cents_per_minute, minutes_used, amount_cents, 'paid', first_start
     FROM n, (SELECT *, max(number) AS last_number, min(cycle_start) AS first_start FROM invoice);`,
  );
  intact = readFileSync(path);
  started = await startService({ dataDir: folder.path, log: { error: () => {} } });
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

/** Damages the database and opens it read-only. */
async function openDamaged(damage: () => void): Promise<void> {
  const other = await started.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Other' } }); // closes it
  writeFileSync(path, intact);
  damage();
  await started.app(appRoutes.openWorkspace, { params, query: { mode: 'read_only' } });
  await started.app(appRoutes.deleteWorkspace, { params: other });
}

const fetchText = async (url: string) => (await started.send(url, {}, 'window')).text();

test('every table is read around a page that is damaged in its middle, and the rest is named', () => {
  const db = new SqliteDatabase(path, { readOnly: true });
  const tables = listExportedTables(db);
  const all = new Map(tables.map((table) => [table, [...readTable(db, table).rows].flat()]));
  db.close();
  expect(tables, 'counts are derived from the calls').not.toContain('call_count');
  expect(tables, 'the talk is derived from the turns').not.toContain('call_talk');
  let damagedCount = 0;
  for (const table of tables) {
    writeFileSync(path, intact);
    if (!damageMiddle(path, table)) continue; // a table of one page
    damagedCount += 1;
    const damaged = openDamagedDatabase(path, migrations);
    const { rows, listUnreadable } = readTable(damaged, table);
    const read = [...rows].flat();
    damaged.close();
    expect(listUnreadable(), table).toHaveLength(1);
    expect(listUnreadable()[0]?.reason).toContain('malformed');
    const expected = all.get(table) ?? [];
    const [texts, readTexts] = [expected, read].map((list) => list.map((row) => JSON.stringify(row)));
    expect(new Set(readTexts).size, table).toBe(readTexts?.length);
    expect(texts, table).toEqual(expect.arrayContaining(readTexts ?? []));
    expect(readTexts?.at(0), table).toBe(texts?.at(0));
    expect(readTexts, table).toContain(texts?.at(-1));
    expect(read.length, table).toBeLessThan(expected.length);
  }
  expect(damagedCount).toBeGreaterThan(5);
});

test('an export of the workspace lists what could not be read, for people and for programs', async () => {
  await openDamaged(() => damageMiddle(path, 'turn'));
  const response = await started.send(`/app/workspaces/${params.workspace_id}/export`, {}, 'window');
  const files = await readZip(Buffer.from(await response.arrayBuffer()));
  const { unreadable } = JSON.parse(files.get('unreadable.json')?.toString() ?? '') as { unreadable: object[] };
  const [rows, reason] = [expect.stringMatching(/^rows \d+ to \d+$/), expect.stringContaining('malformed')];
  expect(unreadable).toEqual([{ entry: 'tables/turn.jsonl', rows, reason }]);
  expect(files.get('report.txt')?.toString()).toMatch(
    /^tables\/turn\.jsonl: rows \d+ to \d+ could not be read \(.*malformed/m,
  );
});

test('an export of the activity goes on after a damaged page, and names the entries that are missing', async () => {
  await openDamaged(() => damageMiddle(path, 'activity'));
  const entries = JSON.parse(await fetchText('/v1/activity/export?format=json')) as { number?: number }[];
  const numbers = entries.flatMap(({ number }) => number ?? []);
  const end = entries.at(-1) as { unreadable: [{ first: number; last: number; reason: string }] };
  const [{ first, last }] = end.unreadable;
  expect(end).toEqual({ unreadable: [{ first, last, reason: expect.stringContaining('malformed') }] });
  expect(numbers).toEqual(
    Array.from({ length: numbers.at(-1) ?? 0 }, (_, index) => index + 1).filter((at) => at < first || at > last),
  );
  expect(last).toBeGreaterThan(first);
  const csv = await fetchText('/v1/activity/export?format=csv');
  expect(csv.split('\r\n').slice(0, -2)).toHaveLength(numbers.length + 1);
  expect(csv).toMatch(new RegExp(`\r\nUnreadable: entries ${first} to ${last} \\(.*malformed\\),+\r\n$`));
});

test('an export of calls goes on after a damaged page, and says where calls are missing', async () => {
  await openDamaged(() => {});
  const { total } = await started.app(appRoutes.listCallRecords, {});
  await openDamaged(() => damageMiddle(path, 'call'));
  const lines = (await fetchText('/app/call-exports')).trimEnd().split('\r\n');
  const at = lines.findIndex((line) => /^Unreadable: calls at this position \(.*malformed\)/.test(line));
  expect(at).toBeGreaterThan(100);
  expect(lines.length - at).toBeGreaterThan(100);
  expect(lines.filter((line) => line.startsWith('Unreadable'))).toHaveLength(1);
  expect(lines.length).toBeLessThan(total + 2);
});

test('an export of the do-not-call list leaves out a damaged page, and says how many entries are missing', async () => {
  await openDamaged(() => {});
  const all = (await fetchText('/v1/do-not-call/export')).trimEnd().split('\r\n');
  await openDamaged(() => damageMiddle(path, 'do_not_call'));
  await expect(started.v1(v1Routes.listDoNotCallEntries, {})).rejects.toMatchObject({ code: 'database_damaged' });
  const lines = (await fetchText('/v1/do-not-call/export')).trimEnd().split('\r\n');
  const missing = all.length - (lines.length - 1);
  expect(missing).toBeGreaterThan(10);
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.at(-1)).toMatch(
    new RegExp(`^Unreadable: ${missing} of ${all.length - 1} entries \\(.*malformed\\),,,,$`),
  );
  expect(all).toEqual(expect.arrayContaining(lines.slice(0, -1)));
});

test('an entry of the do-not-call list with an impossible date is left out', async () => {
  await openDamaged(() => changeDatabase(path, `UPDATE do_not_call SET added_at = 9e15 WHERE entry_id = 'dnc_more7'`));
  const lines = (await fetchText('/v1/do-not-call/export')).trimEnd().split('\r\n');
  expect(lines.join('\n')).not.toContain('+14155551007,');
  expect(lines.join('\n')).toContain('+14155551006,');
  expect(lines.at(-1)).toBe(`Unreadable: 1 of ${lines.length - 1} entries (a value is not valid),,,,`);
});

test('exports of invoices leave out a damaged page, and say how many invoices are missing', async () => {
  await openDamaged(() => {});
  const all = (await fetchText('/app/billing/invoices.csv')).trimEnd().split('\r\n');
  await openDamaged(() => damageMiddle(path, 'invoice'));
  await expect(started.app(appRoutes.listInvoiceRecords, {})).rejects.toMatchObject({ code: 'database_damaged' });
  const csv = await fetchText('/app/billing/invoices.csv');
  const lines = csv.trimEnd().split('\r\n');
  const missing = all.length - (lines.length - 1);
  expect(missing).toBeGreaterThan(3);
  expect(lines.length).toBeGreaterThan(100);
  const note = lines.at(-1) ?? '';
  expect(note).toMatch(new RegExp(`^Unreadable: ${missing} of ${all.length - 1} invoices \\(.*malformed\\),+$`));
  expect(all).toEqual(expect.arrayContaining(lines.slice(0, -1)));

  const [number = '', , issued = ''] = lines[1]?.split(',') ?? [];
  const fetchZip = (query: string) => started.send(`/app/billing/invoices.zip?${query}`, {}, 'window');
  const latest = await fetchZip(`from=${issued}`);
  const files = await readZip(Buffer.from(await latest.arrayBuffer()));
  expect([...files.keys()].toSorted()).toEqual([`${number} ${issued.slice(0, 10)}.pdf`, 'invoices.csv']);
  expect(files.get('invoices.csv')?.toString().trim().split('\r\n')).toEqual([lines[0], lines[1], note]);
  const none = await fetchZip('to=1980-01-01T00:00:00.000Z');
  expect(await none.json()).toMatchObject({ code: 'database_damaged' });
});
