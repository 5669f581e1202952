import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';

test('a key is made, used from outside, rotated and revoked, and each of it is written down', async ({ browser }) => {
  const window = await openInBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = window;
  const axe = async (place: string) => expect((await new AxeBuilder({ page }).analyze()).violations, place).toEqual([]);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await page.getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  await axe('keys, empty');

  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export');
  await axe('making a key');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('alertdialog', { name: 'The secret of “Nightly export”' });
  const secret = await shown.getByLabel('Secret', { exact: true }).innerText();
  expect(secret).toMatch(/^swb_/);
  await axe('the secret');
  await page.keyboard.press('Escape');
  await expect(shown, 'a slip of a key does not lose it').toBeVisible();
  await shown.getByRole('button', { name: 'Copy the secret' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.locator('body')).not.toContainText(secret);

  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Nightly export/ });
  await expect(row).toContainText('Never');
  const access = page.getByRole('region', { name: 'Other programs of this computer' });
  const port = access.getByRole('textbox', { name: 'Port' });
  await port.fill(new URL(page.url()).port);
  await port.press('Enter');
  await access.getByRole('switch').click();
  await expect(access.getByRole('alert')).toContainText('is in use by another program');
  await port.fill(String(20_000 + (process.pid % 20_000)));
  await port.press('Enter');
  await access.getByRole('switch').click();
  const base = await access.getByLabel('Address', { exact: true }).innerText();
  await axe('listening');
  const ask = (key: string) =>
    fetch(`${base}/knowledge/documents`, { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status);
  expect(await ask(secret)).toBe(200);
  await expect(row, 'by event').toContainText('just now');
  await expect(row).not.toContainText('Never');

  await row.getByRole('button').click();
  const panel = page.getByRole('region', { name: 'Nightly export' });
  await panel.getByRole('button', { name: 'Rotate…' }).click();
  await page.getByRole('button', { name: 'Rotate key' }).click();
  const rotated = await shown.getByLabel('Secret', { exact: true }).innerText();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  expect(await ask(secret)).toBe(401);
  expect(await ask(rotated)).toBe(200);
  await panel.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('Revoked');
  expect(await ask(rotated)).toBe(401);
  await axe('a revoked key');

  await page.getByRole('link', { name: 'Activity' }).click();
  const activity = page.getByRole('table', { name: 'Activity' });
  for (const summary of [/Make an API key/, /Rotate an API key/, /Revoke an API key/])
    await expect(activity.getByRole('row', { name: summary })).toContainText('Window as Admin');
  await axe('activity');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^\d+ rows, each as it was written\.$/)).toBeVisible();
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: /^Result/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Refused' }).click();
  await expect(activity.locator('tr[data-row]')).toHaveCount(1);
  await activity.getByRole('button', { name: /access of other programs/ }).click();
  await expect(page.getByRole('region', { name: /access of other programs/ })).toContainText('Port unavailable');
  await axe('a row of the activity');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'As CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity .*\.csv$/);
  await window.close();
});
