import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertAgent } from '../../../electron/service/features/agents/agent-queries.ts';
import { insertSeenCalls } from '../../../electron/service/features/calls/remote/remote-call-queries.ts';
import { bundleInvoices, readExportedInvoices } from '../../../electron/service/features/billing/export-invoices.ts';
import { listInvoiceEntries, readInvoicePdf } from '../../../electron/service/features/billing/invoice-entries.ts';
import { listInvoiceRows } from '../../../electron/service/features/billing/invoice-queries.ts';
import {
  listOpenInvoices,
  readBillingOverview,
  readCycleOverview,
  readUsage,
} from '../../../electron/service/features/billing/read-billing-overview.ts';
import {
  findRemoteInvoice,
  listRemoteInvoices,
  listUnusableInvoices,
} from '../../../electron/service/features/billing/remote/remote-billing-queries.ts';
import { deleteConnection } from '../../../electron/service/features/connection/connection-queries.ts';
import { createRemoteBillingFixture, type RemoteBillingFixture } from '../../helpers/remote/remote-billing-fixture.ts';

let fixture: RemoteBillingFixture;
beforeEach(async () => {
  fixture = await createRemoteBillingFixture('2026-11-10T09:00:00Z');
});
afterEach(() => fixture.close());

const overview = () => readBillingOverview(fixture.db, fixture.orgId, Date.parse('2026-11-23T09:00:00Z'));

const period = { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' };
const setUsage = (minutes_used: number, changes: object = {}) => {
  fixture.remote.state.usage = {
    billing_period: period,
    minutes_used,
    minutes_included: 500,
    overage_minutes: Math.max(0, minutes_used - 500),
    estimated_cost_usd: 49.5,
    ...changes,
  };
};
const poll = async (at: string, minutes_used: number) => {
  fixture.setClock(at);
  setUsage(minutes_used);
  await fixture.refresh('usage');
};

describe('the usage', () => {
  test('is what the remote sent, as of when it sent it, without a plan', async () => {
    await fixture.refresh('usage');
    fixture.setClock('2026-11-10T09:05:00Z');
    await fixture.refresh('usage');
    expect(readUsage(fixture.db, fixture.orgId, 0)).toEqual({
      billing_period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
      minutes_used: 320,
      minutes_included: 500,
      overage_minutes: 0,
      estimated_cost_usd: 49.5,
    });
    expect(overview()).toMatchObject({
      plan: null,
      remote: { is_linked: true, is_permitted: true, fetched_at: '2026-11-10T09:05:00.000Z', unassigned_minutes: 320 },
      forecast: null,
      unconfirmed_cycles: null,
      future_invoices: null,
    });
    expect(fixture.events).toContainEqual({ type: 'usage.changed' });
  });

  test('is not available before the remote has sent it', () => {
    expect(() => readUsage(fixture.db, fixture.orgId, 0)).toThrow('has not been fetched');
    expect(overview()).toMatchObject({ usage: null, days: [], reconciliation: null, remote: { fetched_at: null } });
  });

  test('is compared with the calls that are known to have ended in the period', async () => {
    await poll('2026-11-10T09:00:00Z', 10);
    const seenAt = Date.parse('2026-11-10T09:00:00Z');
    insertAgent(fixture.db, {
      agent_id: 'agt_1',
      org_id: fixture.orgId,
      name: 'Front desk',
      objective: '',
      audience: '',
      greeting: '',
      voice: 'slt',
      status: 'active',
      created_at: seenAt,
    });
    const agent = { agent_id: 'agt_1', agent_name: 'Front desk' };
    const seen = {
      ...agent,
      id: null,
      status: 'completed',
      disposition: null,
      duration_seconds: 180,
      recording_url: null,
    } as const;
    insertSeenCalls(fixture.db, fixture.orgId, seenAt, [
      { ...seen, call_id: 'call_ended_before' },
      { ...seen, call_id: 'call_seen_live' },
    ]);
    fixture.db.run(`UPDATE call SET ended_at = ? WHERE call_id = 'call_seen_live'`, seenAt + 60_000);
    expect(overview().reconciliation).toEqual({
      calls: 1,
      call_minutes: 3,
      unmatched_minutes: 7,
      calls_without_date: 1,
    });
  });

  test('is drawn by day, with gaps, and forecast from the days that are known in full', async () => {
    await poll('2026-11-01T20:00:00Z', 10);
    await poll('2026-11-02T20:00:00Z', 22);
    await poll('2026-11-03T20:00:00Z', 30);
    await poll('2026-11-07T08:00:00Z', 90);
    await poll('2026-11-07T20:00:00Z', 95);
    const { days, remote, forecast } = overview();
    expect(days.slice(0, 8).map(({ minutes, is_partial }) => [minutes, is_partial])).toEqual([
      [10, false],
      [12, false],
      [8, false],
      [null, false],
      [null, false],
      [null, false],
      [5, true],
      [null, false],
    ]);
    expect(remote?.unassigned_minutes).toBe(60);
    expect(forecast).toMatchObject({ cost_usd: null, cycle_days: 3, previous_cycle_days: 0 });
    expect(forecast?.minutes.low).toBeGreaterThanOrEqual(95);
    await poll('2026-12-01T09:00:00Z', 97);
    fixture.remote.state.usage = {
      ...fixture.remote.state.usage,
      billing_period: { start: period.end, end: '2027-01-01' },
    };
    await fixture.refresh('usage');
    expect(overview().usage?.billing_period.start).toBe('2026-12-01T00:00:00.000Z');
  });

  test('raises each notice once a cycle', async () => {
    await poll('2026-11-10T09:00:00Z', 260);
    await poll('2026-11-10T10:00:00Z', 270);
    await poll('2026-11-10T11:00:00Z', 420);
    await poll('2026-11-10T12:00:00Z', 510);
    expect(overview().notices.map(({ kind, minutes_used }) => [kind, minutes_used])).toEqual([
      ['used_100', 510],
      ['used_80', 420],
      ['used_50', 260],
    ]);
    expect(fixture.events.filter(({ type }) => type === 'usage_notice.raised')).toHaveLength(3);
  });

  test('stays as it was if the role of the API key may not read it any more', async () => {
    await fixture.refresh('usage');
    fixture.useKey(fixture.remote.keys.manager);
    fixture.setClock('2026-11-11T09:00:00Z');
    await expect(fixture.refresh('usage')).rejects.toMatchObject({ status: 403 });
    await expect(fixture.refresh('invoices')).rejects.toMatchObject({ status: 403 });
    expect(overview()).toMatchObject({
      usage: { minutes_used: 320 },
      remote: { fetched_at: '2026-11-10T09:00:00.000Z' },
    });
    fixture.useKey(fixture.remote.keys.admin);
    await fixture.refresh('usage');
    expect(overview().remote).toMatchObject({ fetched_at: '2026-11-11T09:00:00.000Z' });
  });

  test.each([
    ['no JSON object', { body: '[]' }, 'The remote sent no usage report.'],
    ['no period', { change: (body: object) => ({ ...body, billing_period: {} }) }, 'without the start and the end'],
    [
      'a period until the year 9999',
      { change: (body: object) => ({ ...body, billing_period: { ...period, end: '9999-12-31T23:59:59Z' } }) },
      'that cannot be right',
    ],
    ['text as minutes', { change: (body: object) => ({ ...body, minutes_used: 'many' }) }, 'is not a number'],
    ['no minutes', { change: (body: object) => ({ ...body, minutes_used: undefined }) }, 'without all of its'],
    ['another organization', { change: (body: object) => ({ ...body, org_id: 'org_x' }) }, 'another organization'],
  ])('keeps its last state if the remote sends %s', async (_name, fault, message) => {
    await fixture.refresh('usage');
    fixture.remote.setFault('getUsage', fault);
    await expect(fixture.refresh('usage')).rejects.toThrow(message);
    expect(overview().usage?.minutes_used).toBe(320);
  });

  test.each([
    ['overage_minutes', { overage_minutes: 0, estimated_cost_usd: 49.5 }],
    ['estimated_cost_usd', { overage_minutes: 0, estimated_cost_usd: null }],
  ])('is stored without the field %s if that cannot be read, and says so', async (field, numbers) => {
    const headers = { ETag: '"1"' };
    fixture.remote.setFault('getUsage', { headers, change: (body) => ({ ...body, [field]: 'none' }) });
    const sentence = `The remote sent a usage report with an unusable field, which was left out: “${field}”.`;
    expect(await fixture.refresh('usage')).toBe(sentence);
    expect(overview().usage).toMatchObject({ minutes_used: 320, minutes_included: 500, ...numbers });
    fixture.remote.setFault('getUsage', ({ headers: sent }) =>
      sent['if-none-match'] === '"1"' ? { status: 304, headers } : { headers },
    );
    expect(await fixture.refresh('usage'), 'the same version is read again').toBeNull();
    expect(overview().usage).toMatchObject({ estimated_cost_usd: 49.5 });
  });

  test('is extended by an answer that nothing changed', async () => {
    fixture.remote.setFault('getUsage', { headers: { ETag: '"1"' } });
    await fixture.refresh('usage');
    fixture.setClock('2026-11-10T10:00:00Z');
    fixture.remote.setFault('getUsage', (request) =>
      request.headers['if-none-match'] === '"1"' ? { status: 304, headers: { ETag: '"1"' } } : undefined,
    );
    await fixture.refresh('usage');
    expect(overview().remote?.fetched_at).toBe('2026-11-10T10:00:00.000Z');
  });
});

const pdf = Buffer.from('%PDF-1.7\n% an invoice\n%%EOF\n');
const addInvoice = (id: string, changes: object = {}) => {
  const path = `/invoices/${encodeURIComponent(id)}.pdf`;
  fixture.remote.state.files.set(path, { type: 'application/pdf', bytes: Buffer.concat([pdf, Buffer.from(id)]) });
  fixture.remote.state.invoices.push({
    invoice_id: id,
    amount_due_usd: 412.54,
    status: 'paid',
    issue_date: '2026-11-01T00:00:00Z',
    pdf_url: `${fixture.remote.origin}${path}`,
    ...changes,
  });
};
const invoices = () => listRemoteInvoices(fixture.db);
const areDownloaded = () => invoices().every(({ pdf_sha256 }) => pdf_sha256 !== null);
const readPdf = async (remoteId: string) => {
  const row = invoices().find(({ remote_id }) => remote_id === remoteId);
  const bytes = row && (await readInvoicePdf(fixture.billing, { source: 'remote', row }));
  return bytes ? Buffer.from(bytes).toString() : null;
};

describe('the invoices', () => {
  test('are listed with local IDs, and their PDFs are stored by hash', async () => {
    addInvoice('../../etc/<b>1</b>', { status: 'past_due', issue_date: '2026-09-01T00:00:00Z' });
    addInvoice('inv-2');
    await fixture.refresh('invoices');
    await fixture.waitUntil(areDownloaded);
    expect(invoices().map(({ remote_id, status, amount_cents }) => [remote_id, status, amount_cents])).toEqual([
      ['inv-2', 'paid', 41_254],
      ['../../etc/<b>1</b>', 'past_due', 41_254],
    ]);
    for (const { invoice_id } of invoices()) expect(invoice_id).toMatch(/^inv_\d+$/);
    expect(await readPdf('../../etc/<b>1</b>')).toContain('<b>1</b>');
    const names = readdirSync(join(fixture.dir, 'invoices'));
    expect(names.toSorted()).toEqual(
      invoices()
        .map(({ pdf_sha256 }) => `${pdf_sha256}.pdf`)
        .toSorted(),
    );
    expect(listInvoiceRows(fixture.db, fixture.orgId), 'nothing is invoiced here').toEqual([]);
  });

  test('need attention if the remote says that they are open', async () => {
    addInvoice('inv-1', { status: 'open' });
    addInvoice('inv-2', { status: 'disputed' });
    await fixture.refresh('invoices');
    expect(listOpenInvoices(fixture.db, fixture.orgId)).toMatchObject([{ number: 'inv-1', amount_due_usd: 412.54 }]);
  });

  test('have the reason if a file is no PDF, and can be fetched again', async () => {
    addInvoice('inv-1');
    const path = '/invoices/inv-1.pdf';
    fixture.remote.state.files.set(path, { type: 'application/pdf', bytes: Buffer.from('<html>Sign in</html>') });
    await fixture.refresh('invoices');
    await fixture.waitUntil(() => invoices()[0]?.pdf_error !== null);
    expect(invoices()[0]).toMatchObject({ pdf_sha256: null, pdf_error: expect.stringContaining('PDF') });
    expect(await readPdf('inv-1')).toBeNull();
    const id = invoices()[0]?.invoice_id ?? '';
    const { signal } = new AbortController();
    expect(await fixture.mirror.downloadPdf(id, signal)).toMatchObject({ pdf_sha256: null });
    fixture.remote.state.files.set(path, { type: 'application/pdf', bytes: pdf });
    expect(await fixture.mirror.downloadPdf(id, signal)).toMatchObject({ pdf_error: null });
    expect(await readPdf('inv-1')).toBe(pdf.toString());
    expect(readdirSync(join(fixture.dir, 'invoices')), 'no part is left').toHaveLength(1);
  });

  test('are downloaded again after a restart, if a file was changed or removed, and if the status changed', async () => {
    addInvoice('inv-1', { status: 'open' });
    await fixture.refresh('invoices');
    await fixture.waitUntil(areDownloaded);
    const file = join(fixture.dir, 'invoices', `${invoices()[0]?.pdf_sha256}.pdf`);
    writeFileSync(file, '%PDF-1.7 changed');
    expect(await readPdf('inv-1'), 'not what was downloaded').toBeNull();
    await fixture.mirror.downloadPdf(invoices()[0]?.invoice_id ?? '', new AbortController().signal);
    expect(await readPdf('inv-1')).toContain('inv-1');
    rmSync(file);
    writeFileSync(join(fixture.dir, 'invoices', 'inv_1.part'), 'half');
    await fixture.restart();
    await fixture.mirror.downloadPdf(invoices()[0]?.invoice_id ?? '', new AbortController().signal);
    expect(await readPdf('inv-1')).toContain('inv-1');
    expect(readdirSync(join(fixture.dir, 'invoices'))).not.toContain('inv_1.part');
    const [first] = fixture.remote.state.invoices;
    fixture.remote.state.invoices = [{ ...first, status: 'paid' }];
    fixture.remote.state.files.set('/invoices/inv-1.pdf', {
      type: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7 paid'),
    });
    await fixture.refresh('invoices');
    await fixture.waitUntil(() => invoices()[0]?.pdf_status === 'paid');
    expect(await readPdf('inv-1')).toBe('%PDF-1.7 paid');
    await fixture.restart();
    await fixture.mirror.close();
    expect(readdirSync(join(fixture.dir, 'invoices')), 'the one that was replaced is deleted').toHaveLength(1);
    expect(await readPdf('inv-1')).toBe('%PDF-1.7 paid');
  });

  test('that cannot be used keep their last state, with the reason, and the others are stored', async () => {
    addInvoice('inv-1');
    addInvoice('inv-2');
    await fixture.refresh('invoices');
    const [first] = fixture.remote.state.invoices;
    fixture.remote.state.invoices = [{ ...first, amount_due_usd: 'a lot' }];
    addInvoice('inv-3');
    await fixture.refresh('invoices');
    expect(invoices().map(({ remote_id, amount_cents, error }) => [remote_id, amount_cents, error])).toEqual(
      expect.arrayContaining([
        ['inv-1', 41_254, expect.stringContaining('amount_due_usd')],
        ['inv-2', 41_254, 'The remote no longer lists this invoice.'],
        ['inv-3', 41_254, null],
      ]),
    );
    fixture.remote.state.invoices = [];
    addInvoice('inv-1');
    await fixture.refresh('invoices');
    expect(invoices().find(({ remote_id }) => remote_id === 'inv-1')?.error).toBeNull();
  });

  test('that cannot be used and are new have the reason, and do not stop the others', async () => {
    addInvoice('inv-1', { issue_date: '12000-01-01' });
    addInvoice('inv-2');
    fixture.remote.setFault('listInvoices', ({ headers }) =>
      headers['if-none-match'] === '"1"' ? { status: 304 } : { headers: { ETag: '"1"' } },
    );
    await fixture.refresh('invoices');
    await fixture.waitUntil(areDownloaded);
    expect(invoices().map(({ remote_id }) => remote_id)).toEqual(['inv-2']);
    const unusable = { number: 'inv-1', error: 'The remote sent an invoice without an issue date.' };
    expect(listUnusableInvoices(fixture.db)).toEqual([unusable]);
    const sentence = `1 invoice in the remote’s list could not be read. ${unusable.error}`;
    expect(await fixture.refresh('invoices'), 'also if the list has not changed').toBe(sentence);
    fixture.remote.setFault('listInvoices', null);
    fixture.remote.state.invoices = [];
    addInvoice('inv-1');
    await fixture.refresh('invoices');
    expect(listUnusableInvoices(fixture.db)).toEqual([]);
    expect(invoices().map(({ remote_id, error }) => [remote_id, error])).toContainEqual(['inv-1', null]);
  });

  test('with an address of the PDF that cannot be read are kept, with the reason', async () => {
    addInvoice('inv-1', { pdf_url: 7 });
    const error = 'The remote sent an invoice with an unusable field, which was left out: “pdf_url”.';
    expect(await fixture.refresh('invoices')).toBe(`1 invoice could not be read in full. ${error}`);
    expect(invoices()).toMatchObject([{ remote_id: 'inv-1', amount_cents: 41_254, error }]);
  });

  test('that cannot be used and are not listed any more are forgotten', async () => {
    addInvoice('inv-1', { status: null });
    await fixture.refresh('invoices');
    fixture.remote.state.invoices = [];
    await fixture.refresh('invoices');
    expect(listUnusableInvoices(fixture.db)).toEqual([]);
  });

  test('without a usable ID are left out, and the part says so', async () => {
    addInvoice('inv-1');
    addInvoice('inv-2');
    await fixture.refresh('invoices');
    fixture.remote.state.invoices = [{ invoice_id: 7 }];
    addInvoice('inv-1');
    const sentence =
      '1 invoice in the remote’s list could not be read. The remote sent an unusable invoice: the field “invoice_id” is not text.';
    expect(await fixture.refresh('invoices')).toBe(sentence);
    await fixture.waitUntil(areDownloaded);
    expect(
      invoices().map(({ remote_id, error }) => [remote_id, error]),
      'it can be inv-2',
    ).toEqual(
      expect.arrayContaining([
        ['inv-1', null],
        ['inv-2', null],
      ]),
    );
  });

  test('without the URL of a PDF have the reason', async () => {
    addInvoice('inv-1', { pdf_url: null });
    await fixture.refresh('invoices');
    const row = findRemoteInvoice(fixture.db, invoices()[0]?.invoice_id ?? '');
    expect(row).toMatchObject({ pdf_url: '', pdf_sha256: null, pdf_error: null });
  });

  test('from before the first date that a ZIP can have are downloaded together', async () => {
    addInvoice('inv-1', { issue_date: '1969-07-20T00:00:00Z' });
    await fixture.refresh('invoices');
    const bytes = Buffer.from('%PDF-1.7');
    const zip = await buffer(
      bundleInvoices(readExportedInvoices(fixture.db, fixture.orgId), () => Promise.resolve(bytes)),
    );
    expect(zip.includes('1 inv-1 1969-07-20.pdf')).toBe(true);
  });
});

test('an unlinked workspace keeps the last numbers and the PDFs, and issues no invoices', async () => {
  addInvoice('inv-1', { status: 'open' });
  await fixture.refresh('usage');
  await fixture.refresh('invoices');
  await fixture.waitUntil(areDownloaded);
  deleteConnection(fixture.db);
  fixture.setClock('2027-06-10T09:00:00Z');
  fixture.billing.checkCycles();
  fixture.billing.closeEndedCycles(fixture.orgId);
  expect(listInvoiceEntries(fixture.db, fixture.orgId).map(({ source }) => source)).toEqual(['remote']);
  expect(await readPdf('inv-1')).toContain('inv-1');
  expect(readCycleOverview(fixture.db, fixture.orgId, 0)).toMatchObject({
    usage: { minutes_used: 320 },
    remote: { is_linked: false },
  });
  expect(listOpenInvoices(fixture.db, fixture.orgId)).toEqual([]);
  expect(fixture.failures).toEqual([]);
});
