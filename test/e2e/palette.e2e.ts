import { expect, test } from '@playwright/test';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { waitForDemoDocuments, createKnowledgePage, openKnowledge } from '../helpers/pages/knowledge-page.ts';
import { openDemoInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { createPalettePage } from '../helpers/pages/palette-page.ts';
import { waitForView } from '../helpers/browser/wait-for-view.ts';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';

test.describe.serial('the palette', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openDemoInBrowser(browser);
    await openKnowledge(window.page);
    await waitForDemoDocuments(window.page);
  });
  test.afterAll(() => window.close());

  test('takes what is typed before it is shown for the first time, and runs no command with it', async () => {
    const { page } = window;
    await page.reload();
    await waitForView(page, 'Knowledge');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gn,knowledge');
    const field = page.getByRole('combobox', { name: 'Search or run a command' });
    await expect(field).toBeFocused();
    await page.keyboard.type(' base');
    await expect(field).toHaveValue('gn,knowledge base');
    await page.keyboard.press('Escape');
    await expect(field).not.toBeVisible();
    await expect(page, 'nothing else was opened').toHaveURL(/#\/knowledge$/);
  });

  test('opens a document by a part of its title, and its original with Ctrl+Enter', async () => {
    const { page } = window;
    const { open, input, dialog, highlighted, count } = createPalettePage(page);
    await open();
    await input.fill('pric plans');
    await expect(highlighted).toContainText('Plans and pricing 2026');
    await expect(count).toHaveText(/^\d+ results?$/);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(createKnowledgePage(page).panel('Plans and pricing 2026')).toBeVisible();
    await open();
    await input.fill('pric plans');
    await expect(highlighted).toContainText('Plans and pricing 2026');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('tab', { name: 'Original' })).toHaveAttribute('aria-selected', 'true');
  });

  test('runs a command and focuses the field that it leads to', async () => {
    const { page } = window;
    const { open, input, dialog, highlighted } = createPalettePage(page);
    await open();
    await input.fill('transcripts');
    await expect(highlighted).toHaveText(/Search transcripts/);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(createCallsPage(page).search).toBeFocused();
  });

  test('lists recent entries, moves with the arrow keys, and restores the focus after Esc', async () => {
    const { page } = window;
    const { open, dialog, group, highlighted, options } = createPalettePage(page);
    const link = page.getByRole('link', { name: 'Team' });
    await link.focus();
    await open();
    await expect(group('Recent').getByRole('option').first()).toContainText('Search transcripts');
    await expect(group('Recent').getByRole('option').nth(1)).toContainText('Plans and pricing 2026');
    await expect(options.first()).toHaveAttribute('data-highlighted');
    await page.keyboard.press('ArrowDown');
    await expect(highlighted).toContainText('Plans and pricing 2026');
    await page.keyboard.press('ArrowUp');
    await expect(highlighted).toContainText('Search transcripts');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  });

  test('shows why a command is disabled, and does not run it', async () => {
    const { page } = window;
    const { open, input, dialog, highlighted } = createPalettePage(page);
    await open();
    await input.fill('reset text');
    await expect(highlighted).toContainText('Text is already at the standard size.');
    await expect(highlighted).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await input.fill('xyzzy');
    await expect(dialog.getByText('No results for “xyzzy”')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('goes to a view by a sequence of two keys, but not while the user types', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Team' }).click();
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await waitForView(page, 'Knowledge');
    await page.keyboard.press('/');
    await expect(createKnowledgePage(page).searchField).toBeFocused();
    await page.keyboard.type('gt?');
    await expect(createKnowledgePage(page).searchField).toHaveValue('gt?');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('Escape');
  });

  test('opens a build request, an invoice and an agent by name', async () => {
    const { page } = window;
    const { open, input, highlighted } = createPalettePage(page);
    type Invoices = { readonly data: readonly { readonly number: string }[] };
    const { data: invoices } = await fetchAsWindow<Invoices>(page, '/app/billing/invoices');
    const invoice = invoices[0]?.number ?? '';
    for (const [query, kind, title] of [
      ['Router sw', 'Request', 'Router swaps'],
      [invoice, 'Invoice', invoice],
      ['Welcome calls', 'Agent', 'Welcome calls'],
    ] as const) {
      await open();
      await input.fill(query);
      const options = createPalettePage(page).group(`${kind}s`).getByRole('option');
      await expect(options.first()).toContainText(title);
      while (
        !(await options
          .first()
          .getAttribute('data-highlighted')
          .then((mark) => mark !== null))
      )
        await page.keyboard.press('ArrowDown');
      await expect(highlighted).toContainText(title);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: new RegExp(`${title}$`) }).last()).toBeVisible();
    }
  });

  test('finds every export, and how to invite a member', async () => {
    const { page } = window;
    const { open, input, dialog, highlighted, group } = createPalettePage(page);
    await open();
    await input.fill('export');
    for (const name of ['calls', 'do-not-call list', 'invoices', 'activity'])
      await expect(group('Commands').getByRole('option').filter({ hasText: name })).toHaveCount(1);
    for (const [text, file] of [
      ['export calls', /^calls \d{4}-\d\d-\d\d\.csv$/],
      ['export do-not-call', /^do-not-call .*\.csv$/],
      ['export invoices', /\.csv$/],
      ['export activity', /^activity .*\.csv$/],
    ] as const) {
      await input.fill(text);
      await expect(highlighted).toContainText('Export');
      // All calls of the demo are analyzed for their export, which takes long on a busy machine.
      const download = page.waitForEvent('download', { timeout: 120_000 });
      await page.keyboard.press('Enter');
      expect((await download).suggestedFilename()).toMatch(file);
      await open();
    }
    await input.fill('invite');
    await expect(highlighted).toContainText('Invite a member…');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const invite = page.getByRole('dialog', { name: 'Invite a member' });
    await expect(invite).toContainText('No email is sent');
    await expect(invite.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await page.keyboard.press('Escape');
  });

  test('creates an API key, changes the role, and then shows that the role cannot create one', async () => {
    const { page } = window;
    const { open, input, dialog, highlighted } = createPalettePage(page);
    const choose = async (query: string, label: string) => {
      await open();
      await input.fill(query);
      await expect(highlighted).toContainText(label);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
    };
    await choose('create api key', 'Create API key…');
    const createDialog = page.getByRole('dialog', { name: 'Create API key' });
    await createDialog.getByRole('textbox', { name: 'Name' }).fill('Nightly export');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).click();
    await choose('nightly', 'Nightly export');
    await expect(page.getByRole('region', { name: 'Nightly export', exact: true })).toBeVisible();

    await choose('as viewer', 'View as Viewer');
    await expect(page.getByText('Viewing as Viewer').first()).toBeVisible();
    await open();
    await input.fill('create api key');
    await expect(highlighted).toContainText('Admin');
    await expect(highlighted).toHaveAttribute('aria-disabled', 'true');
    await input.fill('nightly');
    await expect(dialog.getByText('No results for “nightly”')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await choose('as admin', 'View as Admin');
  });

  test('opens the list of shortcuts', async () => {
    const { page } = window;
    const { open, input, highlighted } = createPalettePage(page);
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('link', { name: 'Team' }).click();
    await page.keyboard.press('?');
    await expect(shortcuts.getByRole('region', { name: 'Go to' })).toContainText('G then K');
    await expect(shortcuts.getByRole('region', { name: 'In a call' })).toContainText('Play or pause');
    await expect(shortcuts.getByRole('region', { name: 'In a table' })).toContainText('Open selected item');
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
    await open();
    await input.fill('keyboard');
    await expect(highlighted).toContainText('Keyboard shortcuts');
    await page.keyboard.press('Enter');
    await expect(shortcuts).toBeVisible();
    await page.keyboard.press('Escape');
  });
});
