import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import type { ActivityRow } from '../../shared/activity.ts';
import { findFreePort } from '../helpers/find-free-port.ts';
import { keysRoom } from '../helpers/keys-room.ts';
import { makeWorkspace } from '../helpers/knowledge-room.ts';
import { openInBrowser } from '../helpers/open-window.ts';
import { runCurl } from '../helpers/run-curl.ts';
import { tabTo } from '../helpers/tab-to.ts';

test('a key is made, used from outside, rotated and revoked, and all of it read again, by keyboard alone', async ({
  browser,
}) => {
  const window = await openInBrowser(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = window;
  const room = keysRoom(page);
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await makeWorkspace(page, 'Harbour Office');

  await tabTo(page, page.getByRole('link', { name: 'Keys', exact: true }));
  await press('Enter');
  await tabTo(page, room.make);
  await press('Enter');
  await expect(room.name).toBeFocused();
  await press('Enter');
  await expect(room.name, 'a name is needed').toHaveAccessibleDescription(/The name is empty/);
  await page.keyboard.type('Nightly export');
  await press('Tab', 'Enter', 'ArrowUp', 'Enter');
  await expect(page.getByRole('combobox', { name: 'Role' })).toContainText('Manager');
  await tabTo(page, page.getByRole('button', { name: 'Make the key' }));
  await press('Enter');
  const shown = room.secretOf('Nightly export');
  await tabTo(page, shown.getByRole('button', { name: 'Copy the secret' }));
  await press('Enter');
  await expect.poll(copied).toMatch(/^swb_/);
  const first = await copied();
  await tabTo(page, shown.getByRole('button', { name: 'I have stored it' }));
  await press('Enter');
  await expect(shown).toBeHidden();
  await expect(room.rowOf('Nightly export')).toContainText('Manager');

  await tabTo(page, room.listening);
  await tabTo(page, room.port);
  await press('ControlOrMeta+a');
  await page.keyboard.type(String(await findFreePort()));
  await press('Enter', 'Shift+Tab');
  await expect(room.listening).toBeFocused();
  await press('Space');
  await expect(room.address).toHaveText(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  for (const label of ['Agents', 'Documents', 'Search']) {
    await tabTo(page, room.copyCommand(label));
    await press('Enter');
    await expect.poll(copied).toMatch(/^curl /);
    const answer = await runCurl(await copied(), first);
    expect(answer.status, label).toBe(200);
    expect(await answer.text()).toContain('"data"');
  }

  await tabTo(page, room.rowOf('Nightly export').getByRole('button'));
  await press('Enter');
  const panel = room.panelOf('Nightly export');
  await tabTo(page, panel.getByRole('button', { name: 'Rotate…' }));
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Rotate key' }));
  await press('Enter');
  await tabTo(page, shown.getByRole('button', { name: 'Copy the secret' }));
  await press('Enter');
  await expect.poll(copied).not.toMatch(/^curl /);
  const second = await copied();
  await tabTo(page, shown.getByRole('button', { name: 'I have stored it' }));
  await press('Enter');
  const base = await room.address.innerText();
  const command = `curl -H "Authorization: Bearer $KEY" ${base}/agents`;
  expect((await runCurl(command, first)).status).toBe(401);
  expect((await runCurl(command, second)).status).toBe(200);
  await tabTo(page, panel.getByRole('button', { name: 'Revoke…' }));
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Revoke key' }));
  await press('Enter');
  await expect(room.rowOf('Nightly export')).toContainText('Revoked');
  expect((await runCurl(command, second)).status).toBe(401);
  await expect(
    panel.getByRole('button', { name: 'Revoke…' }),
    'the reason can be read where it was done',
  ).toBeFocused();
  await press('Escape');
  await expect(room.rowOf('Nightly export').getByRole('button')).toBeFocused();
  await tabTo(page, room.listening);
  await press('Space');
  await expect(room.address).toHaveCount(0);

  await tabTo(page, page.getByRole('link', { name: 'Activity', exact: true }));
  await press('Enter');
  const activity = page.getByRole('table', { name: 'Activity' });
  await expect(activity.getByRole('row', { name: /Revoke an API key/ })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^What/ }));
  await press('Enter');
  await page.keyboard.type('Rotate');
  await press('Enter');
  await expect(activity.locator('tr[data-row]')).toHaveCount(1);
  await tabTo(page, activity.getByRole('button', { name: /Rotate an API key/ }));
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Rotate an API key' })).toContainText('Nightly export');
  await press('Escape');
  await expect(activity.getByRole('button', { name: /Rotate an API key/ })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Verify' }));
  await press('Enter');
  await expect(page.getByText(/^\d+ rows, each as it was written\.$/)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }));
  await press('Enter');
  const download = page.waitForEvent('download');
  await press('End', 'Enter');
  const rows = JSON.parse(await readFile(await (await download).path(), 'utf8')) as readonly ActivityRow[]; // as exported
  expect(rows.map(({ operation }) => operation)).toEqual(['rotateApiKey']);
  await window.close();
});
