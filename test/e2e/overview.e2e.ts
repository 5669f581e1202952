import { expect, test, type Page } from '@playwright/test';
import { v1Routes, routeTreePaths } from '../../shared/contract.ts';
import { findHandbook } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createBillingPage } from '../helpers/billing-page.ts';
import { placeSimulatedCallInPage, readCallStatus, runSimulatedCall } from '../helpers/call-page.ts';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import {
  waitForDemoDocuments,
  createKnowledgePage,
  createWorkspaceOnFirstRun,
  openKnowledge,
} from '../helpers/knowledge-page.ts';
import { openInBrowser, openDemoInBrowser } from '../helpers/open-window.ts';
import { createOverviewPage } from '../helpers/overview-page.ts';
import { tabUntilFocused } from '../helpers/tab-until-focused.ts';

/** Uploads as another program would: nothing in the window is touched. */
async function sendDocument(page: Page, title: string, text: string): Promise<void> {
  const address = `${routeTreePaths.v1}${v1Routes.uploadDocument.path}`;
  await page.evaluate(
    async (sent) => {
      const form = new FormData();
      form.append('title', sent.title);
      form.append('file', new File([sent.text], `${sent.title}.txt`));
      const answer = await fetch(sent.address, { method: 'POST', body: form });
      if (!answer.ok) throw new Error(await answer.text());
    },
    { address, title, text },
  );
}

test('a workspace opens on its overview, which says what to begin with', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const room = createOverviewPage(page);
  await page.getByRole('button', { name: 'New local workspace' }).click();
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(room.stateHeading('Ready to begin.')).toBeVisible();
  await expect(page.getByText('Harbour Office').last()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  const step = (name: string) => room.firstSteps.getByRole('button', { name });
  const chooser = page.waitForEvent('filechooser');
  await step('Add documents').click();
  await chooser;
  await step('Request an agent').click();
  await expect(createAgentsPage(page).form).toBeVisible();
  await room.open();
  await step('Place a call').click();
  await expect(page.getByRole('region', { name: 'Place a call' })).toBeVisible();
  await window.close();
});

test('what happens shows by itself: a call from its beginning to its end, and a document', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const room = createOverviewPage(page);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await room.open();
  const callId = await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' });
  await expect(room.stateHeading('All in step. 1 call is under way.')).toBeVisible();
  await expect(page.getByText('Nothing needs attention')).toBeVisible();
  await expect(room.calls).toHaveCount(1);
  await expect(room.calls.first()).toContainText(/\+1 415 555 0188.*In progress/);
  await page.evaluate((address) => fetch(address, { method: 'POST' }), `${routeTreePaths.v1}/calls/${callId}/cancel`);
  await expect(room.stateHeading('All in step.')).toBeVisible();
  await expect(room.calls.first()).toContainText('Canceled');

  await runSimulatedCall(page, { persona: 'wrong_person', number: '+14155550132' });
  await expect(room.calls).toHaveCount(2);
  await expect(room.calls.first()).toContainText('Wrong');
  await expect(room.calls.first().locator('svg path').last()).toHaveAttribute('d', /^(M[\d.]+ 12v[\d.]+){10,48}$/);
  await expect(room.gauge).toHaveAttribute('aria-valuenow', '1');

  await sendDocument(page, 'Blank sheet', ' \n \n');
  await expect(room.stateHeading('1 thing needs attention.')).toBeVisible();
  await expect(room.attention).toContainText(/^Failed“Blank sheet” could not be read\./);
  await createKnowledgePage(page).fileInput.setInputFiles([await findHandbook()]);
  await room.open();
  await expect(room.stateHeading('1 thing needs attention. 1 document is being read.')).toBeVisible();
  const pageOf = async () =>
    Number(/Page ([\d,]+) of/.exec(await room.processing.innerText())?.[1]?.replaceAll(',', ''));
  await expect.poll(pageOf).toBeGreaterThan(0);
  const before = await pageOf();
  await expect.poll(pageOf).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Cancel archive-handbook' }).click();
  await expect(room.processing).toHaveCount(0);
  await expect(room.stateHeading('1 thing needs attention.')).toBeVisible();
  await window.close();
});

test('every row leads to its place, by pointer and by keys', async ({ browser }) => {
  const window = await openDemoInBrowser(browser);
  const { page } = window;
  const room = createOverviewPage(page);
  await openKnowledge(page);
  await waitForDemoDocuments(page);
  const callId = await placeSimulatedCallInPage(page, { persona: 'no_answer' });
  await expect.poll(() => readCallStatus(page, callId)).toBe('no_answer');
  await room.open();

  await room.attentionItem('is not paid').click();
  await expect(page.getByRole('region', { name: /^Invoice INV-/ })).toBeVisible();
  await page.goBack();
  await room.attentionItem('“Outage notices”').click();
  await expect(createAgentsPage(page).panel('Outage notices')).toBeVisible();
  await page.goBack();
  await room.attentionItem('priya.raman').click();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await room.open();
  await expect(room.requests).toHaveCount(3);
  await room.requests.filter({ hasText: 'Router swaps' }).click();
  await expect(createAgentsPage(page).panel('Router swaps')).toBeVisible();
  await room.open();
  await room.calls.first().click();
  await expect(page).toHaveURL(new RegExp(`#/calls/${callId}`));

  await tabUntilFocused(page, page.getByRole('link', { name: 'Overview' }));
  await page.keyboard.press('Enter');
  const link = room.attentionItem('“Outage notices”').getByRole('link', { name: 'Show the request' });
  await expect(link).toHaveAccessibleDescription('“Outage notices” is built and waits to be tried.');
  await tabUntilFocused(page, link);
  const ring = await link.evaluate((element) => getComputedStyle(element, '::after').outlineStyle);
  expect(ring, 'the focus can be seen').toBe('solid');
  await page.keyboard.press('Enter');
  await expect(createAgentsPage(page).panel('Outage notices')).toBeFocused();
  await page.goBack();
  await tabUntilFocused(page, room.usage.getByRole('link', { name: 'Minutes and invoices' }));
  await page.keyboard.press('Enter');
  await expect(createBillingPage(page).costHeading).toBeVisible();
  await window.close();
});

test('an overview that cannot be read says so, and is read when asked again', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await page.route('**/app/overview', (route) => route.abort());
  await page.reload();
  const room = createOverviewPage(page);
  await room.open();
  await expect(page.getByRole('alert')).toContainText('The overview could not be read');
  await page.unroute('**/app/overview');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(room.stateHeading('Ready to begin.')).toBeVisible();
  await window.close();
});

test('axe finds no violations in the overview', async ({ browser }) => {
  const window = await openInBrowser(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
  const { page } = window;
  const room = createOverviewPage(page);
  const check = (label: string) => expectNoViolations(page, label);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await room.open();
  await expect(room.firstSteps).toBeVisible();
  await check('a new workspace');
  await page.getByRole('button', { name: 'Workspace: Harbour Office' }).click();
  await page.getByRole('menuitem', { name: 'Open the demo' }).click();
  await expect(room.processing.first()).toBeVisible();
  await check('documents being read');
  await runSimulatedCall(page, { persona: 'wrong_person' });
  await expect(room.calls.first().locator('svg path')).not.toHaveCount(0);
  await expect(room.processing).toHaveCount(0, { timeout: 120_000 });
  await check('calls, requests and what needs attention');
  await page.setViewportSize({ width: 900, height: 600 });
  await check('a small window');
  await page.getByRole('button', { name: /^Your role/ }).click();
  await page.getByRole('menuitemradio', { name: 'Viewer' }).click();
  await expect(room.usage).toContainText('Requires the Admin role.');
  await check('a viewer');
  await window.close();
});
