import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { ferryFares, makeRota, writeSample } from '../fixtures/sample-files.ts';
import { createAgentsPage } from '../helpers/pages/agents-page.ts';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { createCallsPage, readFocusedRow } from '../helpers/pages/calls-page.ts';
import { createKnowledgePage } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';

/** Returns a function that presses keys one after the other. */
const createPress =
  (page: Page) =>
  (...keys: readonly string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** Creates a local workspace from the first screen and opens the Knowledge view, by keyboard alone. */
async function createWorkspaceByKeyboard(page: Page): Promise<void> {
  await tabUntilFocused(page, page.getByRole('button', { name: 'New local workspace' }));
  await page.keyboard.press('Enter');
  await tabUntilFocused(page, page.getByRole('textbox', { name: 'Organization name' }));
  await page.keyboard.type('Harbour Office');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  await tabUntilFocused(page, page.getByRole('link', { name: 'Knowledge' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No documents yet')).toBeVisible();
}

/** Asserts that the focused element has an outline. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const outline = await page.evaluate(() => {
    const focused = document.activeElement;
    return focused ? getComputedStyle(focused).outlineStyle : 'none';
  });
  expect(outline).not.toBe('none');
}

test.describe.serial('by keyboard alone', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, { acceptDownloads: true });
  });
  test.afterAll(() => window.close());

  test('the Knowledge view is usable, from the first run to deleting a document', async () => {
    const { page, folder } = window;
    const knowledge = createKnowledgePage(page);
    const press = createPress(page);
    await createWorkspaceByKeyboard(page);

    const chooser = page.waitForEvent('filechooser');
    await tabUntilFocused(page, page.getByRole('button', { name: /^Add documents/ }).first());
    await press('Enter');
    await (
      await chooser
    ).setFiles([
      await writeSample(folder, 'lighthouse-rota.docx', await makeRota()),
      await writeSample(folder, 'ferry_fares.txt', ferryFares),
    ]);
    await knowledge.waitForActive('lighthouse-rota');
    await knowledge.waitForActive('ferry fares');

    await press('/');
    await expect(knowledge.searchField).toBeFocused();
    await page.keyboard.type('Who trims the lamp?');
    await press('Enter');
    const passage = knowledge.passages.getByRole('listitem').first();
    await expect(passage).toContainText('Agnes Fairweather');
    await tabUntilFocused(page, passage.getByRole('button'));
    await press('Enter');
    const panel = knowledge.panel('lighthouse-rota');
    await expect(panel).toBeFocused();
    await expect(panel.locator('article[aria-current="true"]')).toContainText('Agnes Fairweather');
    await tabUntilFocused(page, panel.getByRole('tab', { name: 'Chunks' }));
    await press('ArrowRight', 'Enter');
    await expect(panel).toContainText('lighthouse-rota.docx');
    await press('Escape');
    await expect(panel).toBeHidden();
    await expect(passage.getByRole('button'), 'the focus returns to where it was').toBeFocused();

    await press('/', 'Escape');
    const first = knowledge.table.getByRole('row').nth(1).getByRole('button');
    await tabUntilFocused(page, first);
    await press('ArrowDown', 'ArrowUp');
    await expect(first).toBeFocused();
    const title = await first.innerText();
    await press('Delete');
    await expect(knowledge.deleteDialog).toContainText(title);
    await press('Escape');
    await expect(knowledge.deleteDialog).toBeHidden();
    await expect(first, 'the focus returns to where it was').toBeFocused();
    await press('Delete');
    await expect(knowledge.deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press('Tab', 'Enter');
    await expect(knowledge.rowOf(title)).toHaveCount(0);
    await expect(knowledge.table.getByRole('row')).toHaveCount(2);
  });

  test('a call is placed, played, searched, annotated and exported', async () => {
    const { page } = window;
    const calls = createCallsPage(page);
    const call = createCallPage(page);
    const press = createPress(page);

    await press('n');
    await expect(calls.number).toBeFocused();
    await tabUntilFocused(page, calls.panel.getByRole('button', { name: 'Use example number' }));
    await press('Enter');
    await expect(calls.number).toHaveValue('+1 415 555 0132');
    await tabUntilFocused(page, calls.panel.getByRole('textbox', { name: 'Value of first_name' }));
    await page.keyboard.type('Wilhelmina');
    await tabUntilFocused(page, calls.panel.getByRole('combobox', { name: 'Recipient' }));
    await press('Enter');
    await expect(page.getByRole('option', { name: 'Random' })).toBeFocused();
    await press('ArrowDown', 'Enter');
    await expect(calls.panel.getByRole('combobox', { name: 'Recipient' })).toContainText('Interested');
    await expect(calls.panel.getByRole('combobox', { name: 'Recipient' })).toBeFocused();
    await press('Control+Enter');
    await expect(call.play).toBeVisible({ timeout: 120_000 });

    await expect(call.currentTurn, 'the position is at the first word').toBeVisible();
    await press(']');
    await expect(call.currentTurn).toContainText('Wilhelmina');
    await press('Space');
    await expect(call.pause).toBeVisible();
    await press('k');
    await expect(call.play).toBeVisible();

    await press('/');
    await expect(call.search).toBeFocused();
    await expectVisibleFocus(page);
    await page.keyboard.type('wilhelmina');
    await expect(call.transcript.locator('mark').first()).toHaveText(/wilhelmina/i);
    await press('Escape');
    await expect(call.transcript.locator('mark')).toHaveCount(0);

    await press('n');
    await expect(page.getByRole('textbox', { name: /^Note at/ })).toBeFocused();
    await page.keyboard.type('Greets by name');
    await press('Enter');
    await expect(call.notes.getByRole('listitem')).toContainText('Greets by name');

    await tabUntilFocused(page, page.getByRole('button', { name: 'Export' }));
    await expectVisibleFocus(page);
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: /^Recording/ })).toBeFocused();
    const downloading = page.waitForEvent('download');
    await press('ArrowDown', 'Enter');
    const exported = await readFile(await (await downloading).path(), 'utf8');
    expect(exported).toContain('Wilhelmina');
    expect(exported).toContain('Greets by name');

    await expect(page.getByRole('menu')).toHaveCount(0);
    await press('Escape');
    await expect(calls.row(0).getByRole('button'), 'the row of the call has the focus again').toBeFocused();
    expect(await readFocusedRow(page)).toContain('+1 415 555 0132');
  });

  test('an agent is requested, delivered and selected for a call', async () => {
    const { page } = window;
    const agents = createAgentsPage(page);
    const press = createPress(page);
    await tabUntilFocused(page, page.getByRole('link', { name: 'Agents', exact: true }));
    await press('Enter');
    await tabUntilFocused(page, page.getByRole('button', { name: 'Request an agent' }).first());
    await press('Enter');
    await expect(agents.name).toBeFocused();
    await page.keyboard.type('Berths');
    await press('Tab');
    await page.keyboard.type('Remind skippers of the berth that ends soon');
    await tabUntilFocused(page, agents.integration);
    await page.keyboard.type('fax');
    await press('Enter');
    await page.keyboard.type('stri');
    await expect(page.getByRole('option', { name: 'Stripe' })).toBeVisible();
    await press('Enter');
    await page.keyboard.type('telex,');
    await expect(agents.chips).toHaveText(['fax, invalid', 'Stripe', 'telex, invalid']);
    await press('Backspace');
    await expect(agents.chips).toHaveText(['fax, invalid', 'Stripe']);
    await press('ControlOrMeta+Enter');
    await expect(agents.integration).toBeFocused();
    await press('Shift+Tab', 'Shift+Tab', 'Enter');
    await expect(agents.chips).toHaveText(['Stripe']);
    await expect(agents.integration).toBeFocused();
    await press('ControlOrMeta+Enter');

    const panel = agents.panel('Berths');
    await expect(panel).toBeFocused();
    await tabUntilFocused(page, agents.console.getByRole('textbox', { name: 'Engineer' }));
    await page.keyboard.type('Hanna Sundby');
    await press('Enter');
    await expect(agents.requestRow('Berths')).toContainText('Hanna Sundby');
    await expect(agents.console.getByRole('textbox', { name: 'Engineer' })).toBeFocused();
    await tabUntilFocused(page, agents.deliveryButton('Start development'));
    await press('Enter');
    await expect(agents.deliveryButton('Move to UAT')).toBeFocused();
    await press('Enter');
    await tabUntilFocused(page, agents.deliveryButton('Deliver…'));
    await press('Enter');
    await expect(agents.deliverDialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await press('Enter');
    await expect(agents.agentRow('Berths')).toContainText('Active');
    await expect(panel).toBeFocused();
    await press('Escape');
    await expect(panel).toBeHidden();

    await tabUntilFocused(page, agents.agentRow('Berths').getByRole('button', { name: 'Place a call with Berths' }));
    await press('Enter');
    await expect(page.getByRole('region', { name: 'Place a call' })).toContainText('this is Berths');
  });
});
