import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../helpers/find-free-port.ts';
import { launchDesktop, type Desktop } from '../helpers/launch-desktop.ts';
import { openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/temporary-folder.ts';

test.describe.serial('in the installed program', () => {
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

  test('the switch opens a real port for whoever has a key, and closes it', async () => {
    const { page } = desktop;
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('From outside');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('alertdialog', { name: 'The secret of “From outside”' });
    const headers = { Authorization: `Bearer ${await shown.getByLabel('Secret', { exact: true }).innerText()}` };
    await shown.getByRole('button', { name: 'I have stored it' }).click();

    const access = page.getByRole('region', { name: 'Other programs of this computer' });
    await access.getByRole('textbox', { name: 'Port' }).fill(String(await findFreePort()));
    await access.getByRole('textbox', { name: 'Port' }).press('Enter');
    await access.getByRole('switch').click();
    const base = await access.getByLabel('Address', { exact: true }).innerText();
    expect((await fetch(`${base}/agents`, { headers })).status).toBe(200);
    expect((await fetch(`${base}/agents`)).status).toBe(401);
    expect((await fetch(new URL('/app/session', base), { headers })).status).toBe(404);
    expect((await fetch(new URL('/', base), { headers })).status).toBe(404);
    await access.getByRole('switch').click();
    await expect(access.getByLabel('Address', { exact: true })).toHaveCount(0);
    await expect(fetch(`${base}/agents`, { headers })).rejects.toThrow('fetch failed');
  });

  test('the PDF of an invoice is opened by the system, and saved', async () => {
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
