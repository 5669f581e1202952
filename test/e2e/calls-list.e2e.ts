import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { createCallPage } from '../helpers/pages/call-page.ts';
import { createCallsPage, readFocusedRow } from '../helpers/pages/calls-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createPalettePage } from '../helpers/pages/palette-page.ts';
import { prepareCalls } from '../helpers/data/prepare-calls.ts';
import { expectOneRow } from '../helpers/browser/expect-one-row.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';

const callCount = 3_000;

test.describe.serial('the call list', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, {}, (dataDir) =>
      prepareCalls(dataDir, { name: 'Harbour', count: callCount }),
    );
  });
  test.afterAll(() => window.close());

  test('is navigated by keyboard, past calls that are not loaded yet', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.open();
    await expect(list.totalStatus('3,000')).toBeVisible();
    await expect(list.table).toHaveAttribute('aria-rowcount', String(callCount + 1));
    await list.row(0).getByRole('button').focus();
    await page.keyboard.press('End');
    await expect(list.row(callCount - 1).getByRole('button')).toBeFocused();
    await expect(list.row(callCount - 1), 'the last row is not cut off').toBeInViewport({ ratio: 0.99 });
    await expect(list.row(callCount - 1)).toContainText('Simulated · no real call was placed');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await expect(list.row(callCount - 12).getByRole('button')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(list.row(0).getByRole('button')).toBeFocused();
    await expect(list.row(0)).toContainText('Simulated · no real call was placed');
    expect(await list.rows.count(), 'only visible rows are rendered').toBeLessThan(80);
  });

  test('offers the actions of a row with the mouse and the keyboard', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    const menu = page.getByRole('menu', { name: 'Actions' });
    const number = (await list.row(2).getByRole('rowheader').innerText()).match(/\+[\d ]+/)?.[0].trim() ?? '';
    await list.row(2).getByRole('cell').first().click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Call again' }).click();
    await expect(list.number, 'the number of this row').toHaveValue(number);
    await list.panel.getByRole('button', { name: 'Close', exact: true }).click();

    await list.row(1).getByRole('button').focus();
    await page.keyboard.press('ContextMenu');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list.row(1).getByRole('button')).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_\d+$/);
    await expect(page.getByRole('heading', { name: /^Call to /, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(list.row(1).getByRole('button')).toBeFocused();

    await list.selectFilter('Status', 'Completed');
    await expect(page).toHaveURL(/status=completed/);
    await page.route('**/app/calls/call_*', (route) => route.abort());
    await list.row(3).getByRole('cell').first().click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Call again' }).click();
    await expect(page.getByText('The call could not be loaded')).toBeVisible();
    await expect(page, 'the filter stays').toHaveURL(/status=completed/);
    await expect(list.panel).toBeHidden();
    await page.unrouteAll();
    await list.filters.getByRole('button', { name: 'Clear' }).click();
  });

  test('keeps its position after a call and after another view', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    const completed = await count('status=completed');
    await list.selectFilter('Status', 'Completed');
    await expect(list.totalStatus(completed)).toBeVisible();
    await list.row(0).getByRole('button').focus();
    for (let pages = 0; pages < 15; pages++) await page.keyboard.press('PageDown');
    await expect(list.row(150).getByRole('button')).toBeFocused();
    await expect(list.row(150)).not.toHaveAttribute('aria-busy');
    const before = await readFocusedRow(page);
    const scrollPosition = await readScrollTop();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_\d+$/);
    await expect(page.getByRole('heading', { name: /^Call to /, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(list.row(150).getByRole('button')).toBeFocused();
    expect(await readFocusedRow(page)).toBe(before);
    expect(await readScrollTop()).toBe(scrollPosition);

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_\d+$/);
    await expect(page.getByRole('link', { name: 'Calls', exact: true })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('textbox', { name: 'Search transcript' }).focus();
    await page.keyboard.press('Escape');
    await expect(page, 'the first Esc only leaves the field').toHaveURL(/#\/calls\/call_\d+$/);
    await page.keyboard.press('Escape');
    await expect(list.row(150).getByRole('button'), 'Esc goes back').toBeFocused();
    expect(await readScrollTop()).toBe(scrollPosition);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Back to calls' }).click();
    await expect(list.row(150).getByRole('button'), 'the breadcrumb goes back').toBeFocused();
    expect(await readScrollTop()).toBe(scrollPosition);

    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByText('No members')).toBeVisible();
    await list.open();
    await expect(page).toHaveURL(/status=completed/);
    await expect(list.row(150)).toHaveAttribute('aria-selected', 'true');
    expect(await readScrollTop()).toBe(scrollPosition);
    await page.reload();
    await expect(list.totalStatus(completed), 'the URL contains the filter').toBeVisible();
    await list.filters.getByRole('button', { name: 'Clear' }).click();
    await expect(list.totalStatus('3,000')).toBeVisible();
  });

  test('is sorted by the service and keeps the focus', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    const header = list.table.getByRole('columnheader', { name: 'Duration' });
    const [newestNumber = ''] = /^\+1[\d ]+/.exec((await list.row(0).textContent()) ?? '') ?? [];
    expect(newestNumber).not.toBe('');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/order=duration$/);
    await expect(list.row(0)).toContainText(/[67]:\d\d/);
    await header.getByRole('button').press('Enter');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await expect(header.getByRole('button')).toBeFocused();
    await expect(list.row(0)).toContainText(/No answer|Busy|Failed/);
    await list.table.getByRole('columnheader', { name: 'Placed' }).getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'none');
    await expect(list.row(0)).toContainText(newestNumber);
    await expect(list.row(0)).toContainText(/\d+ min ago/);
  });

  test('keeps a call open that was opened during typing in the search field', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.search.fill('giraffe');
    await list.row(0).getByRole('button').click();
    await expect(page).toHaveURL(/#\/calls\/call_\d+/);
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible();
    await expect(page).toHaveURL(/#\/calls\/call_\d+/);
    await page.goBack();
    // On a slow machine, the search ran before the call was opened.
    await expect(list.totalStatus('3,000').or(list.totalStatus(await count('text=giraffe')))).toBeVisible();
    await list.search.fill('');
    await expect(list.totalStatus('3,000')).toBeVisible();
  });

  test('searches transcripts, shows the match and opens the call at its time', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await page.keyboard.press('Control+Shift+F');
    await expect(list.search).toBeFocused();
    await page.keyboard.type('giraffe');
    await expect(list.totalStatus(await count('text=giraffe'))).toBeVisible();
    await expect(list.row(0).locator('mark')).toHaveText(['giraffes']);
    await expect(page).toHaveURL(/text=giraffe$/);
    await expect(list.row(0)).toContainText(/\d:\d\d (Agent|Recipient) “.* and giraffes”/);
    await list.row(0).getByRole('button').press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_\d+\?t=20&q=giraffe$/);
    await page.goBack();
    await expect(list.search).toHaveValue('giraffe');
    await list.search.fill('submarine');
    await expect(page.getByText('No calls match “submarine”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(list.search).toHaveValue('');
    await expect(list.totalStatus('3,000')).toBeVisible();
  });

  test('saves a view by name and deletes it', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    const interested = await count('disposition=Interested');
    await list.selectFilter('Outcome', 'Interested');
    await list.selectFilter('Placed', 'Last 30 days');
    await expect(page).toHaveURL(/days=30/);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save view…' }).click();
    const nameDialog = page.getByRole('dialog', { name: 'Save view' });
    await page.keyboard.press('Enter');
    await expect(nameDialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await nameDialog.getByRole('textbox').fill('Warm ones');
    await page.keyboard.press('Enter');
    await expect(nameDialog).toBeHidden();
    const menu = page.getByRole('button', { name: 'Warm ones' });
    await expect(menu).toBeVisible();
    await list.filters.getByRole('button', { name: 'Clear' }).click();
    await expect(menu).toHaveText('Warm ones (edited)');
    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Warm ones' }).click();
    await expect(page).toHaveURL(/outcome=Interested/);
    await expect(list.totalStatus(interested)).toBeVisible();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Rename “Warm ones”…' }).click();
    await page.getByRole('dialog', { name: 'Rename view' }).getByRole('textbox', { name: 'Name' }).fill('Warm leads');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Warm leads', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete “Warm leads”…' }).click();
    const confirmDialog = page.getByRole('alertdialog', { name: 'Delete view' });
    await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirmDialog.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
    await expect(list.totalStatus(interested), 'the filters stay').toBeVisible();
  });

  test('filters by a custom range of days', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.filters.getByRole('button', { name: 'Clear' }).click();
    await list.selectFilter('Placed', 'Custom range');
    const to = list.filters.getByLabel('To', { exact: true });
    await to.fill('soon');
    await page.keyboard.press('Enter');
    const isCovered = (message: HTMLElement) => {
      const { x, y, width, height } = message.getBoundingClientRect();
      message.style.pointerEvents = 'auto';
      return document.elementFromPoint(x + width / 2, y + height - 4) !== message;
    };
    expect(await page.getByText(/^Enter a date, such as/).evaluate(isCovered), 'the error of the field').toBe(false);
    await to.fill('2001-01-01');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No calls match these filters')).toBeVisible();
    await list.selectFilter('Review', 'Reviewed');
    await list.selectFilter('Notes', 'With notes');
    await expectOneRow(list.filters);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(list.totalStatus('3,000')).toBeVisible();
  });

  test('exports the filtered calls', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    const unanswered = await count('status=no_answer');
    await list.selectFilter('Status', 'No answer');
    await expect(list.totalStatus(unanswered)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export calls' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^calls \d{4}-\d\d-\d\d\.csv$/);
    const text = (await readFile(await download.path(), 'utf8')).trim();
    const { data, errors } = Papa.parse<readonly string[]>(text);
    expect(errors).toEqual([]);
    expect(data).toHaveLength(Number(unanswered) + 1);
    await list.filters.getByRole('button', { name: 'Clear' }).click();
    await expect(list.totalStatus('3,000')).toBeVisible();
  });

  test('shows new calls without losing its position or the focus', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await list.row(0).getByRole('button').focus();
    for (let pages = 0; pages < 15; pages++) await page.keyboard.press('PageDown');
    await expect(list.row(150).getByRole('button')).toBeFocused();
    await expect(list.row(150)).not.toHaveAttribute('aria-busy');
    const [call, next] = [await readFocusedRow(page), await list.row(151).innerText()];
    const position = await list.row(150).boundingBox();
    const agents = await request<{ readonly data: readonly { readonly agent_id: string }[] }>('/app/agents');
    for (const last of ['0201', '0202', '0203']) {
      const recipient_number = `+1415555${last}`;
      await request('/app/simulated-calls', {
        agent_id: agents.data[0]?.agent_id,
        recipient_number,
        persona: 'no_answer',
      });
    }
    await expect(list.totalStatus('3,003')).toBeVisible();
    await expect(list.row(153).getByRole('button')).toBeFocused();
    expect(await readFocusedRow(page)).toBe(call);
    expect(await list.row(153).boundingBox()).toEqual(position);
    await page.keyboard.press('ArrowDown');
    expect(await list.row(154).innerText()).toBe(next);
    await expect(list.row(154).getByRole('button')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(list.row(0)).toContainText('+1 415 555 0203');
    await expect(list.row(0), 'its status updates').toContainText('No answer');
  });

  test('is searched by the palette, by number and transcript, without moving the other entries', async () => {
    const { page } = window;
    const { open, input, dialog, group } = createPalettePage(page);
    const calls = createCallsPage(page);
    await calls.open();
    const number =
      normalizeSpaces(await calls.row(0).getByRole('rowheader').innerText()).match(/\+[\d ]+\d/)?.[0] ?? '';
    await open();
    await input.fill(number);
    const found = group('Calls').getByRole('option').first();
    await expect(found).toContainText(number);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const word = await readTranscriptWord(page);
    const response = Promise.withResolvers<void>();
    await page.route('**/app/calls?*', async (route) => {
      await response.promise;
      await route.continue();
    });
    await open();
    await input.fill('call');
    const second = dialog.getByRole('option').nth(1);
    await page.keyboard.press('ArrowDown');
    await expect(second).toHaveAttribute('data-highlighted');
    await expect(dialog.getByText('Searching…')).toBeVisible();
    const before = await dialog.getByRole('option').allInnerTexts();
    response.resolve();
    await expect(dialog.getByText('Searching…')).toBeHidden();
    await expect(second, 'calls that arrive later do not change the highlighted entry').toHaveAttribute(
      'data-highlighted',
    );
    expect((await dialog.getByRole('option').allInnerTexts()).slice(0, before.length)).toEqual(before);
    await input.fill(word);
    await expect(group('Calls').getByRole('option').first()).toContainText(new RegExp(word, 'i'));
    await group('Calls').getByRole('option').first().click();
    await expect(createCallPage(page).transcript).toBeVisible();
    await expect(page).toHaveURL(/#\/calls\/call_\d+\?.*q=/);
    await page.unrouteAll();
  });

  test('is scrolled from end to end with the largest text', async () => {
    const { page } = window;
    const list = createCallsPage(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Largest' }).click();
    await list.open();
    await expect(list.row(0)).toHaveCSS('height', /^46\.(79\d*|8)px$/);
    await list.row(0).getByRole('button').focus();
    await page.keyboard.press('End');
    await expect(list.row(callCount + 2).getByRole('button')).toBeFocused();
    await expect(list.row(callCount + 2), 'the last row is fully visible').toBeInViewport({ ratio: 0.99 });
    await page.keyboard.press('Home');
    await expect(list.row(0)).toBeInViewport({ ratio: 0.99 });
  });

  /** Returns the number of calls that the service counts, in the format of the window. */
  async function count(query: string): Promise<string> {
    const { total } = await request<{ readonly total: number }>(`/app/calls?${query}&limit=1`);
    return total.toLocaleString('en');
  }

  function readScrollTop(): Promise<number> {
    return createCallsPage(window.page).table.evaluate((table) => table.parentElement?.scrollTop ?? -1);
  }

  /** Sends a request from the window to the service. */
  function request<Body>(path: string, json?: unknown): Promise<Body> {
    return fetchAsWindow(window.page, path, { json });
  }
});

function normalizeSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Reads a long word from the transcript of a call. */
async function readTranscriptWord(page: Page): Promise<string> {
  type Calls = { readonly data: readonly { readonly call_id: string }[] };
  const { data } = await fetchAsWindow<Calls>(page, '/app/calls?status=completed&limit=1');
  type Transcript = { readonly transcript: readonly { readonly text: string }[] };
  const { transcript } = await fetchAsWindow<Transcript>(page, `/v1/calls/${data[0]?.call_id}`);
  const words = transcript.map(({ text }) => text).join(' ');
  return words.match(/[a-z]{6,}/)?.[0] ?? '';
}
