import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { ActivityEntry } from '../../shared/activity.ts';
import { findFreePort } from '../helpers/find-free-port.ts';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { runCurl } from '../helpers/run-curl.ts';
import { tabUntilFocused } from '../helpers/tab-until-focused.ts';

test('an API key is created, used, rotated and revoked, and the activity is reviewed, with the keyboard only', async ({
  browser,
}) => {
  const window = await openInBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = window;
  const keys = createKeysPage(page);
  const press = (...shortcuts: readonly string[]) =>
    shortcuts.reduce((previous, shortcut) => previous.then(() => page.keyboard.press(shortcut)), Promise.resolve());
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await createWorkspaceOnFirstRun(page, 'Harbour Office');

  await tabUntilFocused(page, page.getByRole('link', { name: 'API keys', exact: true }));
  await press('Enter');
  await tabUntilFocused(page, keys.createButton);
  await press('Enter');
  await expect(keys.name).toBeFocused();
  await press('Enter');
  await expect(keys.name, 'a name is required').toHaveAccessibleDescription(/Enter a name/);
  await page.keyboard.type('Nightly export');
  await press('Tab', 'Enter', 'ArrowUp', 'Enter');
  await expect(page.getByRole('combobox', { name: 'Role' })).toContainText('Manager');
  await tabUntilFocused(page, keys.submit);
  await press('Enter');
  const dialog = keys.secretDialog('Nightly export');
  await tabUntilFocused(page, dialog.getByRole('button', { name: 'Copy API key' }));
  await press('Enter');
  await expect(dialog.getByText('Copied')).toBeAttached();
  const first = await readClipboard();
  expect(first).toMatch(/^swb_/);
  await tabUntilFocused(page, dialog.getByRole('button', { name: 'Done' }));
  await press('Enter');
  await expect(dialog).toBeHidden();
  await expect(keys.row('Nightly export')).toContainText('Manager');

  await tabUntilFocused(page, keys.localApiSwitch);
  await tabUntilFocused(page, keys.port);
  await press('ControlOrMeta+a');
  await page.keyboard.type(String(await findFreePort()));
  await press('Enter', 'Shift+Tab');
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

  await tabUntilFocused(page, keys.row('Nightly export').getByRole('button'));
  await press('Enter');
  const panel = keys.panel('Nightly export');
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
  await expect(keys.row('Nightly export')).toContainText('Revoked');
  expect((await runCurl(command, second)).status).toBe(401);
  await expect(
    panel.getByRole('button', { name: 'Revoke…' }),
    'the disabled button keeps the focus and explains itself',
  ).toBeFocused();
  await press('Escape');
  await expect(keys.row('Nightly export').getByRole('button')).toBeFocused();
  await tabUntilFocused(page, keys.localApiSwitch);
  await press('Space');
  await expect(keys.baseUrl).toHaveCount(0);

  await tabUntilFocused(page, page.getByRole('link', { name: 'Activity', exact: true }));
  await press('Enter');
  const activity = page.getByRole('table', { name: 'Activity' });
  await expect(activity.getByRole('row', { name: /^Revoked API key/ })).toBeVisible();
  await tabUntilFocused(page, page.getByRole('button', { name: /^Action/ }));
  await press('Enter');
  await page.keyboard.type('Rotated');
  await press('Enter');
  await expect(activity.locator('tr[data-row]')).toHaveCount(1);
  await tabUntilFocused(page, activity.getByRole('button', { name: /^Rotated API key/ }));
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Rotated API key “Nightly export”' })).toContainText('Nightly export');
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
  await window.close();
});
