import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import type { ActivityEntry } from '../../shared/organization/activity.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { findFreePort } from '../helpers/processes/find-free-port.ts';
import { createKeysPage } from '../helpers/pages/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { runCurl } from '../helpers/processes/run-curl.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';

/** One word of 80 characters, which fits no narrow column. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test.describe.serial('API keys and activity', () => {
  let window: OpenWindow;
  const check = (label: string) => expectNoViolations(window.page, label);

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, {
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await createWorkspaceOnFirstRun(window.page, 'Harbour Office');
  });
  test.afterAll(() => window.close());

  test('an API key is created, used, rotated and revoked, and the activity is reviewed, with the keyboard only', async () => {
    const { page } = window;
    const keys = createKeysPage(page);
    const press = (...shortcuts: readonly string[]) =>
      shortcuts.reduce((previous, shortcut) => previous.then(() => page.keyboard.press(shortcut)), Promise.resolve());
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());

    await tabUntilFocused(page, page.getByRole('link', { name: 'API keys', exact: true }));
    await press('Enter');
    await tabUntilFocused(page, keys.createButton);
    await press('Enter');
    await expect(keys.name).toBeFocused();
    await press('Enter');
    await expect(keys.name, 'a name is required').toHaveAccessibleDescription(/Enter a name/);
    await page.keyboard.type('Nightly export');
    await press('Tab', 'Enter');
    await expect(keys.roleOption('Viewer')).toHaveAttribute('data-highlighted');
    await press('ArrowUp');
    await expect(keys.roleOption('Manager')).toHaveAttribute('data-highlighted');
    await press('Enter');
    await expect(page.getByRole('combobox', { name: 'Role' })).toContainText('Manager');
    await tabUntilFocused(page, keys.submit);
    await press('Enter');
    const dialog = keys.secretDialog('Nightly export');
    await tabUntilFocused(page, dialog.getByRole('button', { name: 'Copy API key' }));
    await press('Enter');
    await expect(dialog.getByText('Copied')).toBeAttached();
    const first = await readClipboard();
    expect(first).toMatch(/^swb_/);
    await press('Escape');
    await expect(dialog, 'Esc does not lose the secret').toBeVisible();
    await tabUntilFocused(page, dialog.getByRole('button', { name: 'Done' }));
    await press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.locator('body')).not.toContainText(first);
    const row = keys.row('Nightly export');
    await expect(row).toContainText('Manager');
    await expect(row).toContainText('Never');

    await tabUntilFocused(page, keys.localApiSwitch);
    await tabUntilFocused(page, keys.port);
    await press('ControlOrMeta+a');
    await page.keyboard.type(new URL(page.url()).port);
    await press('Enter', 'Shift+Tab');
    await expect(keys.localApiSwitch).toBeFocused();
    await press('Space');
    await expect(keys.localApiError).toContainText('is in use by another program');
    await press('Tab', 'ControlOrMeta+a');
    await page.keyboard.type(String(await findFreePort()));
    const saved = page.waitForResponse((response) => response.url().endsWith('/local-api'));
    await press('Enter');
    await saved;
    await expect(keys.port, 'keeps the focus when it is saved').toBeFocused();
    await press('Shift+Tab');
    await expect(keys.localApiSwitch).toBeFocused();
    await press('Space');
    await expect(keys.baseUrl).toHaveText(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    for (const label of ['Agents', 'Documents', 'Search']) {
      await tabUntilFocused(page, keys.copyCommand(label));
      await press('Enter');
      await expect(page.getByText('Copied')).toBeAttached();
      const response = await runCurl(await readClipboard(), first);
      expect(response.status, label).toBe(200);
      expect(await response.text()).toContain('"data"');
    }
    await expect(row, 'updated by an event').toContainText('just now');
    await expect(row).not.toContainText('Never');

    await tabUntilFocused(page, row.getByRole('button'));
    await press('Enter');
    const panel = keys.panel('Nightly export');
    await check('a key, with the local API enabled');
    await tabUntilFocused(page, panel.getByRole('button', { name: 'Rotate…' }));
    await press('Enter');
    await tabUntilFocused(page, page.getByRole('button', { name: 'Rotate API key' }));
    await press('Enter');
    await tabUntilFocused(page, dialog.getByRole('button', { name: 'Copy API key' }));
    await press('Enter');
    await expect(dialog.getByText('Copied')).toBeAttached();
    const second = await readClipboard();
    expect(second).toMatch(/^swb_/);
    await tabUntilFocused(page, dialog.getByRole('button', { name: 'Done' }));
    await press('Enter');
    const base = await keys.baseUrl.innerText();
    const command = `curl -H "Authorization: Bearer $KEY" ${base}/agents`;
    expect((await runCurl(command, first)).status).toBe(401);
    expect((await runCurl(command, second)).status).toBe(200);
    await tabUntilFocused(page, panel.getByRole('button', { name: 'Revoke…' }));
    await press('Enter');
    await tabUntilFocused(page, page.getByRole('button', { name: 'Revoke API key' }));
    await press('Enter');
    await expect(row).toContainText('Revoked');
    await check('a revoked key');
    expect((await runCurl(command, second)).status).toBe(401);
    await expect(
      panel.getByRole('button', { name: 'Revoke…' }),
      'the disabled button keeps the focus and explains itself',
    ).toBeFocused();
    await press('Escape');
    await expect(row.getByRole('button')).toBeFocused();
    await tabUntilFocused(page, keys.localApiSwitch);
    await press('Space');
    await expect(keys.baseUrl).toHaveCount(0);

    await tabUntilFocused(page, page.getByRole('link', { name: 'Activity', exact: true }));
    await press('Enter');
    const activity = page.getByRole('table', { name: 'Activity' });
    await expect(activity.getByRole('row', { name: /^Revoked API key/ })).toBeVisible();
    await tabUntilFocused(page, page.getByRole('button', { name: /^Action/ }));
    await press('Enter');
    await expect(page.getByRole('menu').locator(':focus'), 'the menu accepts keys').toBeVisible();
    await page.keyboard.type('Rotated');
    await expect(page.getByRole('menuitemradio', { name: /^Rotated/ })).toBeFocused();
    await press('Enter');
    await expect(activity.locator('tr[data-row]')).toHaveCount(1);
    await tabUntilFocused(page, activity.getByRole('button', { name: /^Rotated API key/ }));
    await press('Enter');
    await expect(page.getByRole('region', { name: 'Rotated API key “Nightly export”' })).toContainText(
      'Nightly export',
    );
    await press('Escape');
    await expect(activity.getByRole('button', { name: /^Rotated API key/ })).toBeFocused();
    await tabUntilFocused(page, page.getByRole('button', { name: 'Verify' }));
    await press('Enter');
    await expect(page.getByText(/^Verified: \d+ entries, no tampering detected$/)).toBeVisible();
    await tabUntilFocused(page, page.getByRole('button', { name: 'Export', exact: true }));
    await press('Enter');
    const download = page.waitForEvent('download');
    await press('End', 'Enter');
    const entries = JSON.parse(await readFile(await (await download).path(), 'utf8')) as readonly ActivityEntry[]; // as exported
    expect(entries.map(({ operation }) => operation)).toEqual(['rotateApiKey']);
    await tabUntilFocused(page, page.getByRole('button', { name: 'Clear', exact: true }));
    await press('Enter');
  });

  test('the activity lists each change, and a changed log is detected', async () => {
    const { page, folder } = window;
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    const activity = page.getByRole('table', { name: 'Activity' });
    for (const summary of [/^Created API key/, /^Rotated API key/, /^Revoked API key/])
      await expect(activity.getByRole('row', { name: summary })).toContainText('Window (Admin)');
    const verify = page.getByRole('button', { name: 'Verify', exact: true });
    await verify.click();
    await expect(page.getByText(/^Verified: \d+ entries, no tampering detected$/)).toBeVisible();
    await check('a verified log');

    await page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: /^Result/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'Refused' }).click();
    await expect(activity.locator('tr[data-row]')).toHaveCount(1);
    await activity.getByRole('button', { name: /^Tried to change local API access/ }).click();
    await expect(page.getByRole('region', { name: /^Tried to change local API access/ })).toContainText(
      'Port unavailable',
    );
    await check('an activity entry');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^activity .*\.csv$/);
    await page.keyboard.press('Escape');

    const [id = ''] = readdirSync(`${folder}/data/workspaces`);
    const db = new DatabaseSync(`${folder}/data/workspaces/${id}/workspace.db`);
    db.exec("UPDATE activity SET actor_name = 'Someone else' WHERE number = 2");
    db.close();
    await verify.click();
    await expect(page.getByText(/^Tampering detected: entry 2 of .* was changed/)).toBeVisible();
    await check('a changed log');
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No activity matches these filters')).toBeVisible();
    await check('activity without matches');
  });

  test('a truncated name shows in full on hover, and a name that fits has no title', async () => {
    const { page } = window;
    const keys = createKeysPage(page);
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await keys.createButton.click();
    await keys.name.fill(longName);
    await page.keyboard.press('Enter');
    await keys.done.click();
    const getNameButton = (name: string) => keys.row(name).getByRole('button');
    await getNameButton(longName).hover();
    await expect(getNameButton(longName)).toHaveAttribute('title', longName);
    await getNameButton('Nightly export').hover();
    await expect(getNameButton('Nightly export')).not.toHaveAttribute('title');
    await page.setViewportSize({ width: 1600, height: 600 });
    await getNameButton(longName).hover();
    await expect(getNameButton(longName), 'it fits now').not.toHaveAttribute('title');
  });
});
