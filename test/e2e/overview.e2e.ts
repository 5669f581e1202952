import { expect, test, type Page } from '@playwright/test';
import { v1Routes, routeTreePaths } from '../../shared/contract/contract.ts';
import { findHandbook } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { placeSimulatedCallInPage } from '../helpers/pages/call-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import {
  waitForDemoDocuments,
  createKnowledgePage,
  createWorkspaceOnFirstRun,
  openKnowledge,
} from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, openDemoInBrowser } from '../helpers/browser/open-window.ts';
import { createOverviewPage } from '../helpers/pages/overview-page.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';
import { fetchAsWindow, readWindowHeaders } from '../helpers/service/fetch-as-window.ts';

/** Uploads a document without the interface. */
async function sendDocument(page: Page, title: string, text: string): Promise<void> {
  const url = `${routeTreePaths.v1}${v1Routes.uploadDocument.path}`;
  const headers = await readWindowHeaders(page);
  await page.evaluate(
    async (upload) => {
      const form = new FormData();
      form.append('title', upload.title);
      form.append('file', new File([upload.text], `${upload.title}.txt`));
      const response = await fetch(upload.url, { method: 'POST', headers: upload.headers, body: form });
      if (!response.ok) throw new Error(await response.text());
    },
    { url, headers, title, text },
  );
}

test('the overview follows calls and documents without a reload, and loads again after an error', async ({
  browser,
}) => {
  const window = await openInBrowser(browser, { colorScheme: 'light' });
  const { page } = window;
  const overview = createOverviewPage(page);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await overview.open();
  const callId = await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' });
  await expect(overview.stateHeading('Everything is up to date · 1 call in progress')).toBeVisible();
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(overview.calls).toHaveCount(1);
  await expect(overview.calls.first()).toContainText(/\+1 415 555 0188.*In progress/);
  await fetchAsWindow(page, `${routeTreePaths.v1}/calls/${callId}/cancel`, { method: 'POST' });
  await expect(overview.stateHeading('Everything is up to date')).toBeVisible();
  await expect(overview.calls.first()).toContainText('Canceled');

  await placeSimulatedCallInPage(page, { persona: 'wrong_person', number: '+14155550132' });
  await expect(overview.calls).toHaveCount(2);
  await expect(overview.calls.first()).toContainText('Wrong', { timeout: 120_000 });
  await expect(overview.calls.first().locator('svg path').last()).toHaveAttribute('d', /^(M[\d.]+ 12v[\d.]+){10,48}$/);
  await expect(overview.gauge).toHaveAttribute('aria-valuenow', '1');

  await sendDocument(page, 'Blank sheet', ' \n \n');
  await expect(overview.stateHeading('Needs attention (1)')).toBeVisible();
  await expect(overview.attention).toContainText(/^Failed“Blank sheet” could not be processed\./);
  await createKnowledgePage(page).fileInput.setInputFiles([await findHandbook()]);
  await overview.open();
  await expect(overview.stateHeading('Needs attention (1) · 1 document processing')).toBeVisible();
  const readPage = async () =>
    Number(/Page ([\d,]+) of/.exec(await overview.processing.innerText())?.[1]?.replaceAll(',', ''));
  await expect.poll(readPage).toBeGreaterThan(0);
  const before = await readPage();
  await expect.poll(readPage).toBeGreaterThan(before);
  await expectNoViolations(page, 'calls, an open item and a document in processing');
  await page.getByRole('button', { name: 'Cancel archive-handbook' }).click();
  await expect(overview.processing).toHaveCount(0);
  await expect(overview.stateHeading('Needs attention (1)')).toBeVisible();

  await page.route('**/app/overview*', (route) => route.abort());
  await page.reload();
  await overview.open();
  await expect(page.getByRole('alert')).toContainText('The overview could not be loaded');
  await page.unroute('**/app/overview*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(overview.stateHeading('Needs attention (1)')).toBeVisible();
  await window.close();
});

test('every row links to its view, by pointer and by keyboard', async ({ browser }) => {
  const window = await openDemoInBrowser(browser, { colorScheme: 'light' });
  const { page } = window;
  const overview = createOverviewPage(page);
  await openKnowledge(page);
  await waitForDemoDocuments(page);
  const callId = await placeSimulatedCallInPage(page, { persona: 'no_answer' });
  await overview.open();
  await expect(overview.calls.first()).toContainText('No answer');
  await expect(overview.calls.locator('svg path')).not.toHaveCount(0);
  await page.setViewportSize({ width: 900, height: 600 });
  await expectNoViolations(page, 'calls, requests and open items in a small window');
  await page.setViewportSize({ width: 1280, height: 800 });

  await overview.attentionItem('unpaid').getByRole('button', { name: 'Hide item' }).press('Enter');
  await page.getByRole('menuitem', { name: 'For a week' }).press('Enter');
  await expect(overview.attentionItem('unpaid')).toHaveCount(0);
  const callsFigure = page.getByRole('list', { name: 'Key figures' }).getByRole('link', { name: /^Calls/ });
  const before = (await callsFigure.getAttribute('href')) ?? '';
  await page.getByRole('radio', { name: '7 days' }).click();
  await expect(callsFigure).not.toHaveAttribute('href', before);
  await page.reload();
  await expect(page.getByRole('radio', { name: '7 days' }), 'the range is remembered').toBeChecked();
  await page.getByRole('radio', { name: '30 days' }).press('Space');
  await expect(callsFigure).toHaveAttribute('href', before);
  await expect(overview.attentionItem('“Outage notices”')).toBeVisible();
  await expect(overview.attentionItem('unpaid'), 'hidden after a restart of the window').toHaveCount(0);
  await page.getByRole('button', { name: 'Show 1 hidden item' }).click();
  await overview.attentionItem('unpaid').getByRole('link').click();
  await expect(page.getByRole('region', { name: /^Invoice INV-/ })).toBeVisible();
  await page.goBack();
  await overview.attentionItem('“Outage notices”').click();
  await expect(createAgentsPage(page).panel('Outage notices')).toBeVisible();
  await page.goBack();
  await overview.attentionItem('priya.raman').click();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await overview.open();
  await expect(overview.requests).toHaveCount(3);
  await page.getByRole('link', { name: /^Open build requests/ }).click();
  await expect(page.getByRole('button', { name: /^Status ?: Open$/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Requests' }).getByRole('row')).toHaveCount(1 + 3);
  await overview.open();
  await overview.requests.filter({ hasText: 'Router swaps' }).click();
  await expect(createAgentsPage(page).panel('Router swaps')).toBeVisible();
  await overview.open();
  await overview.calls.first().click();
  await expect(page).toHaveURL(new RegExp(`#/calls/${callId}`));

  await tabUntilFocused(page, page.getByRole('link', { name: 'Overview' }));
  await page.keyboard.press('Enter');
  const link = overview.attentionItem('“Outage notices”').getByRole('link', { name: 'View request' });
  await expect(link).toHaveAccessibleDescription('“Outage notices” is ready for acceptance testing');
  await tabUntilFocused(page, link);
  const ring = await link.evaluate((element) => getComputedStyle(element, '::after').outlineStyle);
  expect(ring, 'the focus is visible').toBe('solid');
  await page.keyboard.press('Enter');
  await expect(createAgentsPage(page).panel('Outage notices')).toBeFocused();
  await page.goBack();
  await tabUntilFocused(page, overview.usage.getByRole('link', { name: 'Usage and invoices' }));
  await page.keyboard.press('Enter');
  await expect(createBillingPage(page).costHeading).toBeVisible();

  await page.getByRole('button', { name: /^Viewing as/ }).click();
  await page.getByRole('menuitemradio', { name: 'Viewer' }).click();
  await overview.open();
  await expect(overview.usage).toContainText('Requires the Admin role.');
  await expectNoViolations(page, 'a viewer');
  await window.close();
});
