import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { ActivityEntry } from '../../shared/activity.ts';
import { findFreePort } from '../helpers/find-free-port.ts';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { runCurl } from '../helpers/run-curl.ts';
import { tabUntilFocused } from '../helpers/tab-until-focused.ts';

test('a key is made, used from outside, rotated and revoked, and all of it read again, by keyboard alone', async ({
  browser,
}) => {
  const window = await openInBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = window;
  const room = createKeysPage(page);
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await createWorkspaceOnFirstRun(page, 'Harbour Office');

  await tabUntilFocused(page, page.getByRole('link', { name: 'Keys', exact: true }));
  await press('Enter');
  await tabUntilFocused(page, room.createButton);
  await press('Enter');
  await expect(room.name).toBeFocused();
  await press('Enter');
  await expect(room.name, 'a name is needed').toHaveAccessibleDescription(/The name is empty/);
  await page.keyboard.type('Nightly export');
  await press('Tab', 'Enter', 'ArrowUp', 'Enter');
  await expect(page.getByRole('combobox', { name: 'Role' })).toContainText('Manager');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Make the key' }));
  await press('Enter');
  const shown = room.secretDialog('Nightly export');
  await tabUntilFocused(page, shown.getByRole('button', { name: 'Copy the secret' }));
  await press('Enter');
  await expect.poll(copied).toMatch(/^swb_/);
  const first = await copied();
  await tabUntilFocused(page, shown.getByRole('button', { name: 'I have stored it' }));
  await press('Enter');
  await expect(shown).toBeHidden();
  await expect(room.row('Nightly export')).toContainText('Manager');

  await tabUntilFocused(page, room.localApiSwitch);
  await tabUntilFocused(page, room.port);
  await press('ControlOrMeta+a');
  await page.keyboard.type(String(await findFreePort()));
  await press('Enter', 'Shift+Tab');
  await expect(room.localApiSwitch).toBeFocused();
  await press('Space');
  await expect(room.address).toHaveText(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  for (const label of ['Agents', 'Documents', 'Search']) {
    await tabUntilFocused(page, room.copyCommand(label));
    await press('Enter');
    await expect.poll(copied).toMatch(/^curl /);
    const answer = await runCurl(await copied(), first);
    expect(answer.status, label).toBe(200);
    expect(await answer.text()).toContain('"data"');
  }

  await tabUntilFocused(page, room.row('Nightly export').getByRole('button'));
  await press('Enter');
  const panel = room.panel('Nightly export');
  await tabUntilFocused(page, panel.getByRole('button', { name: 'Rotate…' }));
  await press('Enter');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Rotate key' }));
  await press('Enter');
  await tabUntilFocused(page, shown.getByRole('button', { name: 'Copy the secret' }));
  await press('Enter');
  await expect.poll(copied).not.toMatch(/^curl /);
  const second = await copied();
  await tabUntilFocused(page, shown.getByRole('button', { name: 'I have stored it' }));
  await press('Enter');
  const base = await room.address.innerText();
  const command = `curl -H "Authorization: Bearer $KEY" ${base}/agents`;
  expect((await runCurl(command, first)).status).toBe(401);
  expect((await runCurl(command, second)).status).toBe(200);
  await tabUntilFocused(page, panel.getByRole('button', { name: 'Revoke…' }));
  await press('Enter');
  await tabUntilFocused(page, page.getByRole('button', { name: 'Revoke key' }));
  await press('Enter');
  await expect(room.row('Nightly export')).toContainText('Revoked');
  expect((await runCurl(command, second)).status).toBe(401);
  await expect(
    panel.getByRole('button', { name: 'Revoke…' }),
    'the reason can be read where it was done',
  ).toBeFocused();
  await press('Escape');
  await expect(room.row('Nightly export').getByRole('button')).toBeFocused();
  await tabUntilFocused(page, room.localApiSwitch);
  await press('Space');
  await expect(room.address).toHaveCount(0);

  await tabUntilFocused(page, page.getByRole('link', { name: 'Activity', exact: true }));
  await press('Enter');
  const activity = page.getByRole('table', { name: 'Activity' });
  await expect(activity.getByRole('row', { name: /Revoke an API key/ })).toBeVisible();
  await tabUntilFocused(page, page.getByRole('button', { name: /^What/ }));
  await press('Enter');
  await page.keyboard.type('Rotate');
  await press('Enter');
  await expect(activity.locator('tr[data-row]')).toHaveCount(1);
  await tabUntilFocused(page, activity.getByRole('button', { name: /Rotate an API key/ }));
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Rotate an API key' })).toContainText('Nightly export');
  await press('Escape');
  await expect(activity.getByRole('button', { name: /Rotate an API key/ })).toBeFocused();
  await tabUntilFocused(page, page.getByRole('button', { name: 'Verify' }));
  await press('Enter');
  await expect(page.getByText(/^\d+ rows, each as it was written\.$/)).toBeVisible();
  await tabUntilFocused(page, page.getByRole('button', { name: 'Export', exact: true }));
  await press('Enter');
  const download = page.waitForEvent('download');
  await press('End', 'Enter');
  const rows = JSON.parse(await readFile(await (await download).path(), 'utf8')) as readonly ActivityEntry[]; // as exported
  expect(rows.map(({ operation }) => operation)).toEqual(['rotateApiKey']);
  await window.close();
});
