import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import Papa from 'papaparse';
import { createBillingPage } from '../helpers/billing-page.ts';
import { createCallPage } from '../helpers/call-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { prepareBilling } from '../helpers/prepare-billing.ts';

test.describe.serial('billing', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, {}, async (dataDir) => {
      await prepareBilling(dataDir, { name: 'Harbour', ageDays: 130, callsPerDay: 4 });
    });
  });
  test.afterAll(() => window.close());

  test('tells the cycle in words, as a gauge, as bars and as a table', async () => {
    const room = createBillingPage(window.page);
    await room.open();
    await expect(room.costHeading).toHaveText(/^\$349\.00 so far, likely \$\d/);
    await expect(window.page.getByText(/from \d+ days of this cycle and the one before\./)).toBeVisible();
    await expect(room.gauge).toHaveAttribute(
      'aria-valuetext',
      /^\d+ minutes used of 400 included, likely [\d,]+ to [\d,]+ minutes/,
    );
    await expect(room.dayChart).toHaveAccessibleName(/the most on \w+,? \d+ \w+ with \d+ minutes/);
    await expect(room.dayChart.locator('canvas')).toBeVisible();
    await expect(room.notices.getByText('This cycle is likely to use more than the included minutes.')).toBeVisible();
    await expect(window.page.getByText(/all \d+ minutes are explained\.$/)).toBeVisible();
    await window.page.getByRole('button', { name: 'Show the days as a table' }).click();
    await expect(room.daysTable.getByRole('cell', { name: 'not known' }).first()).toBeAttached();
    await expect(
      room.daysTable.getByRole('cell', { name: '0 minutes' }).first(),
      'no calls is not unknown',
    ).toBeAttached();
    await window.page.getByRole('button', { name: 'Show the days as bars' }).click();
  });

  test('lists invoices that are sorted, filtered and opened by keys', async () => {
    const { page } = window;
    const room = createBillingPage(page);
    const all = await room.rows.count();
    expect(all).toBeGreaterThanOrEqual(4);
    await expect(room.rows.first()).toContainText('Open');
    const amounts = async () =>
      (await room.rows.getByRole('cell').filter({ hasText: '$' }).allInnerTexts()).map((text) =>
        Number(text.replaceAll(/[$,]/g, '')),
      );
    await room.table.getByRole('button', { name: 'Amount' }).click();
    expect(await amounts()).toEqual((await amounts()).toSorted((a, b) => b - a));
    await room.table.getByRole('button', { name: 'Issued' }).click();
    await expect(room.rows.first()).toContainText('INV-0001');
    await room.table.getByRole('button', { name: 'Issued' }).click();
    await expect(room.rows.last()).toContainText('INV-0001');
    await page.getByRole('button', { name: 'Status' }).first().click();
    await page.getByRole('menuitemradio', { name: 'Paid' }).click();
    await expect(room.rows).toHaveCount(all - 1);
    await room.filter.fill('nothing like it');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(room.rows).toHaveCount(all);
    await room.row('INV-0001').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(room.panel('INV-0001')).toBeFocused();
    await expect(room.panel('INV-0001').getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(room.panel('INV-0001')).toBeHidden();
    await expect(room.row('INV-0001').getByRole('button')).toBeFocused();
  });

  test('opens and saves the PDF of an invoice, and marks it as paid', async () => {
    const { page } = window;
    const room = createBillingPage(page);
    await room.rows.first().getByRole('button').click();
    const number = (await room.rows.first().getByRole('rowheader').innerText()).trim();
    const panel = room.panel(number);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Save PDF' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`${number}.pdf`);
    expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      panel.getByRole('button', { name: 'Open PDF' }).click(),
    ]);
    expect(opened.url()).toMatch(/\/invoices\/inv_[\w-]+\.pdf\?expires=|^about:blank$/);
    await opened.close();
    await panel.getByRole('button', { name: 'Mark as paid' }).dblclick();
    await expect(page.getByText(`${number} is marked as paid`)).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: 'was not marked as paid' })).toHaveCount(0);
    await expect(room.rows.first()).toContainText('Paid');
    await expect(page.getByRole('status').filter({ hasText: 'all paid' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('gives all invoices as CSV, and a stretch of them as a zip', async () => {
    const { page } = window;
    const room = createBillingPage(page);
    const all = await room.rows.count();
    const [csv] = await Promise.all([page.waitForEvent('download'), room.exportAs('All invoices as CSV')]);
    const { data } = Papa.parse((await readFile(await csv.path(), 'utf8')).trim(), { header: true });
    expect(data).toHaveLength(all);
    const [zip] = await Promise.all([page.waitForEvent('download'), room.exportAs('All invoices as zip')]);
    const bytes = await readFile(await zip.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.toString('latin1').match(/INV-\d{4} \d{4}-\d\d-\d\d\.pdf/g)?.length).toBeGreaterThanOrEqual(all);
  });

  test('counts a call as soon as it is over, live', async () => {
    const { page } = window;
    const room = createBillingPage(page);
    const used = async () => Number(await room.gauge.getAttribute('aria-valuenow'));
    const before = await used();
    const calls = createCallsPage(page);
    await calls.open();
    await calls.openPanel();
    await calls.number.fill('+14155550132');
    await calls.selectOption('Recipient', /wrong person/i);
    await calls.submit.click();
    await expect(createCallPage(page).header).toBeVisible();
    await room.open();
    await expect.poll(used, { timeout: 120_000 }).toBeGreaterThan(before);
    await expect(page.getByText(/all \d+ minutes are explained\.$/)).toBeVisible();
  });
});

test('axe finds no violations in billing', async ({ browser }) => {
  const window = await openInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' }, async (dataDir) => {
    await prepareBilling(dataDir, { name: 'Harbour', ageDays: 70, callsPerDay: 4 });
  });
  const { page } = window;
  const room = createBillingPage(page);
  await room.open();
  await expectNoViolations(page, 'billing');
  await room.rows.first().getByRole('button').click();
  await page.getByRole('button', { name: 'Show the days as a table' }).click();
  await expect(room.daysTable).toBeVisible();
  await expectNoViolations(page, 'billing, with an invoice and a table of days');
  await window.close();
});

test('a notice is told as it is raised, wherever the window is, and stays in billing', async ({ browser }) => {
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
  const sentence = 'All included minutes of this cycle are used.';
  await expect(page.getByRole('dialog', { name: sentence })).toBeVisible({ timeout: 120_000 });
  const room = createBillingPage(page);
  await room.open();
  await expect(room.notices.getByText(sentence)).toBeVisible();
  await expect(room.notices.getByRole('listitem')).toHaveCount(3);
  await window.close();
});

test('a new workspace has a cycle, and says when its first invoice comes', async ({ browser }) => {
  const window = await openInBrowser(browser, { colorScheme: 'light' });
  const { page } = window;
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  const room = createBillingPage(page);
  await room.open();
  await expect(room.costHeading).toHaveText('$0.00 so far');
  await expect(page.getByText(/^Too early in the cycle to say/)).toBeVisible();
  await expect(page.getByText('No invoices yet. Each cycle gets one when it ends')).toBeVisible();
  await expect(page.getByText('No completed calls in this cycle yet.')).toBeVisible();
  await expectNoViolations(page, 'billing, a new workspace');
  await window.close();
});
