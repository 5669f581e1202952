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

test('the terminal names the folder that the settings speak of', async () => {
  await expect.poll(() => host.errors()).toContain(`kept in ${folder.path}.`);
});

test('the printed address opens the window and leaves no token behind', async ({ page, context }) => {
  // Neither what was refused, nor the hints that a library gives in its slower half for development.
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(host.windowUrl);
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/(#.*)?$/);
  await expect(page.getByRole('heading').first()).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/app/session')).status)).toBe(200);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await page.evaluate(() => globalThis.document.cookie)).toBe('');
  expect(said).toEqual([]);
});

test('a browser without the token is told how to get in, and gets nothing of the window’s own', async ({ page }) => {
  const response = await page.goto(host.origin);
  expect(response?.status()).toBe(401);
  await expect(page.getByText('Open the whole address')).toBeVisible();
  expect(await page.evaluate(async () => (await fetch('/app/session')).status)).toBe(401);
});
