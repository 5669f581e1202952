import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';

test('an API key is created, used, rotated and revoked, and the activity lists each change', async ({ browser }) => {
  const window = await openInBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = window;
  const axe = async (label: string) => expect((await new AxeBuilder({ page }).analyze()).violations, label).toEqual([]);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await page.getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await axe('keys, empty');

  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export');
  await axe('the Create API key dialog');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Your new API key' });
  const secret = await dialog.getByLabel('API key', { exact: true }).innerText();
  expect(secret).toMatch(/^swb_/);
  await axe('a new API key');
  await page.keyboard.press('Escape');
  await expect(dialog, 'Esc does not lose the secret').toBeVisible();
  await dialog.getByRole('button', { name: 'Copy API key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('body')).not.toContainText(secret);

  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Nightly export/ });
  await expect(row).toContainText('Never');
  const localApi = page.getByRole('region', { name: 'Local API' });
  const port = localApi.getByRole('textbox', { name: 'Port' });
  await port.fill(new URL(page.url()).port);
  await port.press('Enter');
  await localApi.getByRole('switch').click();
  await expect(localApi.getByRole('alert')).toContainText('is in use by another program');
  await port.fill(String(20_000 + (process.pid % 20_000)));
  await port.press('Enter');
  await localApi.getByRole('switch').click();
  const base = await localApi.getByLabel('Base URL', { exact: true }).innerText();
  await axe('the local API, enabled');
  const requestDocuments = (key: string) =>
    fetch(`${base}/knowledge/documents`, { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status);
  expect(await requestDocuments(secret)).toBe(200);
  await expect(row, 'updated by an event').toContainText('just now');
  await expect(row).not.toContainText('Never');

  await row.getByRole('button').click();
  const panel = page.getByRole('region', { name: 'Nightly export' });
  await panel.getByRole('button', { name: 'Rotate…' }).click();
  await page.getByRole('button', { name: 'Rotate API key' }).click();
  const rotated = await dialog.getByLabel('API key', { exact: true }).innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await requestDocuments(secret)).toBe(401);
  expect(await requestDocuments(rotated)).toBe(200);
  await panel.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke API key' }).click();
  await expect(row).toContainText('Revoked');
  expect(await requestDocuments(rotated)).toBe(401);
  await axe('a revoked key');

  await page.getByRole('link', { name: 'Activity' }).click();
  const activity = page.getByRole('table', { name: 'Activity' });
  for (const summary of [/^Created API key/, /^Rotated API key/, /^Revoked API key/])
    await expect(activity.getByRole('row', { name: summary })).toContainText('Window (Admin)');
  await axe('activity');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Verified: \d+ entries, no tampering detected$/)).toBeVisible();
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
  await axe('an activity entry');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity .*\.csv$/);
  await window.close();
});
