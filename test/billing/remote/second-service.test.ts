import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileDatabases } from '../../../electron/service/platform/db/workspace-databases.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { InvoiceRecord } from '../../../shared/billing/invoices.ts';
import { startRemoteDemo, type RemoteDemo } from '../../helpers/remote/start-remote-demo.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { openEventStream, readUntil } from '../../helpers/service/subscribe-to-events.ts';
import { createTestKeychain } from '../../helpers/service/test-keychain.ts';
import { readZip } from '../../workspaces/backups/zip-entries.ts';

let remote: RemoteDemo;
let started: StartedService;
beforeAll(async () => {
  remote = await startRemoteDemo();
  started = await startService({
    keychain: createTestKeychain(),
    databases: createFileDatabases(migrations),
  });
  const connection = { base_url: remote.baseUrl, org_id: remote.orgId, api_key: remote.keys.admin };
  await started.app(appRoutes.createWorkspace, { json: { kind: 'linked', name: 'Demo at work', connection } });
});
afterAll(async () => {
  await started.stop();
  await remote.stop();
});

const isUsage = ({ type }: { readonly type: string }) => type === 'usage.changed' || type === 'reset';
const openStream = async () => openEventStream(await started.app(appRoutes.streamAppEvents, {}));
const listRecords = async () => (await started.app(appRoutes.listInvoiceRecords, {})).data;
const waitForPdfs = async () =>
  readUntil(await openStream(), isUsage, listRecords, (records) => records.length > 0 && records.every(hasPdf));
const hasPdf = ({ pdf_url }: InvoiceRecord) => pdf_url !== null;

test('the usage is the remote’s, in the window and in the local API', async () => {
  const overview = await readUntil(
    await openStream(),
    isUsage,
    () => started.app(appRoutes.getBillingOverview, {}),
    ({ usage }) => usage !== null,
  );
  const atRemote = await remote.v1(v1Routes.getUsage, {});
  expect(overview).toMatchObject({ plan: null, usage: atRemote, remote: { is_linked: true, is_permitted: true } });
  expect(await started.v1(v1Routes.getUsage, {})).toEqual(atRemote);
  expect((await started.app(appRoutes.getOverview, {})).cycle).toMatchObject({ plan: null, usage: atRemote });
});

test('the invoices are the remote’s, and their PDFs are served from this computer with ranges', async () => {
  const records = await waitForPdfs();
  const { data: atRemote } = await remote.v1(v1Routes.listInvoices, {});
  expect(
    records.map(({ number, amount_due_usd, status, issue_date }) => [number, amount_due_usd, status, issue_date]),
  ).toEqual(
    atRemote.map(({ invoice_id, amount_due_usd, status, issue_date }) => [
      invoice_id,
      amount_due_usd,
      status,
      issue_date,
    ]),
  );
  const fetchPdf = async (url: string, service: StartedService, headers = {}) =>
    service.send(url.slice(url.indexOf('/invoices/')), { headers });
  for (const [index, record] of records.entries()) {
    const local = await fetchPdf(record.pdf_url ?? '', started);
    const original = await fetchPdf(atRemote[index]?.pdf_url ?? '', remote);
    expect(Buffer.from(await local.arrayBuffer()).equals(Buffer.from(await original.arrayBuffer()))).toBe(true);
  }
  const part = await fetchPdf(records[0]?.pdf_url ?? '', started, { Range: 'bytes=0-4' });
  expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
  const { data } = await started.v1(v1Routes.listInvoices, {});
  expect(data.map(({ invoice_id }) => invoice_id)).toEqual(records.map(({ invoice_id }) => invoice_id));
  for (const { pdf_url } of data) expect(pdf_url).not.toContain(new URL(remote.baseUrl).port);
});

test('the invoices can be exported without line items, and downloaded as a bundle', async () => {
  const records = await waitForPdfs();
  const csv = await (await started.app(appRoutes.exportInvoices, {})).text();
  const [header, first] = csv.split('\r\n');
  expect(header?.split(',').indexOf('plan')).toBe(5);
  expect(first?.split(',').slice(0, 6)).toEqual([
    records[0]?.number,
    records[0]?.invoice_id,
    records[0]?.issue_date,
    '',
    '',
    '',
  ]);
  const zip = Buffer.from(await (await started.app(appRoutes.bundleInvoices, { query: {} })).arrayBuffer());
  for (const { number } of records) expect(zip.includes(`${number} `)).toBe(true);
  expect(zip.includes('not-downloaded.txt')).toBe(false);
});

test('invoices and cycles cannot be changed here', async () => {
  const [record] = await waitForPdfs();
  const params = { invoice_id: record?.invoice_id ?? '' };
  expect(record).toMatchObject({ is_changeable: false, line_items: null });
  const refused = { code: 'not_available_on_remote', status: 409 };
  await expect(started.app(appRoutes.markInvoicePaid, { params })).rejects.toMatchObject(refused);
  await expect(started.v1(v1Routes.voidInvoice, { params })).rejects.toMatchObject(refused);
  await expect(started.v1(v1Routes.creditInvoice, { params })).rejects.toMatchObject(refused);
  await expect(started.app(appRoutes.reverseFutureInvoices, {})).rejects.toMatchObject(refused);
  await expect(started.app(appRoutes.confirmEndedCycles, {})).rejects.toMatchObject(refused);
  const unknown = { params: { invoice_id: 'inv_0' } };
  await expect(started.app(appRoutes.markInvoicePaid, unknown)).rejects.toMatchObject({ code: 'invoice_not_found' });
  expect(await started.app(appRoutes.downloadInvoicePdf, { params })).toMatchObject({
    number: record?.number,
    error: null,
  });
});

test('a backup and an export contain the PDFs', async () => {
  const records = await waitForPdfs();
  const { workspace } = await started.app(appRoutes.getSession, {});
  const exported = await started.app(appRoutes.exportWorkspace, {
    params: { workspace_id: workspace?.workspace_id ?? '' },
  });
  const names = [...(await readZip(Buffer.from(await exported.arrayBuffer()))).keys()];
  expect(names.filter((name) => name.startsWith('invoices/'))).toHaveLength(records.length);
  const { backup_id, check } = await started.app(appRoutes.createBackup, { json: {} });
  expect(check).toMatchObject({ error: null });
  const restored = await started.app(appRoutes.restoreBackup, { params: { backup_id }, json: {} });
  const dir = join(started.dataDir, 'workspaces', restored.workspace_id, 'invoices');
  expect(readdirSync(dir).filter((name) => name.endsWith('.pdf'))).toHaveLength(records.length);
});

test('after unlinking, the last numbers and the PDFs stay, and nothing is invoiced here', async () => {
  const records = await waitForPdfs();
  const { usage } = await started.app(appRoutes.getBillingOverview, {});
  await started.app(appRoutes.unlinkWorkspace, {});
  const overview = await started.app(appRoutes.getBillingOverview, {});
  expect(overview).toMatchObject({ usage, remote: { is_linked: false } });
  const kept = await listRecords();
  expect(kept.map(({ number }) => number)).toEqual(records.map(({ number }) => number));
  const response = await started.send(kept[0]?.pdf_url ?? '');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  await expect(
    started.app(appRoutes.downloadInvoicePdf, { params: { invoice_id: kept[0]?.invoice_id ?? '' } }),
  ).rejects.toMatchObject({ code: 'not_linked' });
});
