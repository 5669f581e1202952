import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import Papa from 'papaparse';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { deleteInvoice } from '../helpers/data/delete-invoice.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { prepareBilling } from '../helpers/data/prepare-billing.ts';

test.describe.serial('billing', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, { colorScheme: 'light' }, async (dataDir) => {
      await prepareBilling(dataDir, { name: 'Harbour', ageDays: 130, callsPerDay: 4 });
    });
  });
  test.afterAll(() => window.close());

  test('shows the cycle as text, as a gauge, as a chart and as a table', async () => {
    const billing = createBillingPage(window.page);
    await billing.open();
    await expect(billing.costHeading).toHaveText(/^Current charges \$349\.00 · Forecast \$\d/);
    await expect(window.page.getByText(/based on \d+ days of this cycle and the previous cycle$/)).toBeVisible();
    await expect(billing.gauge).toHaveAttribute(
      'aria-valuetext',
      /^\d+ minutes used of 400 included, forecast [\d,]+–[\d,]+ minutes/,
    );
    await expect(billing.dayChart).toHaveAccessibleName(/at most \d+ minutes on \w+,? (\d+ \w+|\w+ \d+)$/);
    await expect(billing.dayChart.locator('canvas')).toBeVisible();
    await expect(billing.notices.getByText('Forecast: you’ll exceed your included minutes')).toBeVisible();
    await expect(window.page.getByText(/^All \d+ billed minutes match \d+ calls$/)).toBeVisible();
    await window.page.getByRole('button', { name: 'Show as table' }).click();
    await expect(billing.daysTable.getByRole('cell', { name: '—' }).first()).toBeAttached();
    await expect(
      billing.daysTable.getByRole('cell', { name: '0 minutes' }).first(),
      'a day without calls is not a day without data',
    ).toBeAttached();
    await billing.rows.first().getByRole('button').click();
    await expect(window.page.getByRole('region', { name: /^Invoice / })).toBeVisible();
    await expectNoViolations(window.page, 'billing, with an invoice and the table of days');
    await window.page.keyboard.press('Escape');
    await window.page.getByRole('button', { name: 'Show as chart' }).click();
  });

  test('sorts, filters and opens invoices with the keyboard', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    const all = await billing.rows.count();
    expect(all).toBeGreaterThanOrEqual(4);
    await expect(billing.rows.first()).toContainText('Open');
    const amounts = async () =>
      (await billing.rows.getByRole('cell').filter({ hasText: '$' }).allInnerTexts()).map((text) =>
        Number(text.replaceAll(/[$,]/g, '')),
      );
    await billing.table.getByRole('button', { name: 'Amount' }).click();
    expect(await amounts()).toEqual((await amounts()).toSorted((a, b) => b - a));
    await billing.table.getByRole('button', { name: 'Issued' }).click();
    await expect(billing.rows.first()).toContainText('INV-0001');
    await billing.table.getByRole('button', { name: 'Issued' }).click();
    await expect(billing.rows.last()).toContainText('INV-0001');
    await page.getByRole('button', { name: 'Status' }).first().click();
    await page.getByRole('menuitemradio', { name: 'Paid' }).click();
    await expect(billing.rows).toHaveCount(all - 1);
    await billing.filter.fill('no such invoice');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(billing.rows).toHaveCount(all);
    await billing.row('INV-0001').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(billing.panel('INV-0001')).toBeFocused();
    await expect(billing.panel('INV-0001').getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(billing.panel('INV-0001')).toBeHidden();
    await expect(billing.row('INV-0001').getByRole('button')).toBeFocused();
  });

  test('opens and saves the PDF of an invoice, and marks it as paid', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    await billing.rows.first().getByRole('button').click();
    const number = (await billing.rows.first().getByRole('rowheader').innerText()).trim();
    const panel = billing.panel(number);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save PDF' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`${number}.pdf`);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .context()
        .waitForEvent('request', (request) =>
          /\/invoices\/inv_[\w-]+\.pdf\?workspace=wsp_\w+&expires=/.test(request.url()),
        ),
      panel.getByRole('button', { name: 'Open PDF' }).click(),
    ]);
    await opened.close();
    await panel.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).dblclick();
    await expect(page.getByText(`Marked ${number} as paid`)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: 'was not marked as paid' })).toHaveCount(0);
    await expect(billing.rows.first()).toContainText('Paid');
    await expect(page.getByRole('status').filter({ hasText: 'all paid' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('downloads all invoices as CSV and as a ZIP file', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    const all = await billing.rows.count();
    const [csv] = await Promise.all([page.waitForEvent('download'), billing.exportAs('Download all invoices (CSV)')]);
    const { data } = Papa.parse((await readFile(await csv.path(), 'utf8')).trim(), { header: true });
    expect(data).toHaveLength(all);
    const [zip] = await Promise.all([page.waitForEvent('download'), billing.exportAs('Download all invoices (ZIP)')]);
    const bytes = await readFile(await zip.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.toString('latin1').match(/INV-\d{4} \d{4}-\d\d-\d\d\.pdf/g)?.length).toBeGreaterThanOrEqual(all);
  });

  test('counts a call as soon as it ends', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    const readMinutesUsed = async () => Number(await billing.gauge.getAttribute('aria-valuenow'));
    const before = await readMinutesUsed();
    const calls = createCallsPage(page);
    await calls.open();
    await calls.openPanel();
    await calls.number.fill('+14155550132');
    await calls.selectOption('Recipient', /wrong person/i);
    await calls.submit.click();
    await expect(createCallPage(page).header).toBeVisible();
    await billing.open();
    await expect.poll(readMinutesUsed, { timeout: 120_000 }).toBeGreaterThan(before);
    await expect(page.getByText(/^All \d+ billed minutes match \d+ calls$/)).toBeVisible();
  });

  test('says why a PDF cannot be opened or saved, without a download or a new tab', async () => {
    const { page } = window;
    const billing = createBillingPage(page);
    const opened: unknown[] = [];
    page.on('download', (download) => opened.push(download));
    page.context().on('page', (tab) => opened.push(tab));
    const row = billing.rows.last();
    const number = (await row.getByRole('rowheader').innerText()).trim();
    await row.getByRole('button').click();
    deleteInvoice(`${window.folder}/data`, number);
    const message = page.getByRole('alert').filter({ hasText: 'This invoice does not exist.' });
    await billing.panel(number).getByRole('button', { name: 'Open PDF' }).click();
    await expect(message.filter({ hasText: `${number} was not opened` })).toBeVisible();
    await billing.panel(number).getByRole('button', { name: 'Save PDF' }).click();
    await expect(message.filter({ hasText: `${number} was not saved` })).toBeVisible();
    expect(opened).toEqual([]);
  });
});

test('a new usage notice shows in any view, and stays in billing', async ({ browser }) => {
  const window = await openInBrowser(browser, {}, async (dataDir) => {
    await prepareBilling(dataDir, { name: 'Harbour', ageDays: 40, callsPerDay: 0, minutesIncluded: 1 });
  });
  const { page } = window;
  const calls = createCallsPage(page);
  await calls.open();
  await calls.openPanel();
  await calls.number.fill('+14155550132');
  await calls.selectOption('Recipient', /wrong person/i);
  await calls.submit.click();
  const notice = 'You’ve used all of your included minutes';
  await expect(page.getByRole('group', { name: notice })).toBeVisible({ timeout: 120_000 });
  const billing = createBillingPage(page);
  await billing.open();
  await expect(billing.notices.getByText(notice)).toBeVisible();
  await expect(billing.notices.getByRole('listitem'), 'the notices of 50% and 80% disappear').toHaveCount(1);
  await window.close();
});
