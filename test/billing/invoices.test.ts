import { renameSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import yauzl from 'yauzl';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvoiceRenderer } from '../../electron/service/features/billing/pdf/invoice-renderer.ts';
import { renderInvoice } from '../../electron/service/features/billing/pdf/render-invoice.ts';
import { SystemFonts } from '../../electron/service/features/billing/pdf/system-fonts.ts';
import { toPrintableText } from '../../electron/service/features/billing/pdf/invoice-text.ts';
import type { InvoiceRow } from '../../electron/service/features/billing/invoice-row.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import { openDemoKeys } from '../helpers/data/demo-keys.ts';
import { seedDemoWorkspace } from '../helpers/data/seed-demo-workspace.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';

const sample: InvoiceRow = {
  invoice_id: 'inv_1',
  org_id: 'org_1',
  number: 7,
  cycle_start: Date.parse('2026-02-01'),
  cycle_end: Date.parse('2026-03-01'),
  issuer: 'Switchboard (local workspace)',
  customer: 'Northwind Broadband',
  plan_name: 'Growth',
  fee_cents: 34_900,
  minutes_included: 2_000,
  overage_cents_per_minute: 18,
  minutes_used: 2_353,
  amount_cents: 41_254,
  status: 'open',
  paid_at: null,
  reversed_at: null,
  credit_note_number: null,
  closes_cycle: 1,
};

async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const page = await pdf.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  const { info } = (await pdf.getMetadata()) as { info: Record<string, unknown> }; // declared too narrowly
  const isMarked = Buffer.from(bytes).includes('/Marked true');
  return { pages: pdf.numPages, text, info, isMarked, tree: await page.getStructTree() };
}

type Node = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>;

function rolesIn(node: Node): readonly string[] {
  return [node.role, ...node.children.flatMap((child) => ('role' in child ? rolesIn(child) : []))];
}

describe('the PDF of an invoice', () => {
  test('contains issuer, customer, period and amounts as accessible text', async () => {
    const { pages, text, info, isMarked, tree } = await readPdf(await renderInvoice(sample));
    expect(pages).toBe(1);
    for (const part of [
      'Invoice INV-0007',
      'Open',
      'Switchboard (local workspace)',
      'Northwind Broadband',
      'Organization org_1',
      '1 March 2026',
      '1 February 2026 – 28 February 2026',
      'Growth plan, base fee',
      '$349.00',
      '2,000',
      '353',
      '$0.18',
      '$63.54',
      '$412.54',
      'Amount due (USD)',
    ])
      expect(text, part).toContain(part);
    expect(info).toMatchObject({ Title: 'Invoice INV-0007', Language: 'en-US', CreationDate: 'D:20260301000000Z' });
    expect(isMarked).toBe(true);
    const roles = tree ? rolesIn(tree) : [];
    for (const [role, count] of Object.entries({ H1: 1, H2: 2, Table: 2, TR: 10 }))
      expect(
        roles.filter((one) => one === role),
        role,
      ).toHaveLength(count);
    expect(roles.filter((role) => role === 'TH').length).toBe(5 + 4 + 3 + 1);
  });

  test('is byte-identical until the invoice is paid', async () => {
    const renderer = new InvoiceRenderer();
    const first = Buffer.from(await renderer.render(sample));
    expect(first.equals(Buffer.from(await renderInvoice(sample)))).toBe(true);
    const paid = await renderer.render({ ...sample, status: 'paid', paid_at: Date.parse('2026-03-05') });
    expect(first.equals(Buffer.from(paid))).toBe(false);
    expect((await readPdf(paid)).text).toContain('Paid on 5 March 2026');
    await renderer.close();
  });

  test('shows that it is void, or credited with the number of the credit note', async () => {
    const reversed_at = Date.parse('2026-03-05');
    const voided = await readPdf(await renderInvoice({ ...sample, status: 'void', reversed_at }));
    expect(voided.text).toContain('VOID since 5 March 2026');
    expect(voided.text).toMatch(/Amount due \(USD\)\s*\$0\.00/);
    const paid = { ...sample, status: 'paid', paid_at: Date.parse('2026-03-03') } as const;
    const credited = await readPdf(await renderInvoice({ ...paid, reversed_at, credit_note_number: 12 }));
    expect(credited.text).toContain('Paid on 3 March 2026, credited in full on 5 March 2026 by credit note CN-0012');
    expect(credited.text).toContain('-$412.54');
    expect([voided.pages, credited.pages]).toEqual([1, 1]);
  });

  test('shows names in other scripts if the font has them, and says which characters it does not have', async () => {
    const render = (invoice: Partial<InvoiceRow>) => renderInvoice({ ...sample, ...invoice }, new SystemFonts([]));
    const name = async (customer: string) => (await readPdf(await render({ customer }))).text;
    expect(await name('Café Ωμέγα Жук Łódź')).toContain('Café Ωμέγα Жук Łódź');
    expect(await name('Café Ωμέγα')).not.toContain('□');
    for (const customer of ['متجر Nour', 'مُحَمَّد', 'שלום', 'हिन्दी प्रिया', 'ที่กรุงเทพ']) {
      const text = await name(customer);
      expect(text).not.toContain('□');
      for (const letter of customer.match(/\p{L}/gu) ?? []) expect(text.normalize('NFKC'), customer).toContain(letter);
    }
    for (const [customer, printed, missing] of [
      ['北京 Acme 京 Tokyo 😀', '□□ Acme □ Tokyo □', 'U+5317, U+4EAC, U+1F600,'],
      ['北京饭店', '□□□□', 'U+5317, U+4EAC, U+996D, U+5E97,'],
      ['一二三四五六七八九十百千万', '□'.repeat(13), 'U+5341, U+767E, U+5343 and 1 more,'],
    ] as const) {
      const text = await name(customer);
      expect(text).toMatch(new RegExp(`To\\n?${printed}\\n?Organization org_1`));
      expect(text.replaceAll(/\s+/g, ' ')).toContain(`${missing} which no font of this computer has.`);
    }
    expect((await readPdf(await render({ plan_name: '企业 1' }))).text).toContain('□□ 1 plan, base fee');
    expect(await name('A'.repeat(80))).toContain('A'.repeat(30));
    const { tree } = await readPdf(await render({ customer: '北京饭店' }));
    expect(JSON.stringify(tree)).not.toContain('\u0000');
    expect(toPrintableText('\u{1F600}\u202E', () => true)).toBeNull();
    expect(toPrintableText('ﬁne', (point) => point < 128)).toBe('fine');
  });

  test('prints characters that it has no font for in a font of the computer, in the form of their language', async () => {
    const fonts = new SystemFonts([join(import.meta.dirname, '../fixtures/fonts'), '/no/such/folder']);
    for (const [customer, used] of [
      ['北京饭店 Acme', ['SquaresSC-Bold']],
      ['東京大学 アー', ['SquaresJP-Bold']],
      ['한국대학교', ['SquaresKR-Bold']],
      ['北京 한국 Ω', ['SquaresKR-Bold', 'SquaresJP-Bold']],
    ] as const) {
      const bytes = await renderInvoice({ ...sample, customer }, fonts);
      const { text } = await readPdf(bytes);
      expect(text).toContain(`${customer}\nOrganization`);
      expect(text).not.toContain('□');
      for (const font of used) expect(Buffer.from(bytes).toString('latin1'), customer).toContain(font);
    }
    const { text } = await readPdf(await renderInvoice({ ...sample, customer: '北京 ሀገር' }, fonts));
    expect(text).toMatch(/北京 □□□\n.*U\+1200, U\+1308, U\+122D, which no font/s);
  });

  test.each(['W', 'a b ', '😀', 'א'])('fits on one page with long names of %j', async (sign) => {
    const name = sign.repeat(300);
    const { pages, text } = await readPdf(
      await renderInvoice({ ...sample, issuer: name, customer: name, plan_name: name }),
    );
    expect(pages).toBe(1);
    expect(text).toContain('$412.54');
  });

  test('shows very large and zero amounts', async () => {
    const { text } = await readPdf(
      await renderInvoice({
        ...sample,
        fee_cents: 2 ** 50,
        amount_cents: 2 ** 50,
        minutes_used: 10 ** 9,
        minutes_included: 10 ** 9,
      }),
    );
    expect(text).toContain('$11,258,999,068,426.24');
    expect(text).toContain('1,000,000,000');
    const free = { ...sample, fee_cents: 0, amount_cents: 0, minutes_used: 0 };
    expect((await readPdf(await renderInvoice(free))).text).toContain('$0.00');
  });
});

describe('the invoices of the demo', () => {
  let folder: TemporaryFolder;
  let started: StartedService;
  let keys: Readonly<Record<string, string>>;
  const now = Date.parse('2026-03-20T09:00:00Z');

  beforeAll(async () => {
    folder = await createTemporaryFolder();
    seedDemoInvoices(join(folder.path, 'workspaces'), now);
    started = await startService({ dataDir: folder.path, rateLimitPerMinute: 0, now: () => now });
    ({ keys } = await openDemoKeys(started.service));
  });
  afterAll(async () => {
    await started.stop();
    await folder.remove();
  });

  const records = async () => (await started.app(appRoutes.listInvoiceRecords, {})).data;

  test('are at least two paid invoices and an open one, newest first', async () => {
    const statuses = (await records()).map(({ status }) => status);
    expect(statuses[0]).toBe('open');
    expect(statuses.filter((status) => status === 'paid').length).toBeGreaterThanOrEqual(2);
    const { data } = await started.v1(v1Routes.listInvoices, {});
    expect(data[0]).toMatchObject({ amount_due_usd: 349, status: 'open', issue_date: '2026-03-02T00:00:00.000Z' });
    expect(data[0]?.pdf_url).toMatch(
      /^http:\/\/service\.test\/invoices\/inv_\w+\.pdf\?workspace=wsp_\w+&expires=\d+&signature=/,
    );
  });

  test('open by signed URL without an API key, support ranges and return 304 if unchanged', async () => {
    const { data } = await started.v1(v1Routes.listInvoices, {});
    const url = data[0]?.pdf_url ?? '';
    const whole = await started.send(url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(whole.headers.get('Content-Length')).toBe(String(bytes.byteLength));
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const part = await started.send(url, { headers: { Range: 'bytes=5-9' } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 5-9/${bytes.byteLength}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
    const etag = whole.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"/);
    expect((await started.send(url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await started.send(url, { headers: { Range: `bytes=${bytes.byteLength}-` } })).status).toBe(416);
  });

  test('do not open with the signature of a recording, of another invoice, or without one', async () => {
    const [first, second] = await records();
    const url = first?.pdf_url ?? '';
    for (const wrong of [
      url.replace(first?.invoice_id ?? '', second?.invoice_id ?? ''),
      url.replace('/invoices/', '/audio/').replace('.pdf', '.mp3'),
      url.replace('.pdf', '.mp3'),
      url.split('?')[0] ?? '',
    ])
      expect((await started.send(wrong)).status, wrong).toBe(403);
  });

  test('are visible to admins only and have an ETag', async () => {
    for (const path of ['/v1/billing/usage', '/v1/billing/invoices']) {
      const ask = (role: string, headers: Record<string, string> = {}) =>
        started.send(path, { headers: { Authorization: `Bearer ${keys[role]}`, ...headers } });
      expect([(await ask('manager')).status, (await ask('viewer')).status], path).toEqual([403, 403]);
      const answer = await ask('admin');
      expect(answer.status).toBe(200);
      const again = await ask('admin', { 'If-None-Match': answer.headers.get('ETag') ?? '' });
      expect(again.status, path).toBe(304);
    }
  });

  test('can be voided if open, and credited if paid, once and by admins', async () => {
    const [open, paid] = await records();
    const post = (id: string | undefined, action: string, role = 'admin') =>
      started.send(`/v1/billing/invoices/${id}/${action}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${keys[role]}` },
      });
    const code = async (response: Response) => ((await response.json()) as { code: string }).code; // the format of problems
    for (const role of ['manager', 'viewer'])
      expect((await post(open?.invoice_id, 'void', role)).status, role).toBe(403);
    expect(await code(await post('inv_0', 'void'))).toBe('invoice_not_found');
    expect(await code(await post(paid?.invoice_id, 'void'))).toBe('invoice_already_paid');
    expect(await code(await post(open?.invoice_id, 'credit-note'))).toBe('invoice_not_paid');
    const credited = await post(paid?.invoice_id, 'credit-note');
    expect([credited.status, await credited.json()]).toEqual([
      201,
      {
        credit_note: 'CN-0001',
        invoice_id: paid?.invoice_id,
        amount_usd: paid?.amount_due_usd,
        issue_date: new Date(now).toISOString(),
      },
    ]);
    expect(await code(await post(paid?.invoice_id, 'credit-note'))).toBe('invoice_reversed');
    const { data } = await started.app(appRoutes.listInvoiceRecords, {});
    expect(data[1]).toMatchObject({
      number: paid?.number,
      status: 'paid',
      line_items: { credit_note: 'CN-0001' },
    });
    const url = (await records())[1]?.pdf_url ?? '';
    const { text } = await readPdf(new Uint8Array(await (await started.send(url)).arrayBuffer()));
    expect(text).toContain('credited in full on 20 March 2026 by credit note CN-0001');
    const { data: entries } = await started.v1(v1Routes.listActivity, {});
    expect(entries[0]).toMatchObject({ summary: `Tried to issue credit note for ${paid?.number}`, result: 'refused' });
    expect(entries[1]).toMatchObject({ summary: `Issued credit note for ${paid?.number}`, result: 'done' });
  });

  test('can be marked as paid once', async () => {
    const open = (await records()).find(({ status }) => status === 'open');
    const params = { invoice_id: open?.invoice_id ?? '' };
    expect(await started.app(appRoutes.markInvoicePaid, { params })).toMatchObject({
      status: 'paid',
      line_items: { paid_at: new Date(now).toISOString() },
    });
    await expect(started.app(appRoutes.markInvoicePaid, { params })).rejects.toMatchObject({
      code: 'invoice_already_paid',
    });
    const unknown = started.app(appRoutes.markInvoicePaid, { params: { invoice_id: 'inv_0' } });
    await expect(unknown).rejects.toBeInstanceOf(Problem);
    expect((await records()).every(({ status }) => status === 'paid')).toBe(true);
  });

  test('export as CSV with one line per invoice', async () => {
    const answer = await started.app(appRoutes.exportInvoices, {});
    const { data, errors } = Papa.parse<Record<string, string>>((await answer.text()).trim(), { header: true });
    expect(errors).toEqual([]);
    const listed = await records();
    expect(data.map(({ minutes_used, amount_usd }) => [minutes_used, amount_usd])).toEqual(
      listed.map(({ line_items, amount_due_usd }) => [String(line_items?.minutes_used), amount_due_usd.toFixed(2)]),
    );
    expect(data[0]).toMatchObject({ issue_date: '2026-03-02T00:00:00.000Z', amount_usd: '349.00' });
  });

  test('download as a ZIP of PDFs and CSV, by month or all at once', async () => {
    const names = async (query: { from?: string; to?: string }) => {
      const answer = await started.app(appRoutes.bundleInvoices, { query });
      return listZip(Buffer.from(await answer.arrayBuffer()));
    };
    const all = await records();
    expect(await names({})).toHaveLength(all.length + 1);
    expect(await names({ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' })).toEqual([
      'invoices.csv',
      `${all[0]?.number} 2026-03-02.pdf`,
    ]);
    await expect(names({ from: '2027-01-01T00:00:00.000Z' })).rejects.toMatchObject({ code: 'invoice_not_found' });
  });
});

/** Creates the demo as of a time. */
function seedDemoInvoices(workspacesDir: string, now: number): void {
  const dir = join(workspacesDir, 'new');
  const db = seedDemoWorkspace(dir, { now: () => now });
  const workspaceId = String(db.get('SELECT workspace_id FROM workspace')?.['workspace_id']);
  db.close();
  renameSync(dir, join(workspacesDir, workspaceId));
}

function listZip(bytes: Buffer): Promise<readonly string[]> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(bytes, (error, zip) => {
      if (error) return reject(error);
      const names: string[] = [];
      zip.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
      zip.on('end', () => resolve(names));
    }),
  );
}
