import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refetchBilling } from '../../../../renderer/features/billing/billing-query.ts';
import { BillingView } from '../../../../renderer/features/billing/billing-view.tsx';
import { CycleUsage } from '../../../../renderer/features/overview/cycle-usage.tsx';
import type { BillingOverview } from '../../../../shared/billing/billing.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import type { InvoiceRecord } from '../../../../shared/billing/invoices.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const now = Date.parse('2026-11-10T12:00:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => vi.useRealTimers();
});

const toTime = (ms: number) => new Date(ms).toISOString();
const start = Date.parse('2026-11-01T00:00:00.000Z');

/** Linked on the third day; not open on the sixth and the seventh. */
const minutes = [null, null, 0, 12, 20, null, null, 4, 18, 9];

const sample: BillingOverview = {
  plan: null,
  usage: {
    billing_period: { start: toTime(start), end: toTime(start + 30 * dayMs) },
    minutes_used: 320,
    minutes_included: 500,
    overage_minutes: 0,
    estimated_cost_usd: 49.5,
  },
  previous_minutes: null,
  forecast: { minutes: { low: 500, high: 620 }, cost_usd: null, cycle_days: 4, previous_cycle_days: 0 },
  remote: { is_linked: true, is_permitted: true, fetched_at: toTime(now - 3 * 60_000), unassigned_minutes: 257 },
  days: Array.from({ length: 30 }, (_, day) => ({
    start: toTime(start + day * dayMs),
    minutes: minutes[day] ?? null,
    is_partial: day === 2 || day === 7,
  })),
  notices: [],
  unconfirmed_cycles: null,
  future_invoices: null,
  reconciliation: { calls: 14, call_minutes: 41, unmatched_minutes: 279, calls_without_date: 0 },
  practice: { calls: 0, minutes: 0 },
};

const invoice: InvoiceRecord = {
  invoice_id: 'inv_local',
  number: 'R-2026-10/<b>',
  amount_due_usd: 412.54,
  status: 'past_due',
  issue_date: toTime(start),
  line_items: null,
  is_changeable: false,
  pdf_url: null,
  error: null,
};

async function renderBilling(overview: BillingOverview, invoices: readonly InvoiceRecord[]) {
  const service = startFakeService();
  service.answer(appRoutes.getBillingOverview, () => overview);
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [...invoices], unreadable: 0, unusable: [] }));
  await renderInWindow(<BillingView />, { path: '/billing', workspace: { kind: 'linked' } });
  return service;
}

const panel = page.getByRole('region', { name: 'Invoice R-2026-10/<b>' });
const openInvoice = () => page.getByRole('button', { name: 'R-2026-10/<b>' }).click();

test('shows what the remote sent, when, and what it does not send', async () => {
  await renderBilling(sample, [invoice]);
  await expect.element(page.getByRole('heading', { name: 'Current charges $49.50', exact: true })).toBeVisible();
  await expect.element(page.getByText('500–620 minutes forecast, based on 4 days of this cycle')).toBeVisible();
  await expect.element(page.getByText(/^500 minutes included\. Current cycle: Nov 1 – 30/)).toBeVisible();
  await expect.element(page.getByText(/^Data from the remote, .+\. It doesn’t include the plan\.$/)).toBeVisible();
  await expect
    .element(
      page.getByText('14 calls in this workspace match 41 of 320 billed minutes · The other 279 may be', {
        exact: false,
      }),
    )
    .toBeVisible();
});

test('names the days without data, and the minutes that cannot be assigned to a day', async () => {
  await renderBilling(sample, []);
  const text = 'No data for 4 shaded days, because nothing was synced then · 257 minutes cannot be assigned to a day';
  await expect.element(page.getByText(text, { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('img', { name: /^Minutes per day over 6 days so far, at most 20 minutes .*4 shaded days/ }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(page.getByRole('row', { name: /Nov 8 at least 4 minutes/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Nov 7 —/ })).toBeInTheDocument();
});

test('lists invoices with the status and the remote’s ID, without line items', async () => {
  await renderBilling(sample, [invoice]);
  await expect.element(page.getByRole('row', { name: /R-2026-10\/<b>.*\$412\.54 past_due/ })).toBeVisible();
  await expect.element(page.getByText('1 invoice', { exact: true })).toBeVisible();
  await openInvoice();
  await expect.element(panel).toMatchTextContent(/Total\$412\.54The remote sends no line items\./);
  await expect.element(panel).toMatchTextContent(/ID at remoteR-2026-10\/<b>/);
  expect(panel.getByRole('button', { name: /paid|Void|credit/ }).elements()).toEqual([]);
});

test('says why an invoice cannot be shown, although no other is known', async () => {
  const service = await renderBilling(sample, []);
  const unusable = [{ number: 'R-9', error: 'The remote sent an invoice without its amount.' }];
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [], unreadable: 0, unusable }));
  await refetchBilling();
  await expect
    .element(page.getByRole('list', { name: 'Invoices that cannot be shown' }))
    .toMatchTextContent('R-9: The remote sent an invoice without its amount.');
  await expect.element(page.getByText(/^No invoices yet/)).not.toBeInTheDocument();
  for (let at = 0; at < 500; at += 1) unusable.push({ number: `R-1${at}`, error: 'The remote sent nothing.' });
  await refetchBilling();
  await expect
    .element(page.getByRole('list', { name: 'Invoices that cannot be shown' }))
    .toMatchTextContent(/^R-9: .*498 more invoices cannot be shown\.$/);
});

test('downloads a PDF that is missing, with the reason why it is', async () => {
  const service = await renderBilling(sample, [invoice]);
  await openInvoice();
  const open = panel.getByRole('button', { name: 'Open PDF' });
  await expect.element(open).toHaveAccessibleDescription('The PDF has not been downloaded from the remote yet.');
  await expect.element(panel).toMatchTextContent(/The PDF has not been downloaded yet\./);
  const error = 'The file is not a PDF.';
  service.answer(appRoutes.downloadInvoicePdf, () => ({ ...invoice, error }));
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [{ ...invoice, error }], unreadable: 0, unusable: [] }));
  await panel.getByRole('button', { name: 'Download PDF' }).click();
  await expect.element(page.getByText('The PDF of R-2026-10/<b> was not downloaded').first()).toBeVisible();
  await expect.element(open).toHaveAccessibleDescription(error);
  const downloaded = { ...invoice, pdf_url: '/invoices/inv_local.pdf' };
  service.answer(appRoutes.downloadInvoicePdf, () => downloaded);
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [downloaded], unreadable: 0, unusable: [] }));
  await panel.getByRole('button', { name: 'Download PDF' }).click();
  await expect.element(open).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(panel.getByRole('button', { name: 'Download PDF' })).not.toBeInTheDocument();
  await expect.element(panel).toMatchTextContent(/The PDF is stored on this computer\./);
});

const withoutUsage: BillingOverview = {
  ...sample,
  usage: null,
  forecast: null,
  days: [],
  reconciliation: null,
  remote: { is_linked: true, is_permitted: false, fetched_at: null, unassigned_minutes: 0 },
};

test('says that the role of the API key may not read billing', async () => {
  await renderBilling(withoutUsage, []);
  await expect.element(page.getByRole('heading', { name: 'Usage is not available' })).toBeVisible();
  await expect.element(page.getByText(/Billing requires the Admin role\./)).toBeVisible();
  await expect.element(page.getByText(/^Invoices are not available: the role of the API key/)).toBeVisible();
});

test('says that nothing has been fetched yet', async () => {
  const remote = { is_linked: true, is_permitted: true, fetched_at: null, unassigned_minutes: 0 };
  await renderBilling({ ...withoutUsage, remote }, []);
  await expect.element(page.getByRole('heading', { name: 'No usage yet' })).toBeVisible();
  await expect.element(page.getByText('No invoices yet. They appear here when the remote lists them.')).toBeVisible();
});

const remote = { is_linked: true, is_permitted: true, fetched_at: toTime(now), unassigned_minutes: 0 };
test.each([
  ['is no longer linked', { ...remote, is_linked: false }, /no longer linked, so newer data is not fetched/],
  ['may no longer be read', { ...remote, is_permitted: false }, /no longer allowed to read billing/],
])('says why the numbers are not newer if the workspace %s', async (_name, state, text) => {
  await renderBilling({ ...sample, remote: state }, []);
  await expect.element(page.getByText(text)).toBeVisible();
});

test('says that the billing period has ended', async () => {
  vi.setSystemTime(start + 31 * dayMs);
  await renderBilling(sample, []);
  await expect
    .element(page.getByText(/This billing period has ended, and the next one has not been fetched/))
    .toBeVisible();
});

test('the overview shows the same, without a plan and without a price that is not known', async () => {
  startFakeService();
  await renderInWindow(<CycleUsage cycle={sample} />);
  await expect.element(page.getByText('Current charges $49.50', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('meter'))
    .toHaveAttribute('aria-valuetext', '320 minutes used of 500 included, forecast 500–620 minutes');
  await expect.element(page.getByText(/^Data from the remote, .+\. It/)).toBeVisible();
});
