import { expect, test, type Locator } from '@playwright/test';
import { demoCalls } from '../../electron/service/workspaces/demo/demo-calls.ts';
import { views } from '../../shared/window/views.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createBillingPage } from '../helpers/pages/billing-page.ts';
import { createCallPage, placeSimulatedCallInPage } from '../helpers/pages/call-page.ts';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { findUnreachableControls } from '../helpers/browser/find-unreachable-controls.ts';
import { createKeysPage } from '../helpers/pages/keys-page.ts';
import { createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';

/** A window of 1280 × 800 pixels at a zoom of 200%. */
const size = { width: 640, height: 400 };

async function expectWhole(text: Locator): Promise<void> {
  const readWidths = () =>
    text.evaluate((element) => {
      const content = document.createRange();
      content.selectNodeContents(element);
      return content.getBoundingClientRect().width - element.getBoundingClientRect().width;
    });
  await expect.poll(readWidths, 'the text is not cut').toBeLessThanOrEqual(0);
}

test.describe.serial('at a zoom of 200%', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser, { viewport: size });
  });
  test.afterAll(() => window.close());

  test('the sidebar is collapsed, and returns to its setting in a wide window', async () => {
    const { page } = window;
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const readWidth = async () => (await sidebar.boundingBox())?.width;
    await expect(sidebar).toBeVisible();
    expect(await readWidth()).toBeLessThan(60);
    const toggle = sidebar.getByRole('button', { name: 'Expand sidebar' });
    await expect(toggle).toHaveAccessibleDescription(/too narrow/);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(sidebar.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
    expect(await readWidth()).toBeGreaterThan(200);
    await expectWhole(sidebar.getByTitle('Northwind Broadband'));
    const palette = page.getByRole('button', { name: /^Search or run…/ }).getByText('Search or run…');
    expect(await palette.evaluate((label) => label.scrollWidth - label.clientWidth), 'the label is whole').toBe(0);
    await page.setViewportSize(size);
    await expect(toggle).toBeVisible();
  });

  for (const { label } of views) {
    test(`every control can be reached: ${label}`, async () => {
      const { page } = window;
      await page.getByRole('link', { name: label, exact: true }).first().click();
      await waitForView(page, label);
      await expect.poll(() => findUnreachableControls(page.locator('html'))).toEqual([]);
    });
  }

  test('calls, statuses and counts can be read with the largest text', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Largest' }).click();
    await list.open();
    await list.selectFilter('Agent’s talk time', 'Agent talked 70% or more');
    await list.selectFilter('Longest monologue', 'Monologue of 0:30 or more');
    await list.totalStatus(String.raw`\d{1,3}`).waitFor(); // their number depends on the day
    await list.row(0).getByRole('button').click({ trial: true }); // between the header and the lower edge
    await list.filters.getByRole('button', { name: 'Clear' }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectWhole(list.rows.getByText('Completed', { exact: true }).first());
    await page.setViewportSize(size);
    for (const [view, text] of [
      ['Billing', 'Open'],
      ['Team', 'Invite pending'],
      ['API keys', 'Last used'],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await waitForView(page, view);
      await expectWhole(page.getByRole('table').getByText(text, { exact: true }).first());
    }
    await createAgentsPage(page).open();
    const openRequests = page.getByRole('region', { name: 'Build requests' }).getByText(/^\d+ open$/);
    const countLines = (element: HTMLElement) =>
      element.clientHeight / parseFloat(getComputedStyle(element).lineHeight);
    expect(await openRequests.evaluate(countLines)).toBeLessThan(1.5);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Standard' }).click();
  });

  test('the recipients of follow-ups can be read', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const recipients = page.getByRole('list', { name: 'Follow-ups' }).getByRole('link');
    await expect(recipients.first()).toBeVisible();
    const listCut = (links: readonly Element[]) =>
      links
        .filter(({ firstElementChild: name }) => name && name.scrollWidth - name.clientWidth > 1)
        .map(({ textContent }) => textContent);
    expect(await recipients.evaluateAll(listCut), 'names that are cut').toEqual([]);
  });

  test('every control can be reached: panels and forms', async () => {
    const { page } = window;
    await openKnowledge(page);
    await createKnowledgePage(page).rowOf('Plans and pricing 2026').getByRole('button').click();
    await expect(page.getByRole('tab', { name: 'Original' })).toBeVisible();
    const panel = (name: string | RegExp) => page.getByRole('region', { name });
    await expect.poll(() => findUnreachableControls(panel('Plans and pricing 2026')), 'document').toEqual([]);
    await createAgentsPage(page).open();
    await createAgentsPage(page).openForm();
    await expect.poll(() => findUnreachableControls(page.locator('html')), 'request form').toEqual([]);
    await createAgentsPage(page).open();
    await createAgentsPage(page)
      .agentRow('Welcome calls')
      .getByRole('button', { name: 'Welcome calls', exact: true })
      .click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('form', { name: 'Agent' })).toBeVisible();
    await expect.poll(() => findUnreachableControls(page.locator('html')), 'editor of an agent').toEqual([]);
    await createCallsPage(page).open();
    await createCallsPage(page).openPanel();
    await expect.poll(() => findUnreachableControls(createCallsPage(page).panel), 'form of a call').toEqual([]);
    await page.keyboard.press('Escape');
    await createBillingPage(page).open();
    await createBillingPage(page).rows.first().getByRole('button').first().click();
    await expect(panel(/^Invoice /)).toBeVisible();
    await expect.poll(() => findUnreachableControls(panel(/^Invoice /)), 'invoice').toEqual([]);
    await page.keyboard.press('Escape');
    for (const [key, name] of [
      ['Control+k', 'Search or run a command'],
      ['?', 'Keyboard shortcuts'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expect.poll(() => findUnreachableControls(page.getByRole('dialog', { name })), name).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toHaveCount(0);
    }
  });

  test('the main action of a panel and of a form is in sight', async () => {
    const { page } = window;
    const agents = createAgentsPage(page);
    const expectInSight = async (name: string) => {
      const action = page.getByRole('button', { name, exact: true }).last();
      await expect(action, name).toBeInViewport({ ratio: 1 });
      // Nothing is over it.
      await action.click({ trial: true });
    };
    await agents.open();
    await agents.agentRow('Welcome calls').getByRole('button', { name: 'Welcome calls', exact: true }).click();
    await expectInSight('Place a call');
    await page.keyboard.press('Escape');
    await agents.requestRow('Outage notices').getByRole('button').click();
    await expectInSight('Deliver…');
    await page.keyboard.press('Escape');
    await agents.openForm();
    await expectInSight('Submit request');
    await createCallsPage(page).open();
    await createCallsPage(page).openPanel();
    await expectInSight('Start simulated call');
    await page.keyboard.press('Escape');
    await createBillingPage(page).open();
    await createBillingPage(page).rows.first().getByRole('button').first().click();
    await expectInSight('Open PDF');
    await page.keyboard.press('Escape');
    await openKnowledge(page);
    await createKnowledgePage(page).rowOf('Plans and pricing 2026').getByRole('button').click();
    for (const name of ['Text', 'Chunks', 'Original']) {
      await page.getByRole('tab', { name }).click();
      await expectInSight('Download original');
    }
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'API keys' }).click();
    await createKeysPage(page).table.getByRole('button', { name: 'Demo (command line)' }).first().click();
    await expectInSight('Rotate…');
    await page.keyboard.press('Escape');
  });

  test('every control can be reached: the do-not-call list, and dialogs', async () => {
    const { page } = window;
    const dialog = page.getByRole('dialog');
    const checkDialog = async (label: string) => {
      await expect(dialog).toBeVisible();
      // The action comes last, and stays in sight while the content scrolls.
      await expect(dialog.getByRole('button').last(), label).toBeInViewport({ ratio: 1 });
      await expect.poll(() => findUnreachableControls(dialog), label).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    await createCallsPage(page).open();
    await page.getByRole('button', { name: /follow-ups?$/ }).click();
    const followUps = page.getByRole('table', { name: 'Follow-ups' });
    await expect(followUps).toBeVisible();
    const isCut = (texts: readonly Element[]) => texts.some((text) => text.scrollWidth > text.clientWidth);
    expect(await followUps.getByRole('rowheader').locator('span').evaluateAll(isCut), 'a time is cut').toBe(false);
    await expect.poll(() => findUnreachableControls(page.locator('html')), 'follow-ups').toEqual([]);
    await page.getByRole('link', { name: 'Back to calls' }).click();
    await page.getByRole('button', { name: 'Do-not-call list' }).click();
    await expect(page.getByRole('table', { name: 'Do-not-call list' })).toBeVisible();
    await expect.poll(() => findUnreachableControls(page.locator('html')), 'do-not-call list').toEqual([]);
    for (const name of ['Add number', 'Import numbers from a CSV file']) {
      await page.getByRole('button', { name }).click();
      await checkDialog(name);
    }
    await page.getByRole('link', { name: 'API keys' }).click();
    await createKeysPage(page).createButton.click();
    await checkDialog('Create API key');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add criterion' }).click();
    await checkDialog('Add criterion');
    for (const name of ['New workspace', 'Rename']) {
      await page.getByRole('button', { name: /^Workspace: / }).click();
      await page.getByRole('menuitem', { name }).click();
      await checkDialog(name);
    }
  });

  test('filters and dialogs show that they have more to scroll', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    const readStyle = (element: Locator, property: string) =>
      element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
    await calls.open();
    await calls.selectFilter('Review', 'Reviewed');
    const row = calls.filters.locator('> div').first();
    const readFade = async () => Math.round(parseFloat(await readStyle(row, '--fade-after')));
    await expect.poll(readFade).toBe(28);
    await row.evaluate((filters) => (filters.scrollLeft = filters.scrollWidth));
    await expect.poll(readFade).toBe(0);
    await calls.filters.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Add criterion' }).click();
    const dialog = page.getByRole('dialog');
    const actions = dialog.getByRole('button').last().locator('..');
    await expect.poll(() => readStyle(actions, 'box-shadow')).toMatch(/ 0px -1px /);
    await dialog.evaluate((content) => (content.scrollTop = content.scrollHeight));
    await expect.poll(() => readStyle(actions, 'box-shadow')).not.toMatch(/ 0px -1px /);
    await page.keyboard.press('Escape');
  });

  test('every control can be reached: a call, which shows its agent, and a practice call', async () => {
    const { page } = window;
    const call = createCallPage(page);
    const [completed] = demoCalls.filter(({ notes, recipient }) => notes && recipient !== 'interrupted');
    await call.open(completed?.callId ?? '');
    const agent = call.header.getByText(completed?.agent ?? '', { exact: true });
    expect(await agent.evaluate((name) => name.scrollWidth - name.clientWidth), 'the name is whole').toBe(0);
    expect((await call.search.boundingBox())?.width).toBeGreaterThan(200);
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    for (const index of [0, 1, 2, 3]) await expect(call.turns.nth(index)).toBeInViewport({ ratio: 1 });
    // The panel below is as high as its content.
    const details = page.getByRole('complementary', { name: 'Call details' });
    expect((await details.boundingBox())?.height).toBeLessThan(160);
    await expect.poll(() => findUnreachableControls(page.locator('html'))).toEqual([]);
    await call.open(await placeSimulatedCallInPage(page, { mode: 'practice', number: '+14155550188' }));
    await expect(call.turns).toHaveCount(1);
    await expect.poll(() => findUnreachableControls(page.locator('html')), 'practice call').toEqual([]);
  });
});
