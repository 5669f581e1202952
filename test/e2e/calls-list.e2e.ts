import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import Papa from 'papaparse';
import { createCallsPage, readFocusedRow } from '../helpers/calls-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';
import { prepareCalls } from '../helpers/prepare-calls.ts';

const made = 3_000;

test.describe.serial('the list of calls', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, {}, (dataDir) => prepareCalls(dataDir, { name: 'Harbour', count: made }));
  });
  test.afterAll(() => window.close());

  test('is gone through by keyboard, over calls that are not there yet', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.open();
    await expect(room.totalStatus('3,000')).toBeVisible();
    await expect(room.table).toHaveAttribute('aria-rowcount', String(made + 1));
    await room.row(0).getByRole('button').focus();
    await page.keyboard.press('End');
    await expect(room.row(made - 1).getByRole('button')).toBeFocused();
    await expect(room.row(made - 1), 'the last row is not cut off').toBeInViewport({ ratio: 0.99 });
    await expect(room.row(made - 1)).toContainText('Rehearsal: nobody was dialled');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowUp');
    await expect(room.row(made - 12).getByRole('button')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(room.row(0).getByRole('button')).toBeFocused();
    await expect(room.row(0)).toContainText('Rehearsal: nobody was dialled');
    expect(await room.rows.count(), 'only what is in sight is drawn').toBeLessThan(80);
  });

  test('is where it was after a call and after another room', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    const completed = await count('status=completed');
    await room.selectFilter('Status', 'Completed');
    await expect(room.totalStatus(completed)).toBeVisible();
    await room.row(0).getByRole('button').focus();
    for (let pages = 0; pages < 15; pages++) await page.keyboard.press('PageDown');
    await expect(room.row(150).getByRole('button')).toBeFocused();
    await expect(room.row(150)).not.toHaveAttribute('aria-busy');
    const before = await readFocusedRow(page);
    const scrolled = await scrollTop();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_filled_\d+$/);
    await page.goBack();
    await expect(room.row(150).getByRole('button')).toBeFocused();
    expect(await readFocusedRow(page)).toBe(before);
    expect(await scrollTop()).toBe(scrolled);

    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_filled_\d+$/);
    await expect(page.getByRole('link', { name: 'Calls', exact: true })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('textbox', { name: 'Search in the transcript' }).focus();
    await page.keyboard.press('Escape');
    await expect(page, 'the field has the first one for itself').toHaveURL(/#\/calls\/call_filled_\d+$/);
    await page.keyboard.press('Escape');
    await expect(room.row(150).getByRole('button'), 'Esc goes back as well').toBeFocused();
    expect(await scrollTop()).toBe(scrolled);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Calls, back to the list' }).click();
    await expect(room.row(150).getByRole('button'), 'and so does the way above the call').toBeFocused();
    expect(await scrollTop()).toBe(scrolled);

    await page.getByRole('link', { name: 'Team' }).click();
    await expect(page.getByText('No members')).toBeVisible();
    await room.open();
    await expect(page).toHaveURL(/status=completed/);
    await expect(room.row(150)).toHaveAttribute('aria-selected', 'true');
    expect(await scrollTop()).toBe(scrolled);
    await page.reload();
    await expect(room.totalStatus(completed), 'the address holds the filter').toBeVisible();
    await room.filters.getByRole('button', { name: 'Clear' }).click();
    await expect(room.totalStatus('3,000')).toBeVisible();
  });

  test('is sorted by the service, and the focus stays', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    const head = room.table.getByRole('columnheader', { name: 'Length' });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/order=duration$/);
    await expect(room.row(0)).toContainText(/[67]:\d\d/);
    await head.getByRole('button').press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(head.getByRole('button')).toBeFocused();
    await expect(room.row(0)).toContainText(/No answer|Busy|Failed/);
    await room.table.getByRole('columnheader', { name: 'Placed' }).getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await expect(room.row(0)).toContainText('1 min ago');
  });

  test('a call that is opened while words are still being typed stays open', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.search.fill('giraffe');
    await room.row(0).getByRole('button').click();
    await expect(page).toHaveURL(/#\/calls\/call_filled_\d+/);
    await expect(page.getByRole('region', { name: 'What was said' })).toBeVisible();
    await expect(page).toHaveURL(/#\/calls\/call_filled_\d+/);
    await page.goBack();
    await room.search.fill(''); // on a slow machine, the words were searched for before the call was opened
    await expect(room.totalStatus('3,000')).toBeVisible();
  });

  test('finds what was said, shows it, and opens the call at its moment', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await page.keyboard.press('Control+Shift+F');
    await expect(room.search).toBeFocused();
    await page.keyboard.type('giraffe');
    await expect(room.totalStatus(await count('text=giraffe'))).toBeVisible();
    await expect(room.row(0).locator('mark')).toHaveText(['giraffes']);
    await expect(page).toHaveURL(/text=giraffe$/);
    await expect(room.row(0)).toContainText(/\d:\d\d (Agent|Recipient) “.* and giraffes”/);
    await room.row(0).getByRole('button').press('Enter');
    await expect(page).toHaveURL(/#\/calls\/call_filled_\d+\?t=20&q=giraffe$/);
    await page.goBack();
    await expect(room.search).toHaveValue('giraffe');
    await room.search.fill('submarine');
    await expect(page.getByText('Nobody said “submarine”')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(room.search).toHaveValue('');
    await expect(room.totalStatus('3,000')).toBeVisible();
  });

  test('keeps a view by a name, until it is deleted', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    const interested = await count('disposition=Interested');
    await room.selectFilter('Outcome', 'Interested');
    await room.selectFilter('Placed', 'Last 30 days');
    await expect(page).toHaveURL(/days=30/);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const naming = page.getByRole('dialog', { name: 'Save this view' });
    await page.keyboard.press('Enter');
    await expect(naming.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await naming.getByRole('textbox').fill('Warm ones');
    await page.keyboard.press('Enter');
    await expect(naming).toBeHidden();
    const menu = page.getByRole('button', { name: 'Warm ones' });
    await expect(menu).toBeVisible();
    await room.filters.getByRole('button', { name: 'Clear' }).click();
    await expect(menu).toHaveText('Warm ones, changed');
    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Warm ones' }).click();
    await expect(page).toHaveURL(/outcome=Interested/);
    await expect(room.totalStatus(interested)).toBeVisible();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete “Warm ones”…' }).click();
    const removal = page.getByRole('alertdialog', { name: 'Delete view' });
    await expect(removal.getByRole('button', { name: 'Keep' })).toBeFocused();
    await removal.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
    await expect(room.totalStatus(interested), 'what is shown stays').toBeVisible();
  });

  test('narrows by days of one’s own', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.filters.getByRole('button', { name: 'Clear' }).click();
    await room.selectFilter('Placed', 'From … to …');
    await room.filters.getByLabel('To').fill('2001-01-01');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No call matches')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await expect(room.totalStatus('3,000')).toBeVisible();
  });

  test('is downloaded as it is filtered', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    const unanswered = await count('status=no_answer');
    await room.selectFilter('Status', 'No answer');
    await expect(room.totalStatus(unanswered)).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export these calls as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^calls \d{4}-\d\d-\d\d\.csv$/);
    const text = (await readFile(await download.path(), 'utf8')).trim();
    const { data, errors } = Papa.parse<readonly string[]>(text);
    expect(errors).toEqual([]);
    expect(data).toHaveLength(Number(unanswered) + 1);
    await room.filters.getByRole('button', { name: 'Clear' }).click();
    await expect(room.totalStatus('3,000')).toBeVisible();
  });

  test('takes in new calls without losing place or focus', async () => {
    const { page } = window;
    const room = createCallsPage(page);
    await room.row(0).getByRole('button').focus();
    for (let pages = 0; pages < 15; pages++) await page.keyboard.press('PageDown');
    await expect(room.row(150).getByRole('button')).toBeFocused();
    await expect(room.row(150)).not.toHaveAttribute('aria-busy');
    const [call, next] = [await readFocusedRow(page), await room.row(151).innerText()];
    const place = await room.row(150).boundingBox();
    const agents = await ask<{ readonly data: readonly { readonly agent_id: string }[] }>('/app/agents');
    for (const last of ['0201', '0202', '0203']) {
      const recipient_number = `+1415555${last}`;
      await ask('/app/rehearsals', { agent_id: agents.data[0]?.agent_id, recipient_number, persona: 'no_answer' });
    }
    await expect(room.totalStatus('3,003')).toBeVisible();
    await expect(room.row(153).getByRole('button')).toBeFocused();
    expect(await readFocusedRow(page)).toBe(call);
    expect(await room.row(153).boundingBox()).toEqual(place);
    await page.keyboard.press('ArrowDown');
    expect(await room.row(154).innerText()).toBe(next);
    await expect(room.row(154).getByRole('button')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(room.row(0)).toContainText('+1 415 555 0203');
    await expect(room.row(0), 'its status is told as it changes').toContainText('No answer');
  });

  /** How many calls the service counts, as the window writes it. */
  async function count(query: string): Promise<string> {
    const { total } = await ask<{ readonly total: number }>(`/app/calls?${query}&limit=1`);
    return total.toLocaleString('en');
  }

  function scrollTop(): Promise<number> {
    return createCallsPage(window.page).table.evaluate((table) => table.parentElement?.scrollTop ?? -1);
  }

  /** What the window itself would send to the service. */
  function ask<Answer>(path: string, json?: unknown): Promise<Answer> {
    return window.page.evaluate(
      async ([to, body]) => {
        const init = body === null ? {} : { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
        const answer = await fetch(to, init);
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json();
      },
      [path, json === undefined ? null : JSON.stringify(json)] as const,
    );
  }
});
