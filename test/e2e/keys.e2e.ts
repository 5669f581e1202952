import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { expectNoViolations } from '../helpers/expect-no-violations.ts';
import { findFreePort } from '../helpers/find-free-port.ts';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser, type OpenWindow } from '../helpers/open-window.ts';

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

  test('an API key is created, used, rotated and revoked', async () => {
    const { page } = window;
    const keys = createKeysPage(page);
    await page.getByRole('link', { name: 'API keys', exact: true }).click();
    await keys.createButton.click();
    await keys.submit.click();
    await expect(page.getByText('Enter a name.')).toBeVisible();
    await check('the Create API key dialog with an error');
    await keys.name.fill('Nightly export');
    await page.keyboard.press('Enter');
    const dialog = keys.secretDialog('Nightly export');
    const secretField = dialog.getByLabel('API key', { exact: true });
    const secret = await secretField.innerText();
    expect(secret).toMatch(/^swb_/);
    await check('a new API key');
    await page.keyboard.press('Escape');
    await expect(dialog, 'Esc does not lose the secret').toBeVisible();
    await dialog.getByRole('button', { name: 'Copy API key' }).click();
    await expect(dialog.getByText('Copied')).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await keys.done.click();
    await expect(page.locator('body')).not.toContainText(secret);

    const row = keys.row('Nightly export');
    await expect(row).toContainText('Never');
    await keys.port.fill(new URL(page.url()).port);
    await keys.port.press('Enter');
    await keys.localApiSwitch.click();
    await expect(keys.localApiError).toContainText('is in use by another program');
    await keys.port.fill(String(await findFreePort()));
    await keys.port.press('Enter');
    await keys.localApiSwitch.click();
    const base = await keys.baseUrl.innerText();
    const requestDocuments = (key: string) =>
      fetch(`${base}/knowledge/documents`, { headers: { Authorization: `Bearer ${key}` } }).then(
        ({ status }) => status,
      );
    expect(await requestDocuments(secret)).toBe(200);
    await expect(row, 'updated by an event').toContainText('just now');
    await expect(row).not.toContainText('Never');

    await row.getByRole('button').click();
    const panel = keys.panel('Nightly export');
    await check('a key, with the local API enabled');
    await panel.getByRole('button', { name: 'Rotate…' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Rotate API key' })).toBeVisible();
    await page.getByRole('button', { name: 'Rotate API key' }).click();
    const rotated = await secretField.innerText();
    await keys.done.click();
    expect(await requestDocuments(secret)).toBe(401);
    expect(await requestDocuments(rotated)).toBe(200);
    await panel.getByRole('button', { name: 'Revoke…' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Revoke API key' })).toBeVisible();
    await page.getByRole('button', { name: 'Revoke API key' }).click();
    await expect(row).toContainText('Revoked');
    expect(await requestDocuments(rotated)).toBe(401);
    await check('a revoked key');
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
