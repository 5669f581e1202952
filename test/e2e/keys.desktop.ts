import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../helpers/find-free-port.ts';
import { launchDesktop, type Desktop } from '../helpers/launch-desktop.ts';
import { openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

test.describe.serial('in the desktop app', () => {
  let folder: TemporaryFolder;
  let desktop: Desktop;
  test.beforeAll(async () => {
    folder = await createTemporaryFolder();
    desktop = await launchDesktop(folder.path);
    await openDemoOnFirstRun(desktop.page);
  });
  test.afterAll(async () => {
    await desktop.app.close();
    await folder.remove();
  });

  test('the local API switch opens a port that accepts API keys, and closes it', async () => {
    const { page } = desktop;
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('From outside');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Your new API key' });
    const headers = { Authorization: `Bearer ${await dialog.getByLabel('API key', { exact: true }).innerText()}` };
    await dialog.getByRole('button', { name: 'Done' }).click();

    const localApi = page.getByRole('region', { name: 'Local API' });
    await localApi.getByRole('textbox', { name: 'Port' }).fill(String(await findFreePort()));
    await localApi.getByRole('textbox', { name: 'Port' }).press('Enter');
    await localApi.getByRole('switch').click();
    const base = await localApi.getByLabel('Base URL', { exact: true }).innerText();
    expect((await fetch(`${base}/agents`, { headers })).status).toBe(200);
    expect((await fetch(`${base}/agents`)).status).toBe(401);
    expect((await fetch(new URL('/app/session', base), { headers })).status).toBe(404);
    expect((await fetch(new URL('/', base), { headers })).status).toBe(404);
    await localApi.getByRole('switch').click();
    await expect(localApi.getByLabel('Base URL', { exact: true })).toHaveCount(0);
    await expect(fetch(`${base}/agents`, { headers })).rejects.toThrow('fetch failed');
  });

  test('the PDF of an invoice opens in the default app and can be saved', async () => {
    const { app, page } = desktop;
    await app.evaluate(({ shell }) => {
      Object.assign(shell, {
        openPath: (path: string) => {
          Reflect.set(globalThis, 'openedPath', path);
          return Promise.resolve('');
        },
      });
    });
    await page.getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByRole('table', { name: 'Invoices' }).getByRole('button', { name: 'INV-0001' }).click();
    const panel = page.getByRole('region', { name: 'Invoice INV-0001' });
    await panel.getByRole('button', { name: 'Open PDF' }).click();
    const opened = () => app.evaluate(() => String(Reflect.get(globalThis, 'openedPath')));
    await expect.poll(opened).toMatch(/INV-0001\.pdf$/);
    expect((await readFile(await opened())).subarray(0, 5).toString()).toBe('%PDF-');

    const path = `${folder.path}/saved.pdf`;
    const saved = app.evaluate(
      ({ session }, savePath) =>
        new Promise<string>((resolve) => {
          session.defaultSession.once('will-download', (_, item) => {
            item.setSavePath(savePath);
            item.once('done', (_event, state) => resolve(`${item.getFilename()} ${state}`));
          });
        }),
      path,
    );
    await panel.getByRole('button', { name: 'Save PDF' }).click();
    expect(await saved).toBe('INV-0001.pdf completed');
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
