import { expect, test, type BrowserContextOptions, type Page } from '@playwright/test';
import { fetchAsWindow } from '../helpers/service/fetch-as-window.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { startHost } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

test('keeps the settings after a restart, and formats numbers and dates with the locale of the system', async ({
  browser,
}) => {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  const open = async (options: BrowserContextOptions = {}) => {
    const host = await startHost(dataDir);
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(host.windowUrl);
    return { page, close: () => context.close().then(() => host.stop()) };
  };
  const first = await open();
  await createWorkspaceOnFirstRun(first.page, 'Harbour Office');
  await first.page.keyboard.press('Control+,');
  await first.page.getByRole('radio', { name: 'Dark' }).click();
  await first.page.getByRole('radio', { name: 'Largest' }).click();
  await first.page.getByRole('radio', { name: 'Compact' }).click();
  await first.page.getByRole('radio', { name: 'Workspace list' }).click();
  const checksSpelling = () => first.page.evaluate(() => document.documentElement.spellcheck);
  expect(await checksSpelling()).toBe(true);
  await first.page.getByRole('radiogroup', { name: 'Check spelling' }).getByText('Off').click();
  await expect.poll(checksSpelling).toBe(false);
  const readSettings = () => fetchAsWindow<Record<string, string>>(first.page, '/app/settings');
  await expect.poll(readSettings, 'changes are saved one after the other').toMatchObject({
    startup: 'workspace_list',
    spelling: 'off',
  });
  expect(await readRoot(first.page)).toEqual({ theme: 'dark', density: 'compact', fontSize: '20.8px' });
  await expect(first.page.getByLabel('Data folder')).toHaveText(dataDir);
  await expect(
    first.page.getByRole('table', { name: 'Storage used' }).getByRole('row', { name: /^Harbour Office/ }),
  ).toContainText(/\d (KB|MB)/);
  await expect(
    first.page.getByRole('region', { name: 'About' }),
    'the license of the voices requires it',
  ).toContainText(/includes software developed by .* Carnegie Mellon University: .* Flite\./);
  await first.page.getByRole('button', { name: 'Diagnostics…' }).click();
  await expect(first.page.getByRole('textbox', { name: 'Diagnostics' })).toHaveValue(/"application"/);
  await first.page.keyboard.press('Escape');
  await expect(first.page.getByRole('radiogroup', { name: 'Open at login' }), 'not supported in a browser').toHaveCount(
    0,
  );
  await first.close();

  const second = await open({ locale: 'de-DE' });
  await expect(second.page.getByRole('heading', { name: 'Open a workspace' })).toBeVisible();
  expect(await readRoot(second.page)).toEqual({ theme: 'dark', density: 'compact', fontSize: '20.8px' });
  await second.page.getByRole('button', { name: /Harbour Office/ }).click();
  await expect(second.page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
  await second.page.keyboard.press('Control+k');
  await expect(second.page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await second.page.keyboard.type('reset text');
  await second.page.keyboard.press('Enter');
  await expect.poll(() => readRoot(second.page)).toEqual({ theme: 'dark', density: 'compact', fontSize: '16px' });
  await second.page.getByRole('link', { name: 'Settings' }).click();
  const language = second.page.getByRole('region', { name: 'Language', exact: true });
  await expect(language).toContainText('German');
  await expect(language).toContainText('1.234.567,89');
  await expect(language).toContainText('12. März 2026');
  await second.close();
  await folder.remove();
});

/** Reads the theme, the density and the font size of the root element. */
function readRoot(page: Page): Promise<{ theme: string | undefined; density: string | undefined; fontSize: string }> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return {
      theme: root.dataset['theme'],
      density: root.dataset['density'],
      fontSize: getComputedStyle(root).fontSize,
    };
  });
}
