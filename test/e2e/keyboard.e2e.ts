import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { ferryFares, makeRota, writeSample } from '../fixtures/sample-files.ts';
import { createCallPage } from '../helpers/call-page.ts';
import { createCallsPage, readFocusedRow } from '../helpers/calls-page.ts';
import { createKnowledgePage } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { tabUntilFocused } from '../helpers/tab-until-focused.ts';

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

test('the Knowledge view is usable by keyboard alone, from the first run to deleting a document', async ({
  browser,
}) => {
  const window = await openInBrowser(browser);
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
  await window.close();
});

test('a call is placed, played, searched, annotated and exported by keyboard alone', async ({ browser }) => {
  const window = await openInBrowser(browser, { acceptDownloads: true });
  const { page } = window;
  const calls = createCallsPage(page);
  const call = createCallPage(page);
  const press = createPress(page);
  await createWorkspaceByKeyboard(page);

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
  await window.close();
});
