import { expect, test } from '@playwright/test';
import { startHost, type RunningHost } from '../helpers/start-host.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

let folder: TemporaryFolder;
let host: RunningHost;

test.beforeEach(async () => {
  folder = await createTemporaryFolder();
  host = await startHost(folder.path);
});

test.afterEach(async () => {
  await host.stop();
  await folder.remove();
});

test('prints the data folder in the terminal', async () => {
  await expect.poll(() => host.errors()).toContain(`Data folder: ${folder.path}.`);
});

test('opens the window from the printed URL and removes the token from the address', async ({ page, context }) => {
  // Blocked resources and warnings of development builds would appear in the console.
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(host.windowUrl);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/(#.*)?$/);
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/app/session')).status)).toBe(200);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await page.evaluate(() => globalThis.document.cookie)).toBe('');
  expect(messages).toEqual([]);
});

test('explains how to sign in to a browser without the token, and returns no data', async ({ page }) => {
  const response = await page.goto(host.origin);
  expect(response?.status()).toBe(401);
  await expect(page.getByText('Open the full URL')).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/app/session')).status)).toBe(401);
});
