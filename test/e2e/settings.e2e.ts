import { expect, test, type Page } from '@playwright/test';
import { waitForView } from '../helpers/wait-for-view.ts';
import { views } from '../../shared/views.ts';
import { createAgentsPage } from '../helpers/agents-page.ts';
import { createCallsPage } from '../helpers/calls-page.ts';
import {
  waitForDemoDocuments,
  createKnowledgePage,
  createWorkspaceOnFirstRun,
  openKnowledge,
} from '../helpers/knowledge-page.ts';
import { openInBrowser, openDemoInBrowser } from '../helpers/open-window.ts';
import { prepareCalls } from '../helpers/prepare-calls.ts';
import { startHost } from '../helpers/start-host.ts';
import { createTemporaryFolder } from '../helpers/temporary-folder.ts';

test('keeps the settings after a restart', async ({ browser }) => {
  const folder = await createTemporaryFolder();
  const dataDir = `${folder.path}/data`;
  const open = async () => {
    const host = await startHost(dataDir);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(host.windowUrl);
    return { page, close: () => context.close().then(() => host.stop()) };
  };
  const first = await open();
  await createWorkspaceOnFirstRun(first.page, 'Harbour Office');
  await first.page.keyboard.press('Control+,');
  await first.page.getByRole('radio', { name: 'Dark' }).click();
  await first.page.getByRole('radio', { name: 'Largest' }).click();
  await first.page.getByRole('radio', { name: 'Workspace list' }).click();
  expect(await readRoot(first.page)).toEqual({ theme: 'dark', fontSize: '20.8px' });
  await expect(first.page.getByLabel('Data folder')).toHaveText(dataDir);
  await expect(
    first.page.getByRole('table', { name: 'Storage used' }).getByRole('row', { name: /^Harbour Office/ }),
  ).toContainText(/\d (KB|MB)/);
  await expect(first.page.getByRole('radiogroup', { name: 'Open at login' }), 'not supported in a browser').toHaveCount(
    0,
  );
  await first.close();

  const second = await open();
  await expect(second.page.getByRole('heading', { name: 'Open a workspace' })).toBeVisible();
  expect(await readRoot(second.page)).toEqual({ theme: 'dark', fontSize: '20.8px' });
  await second.page.getByRole('button', { name: /Harbour Office/ }).click();
  await expect(second.page.getByRole('button', { name: 'Workspace: Harbour Office' })).toBeVisible();
  await second.page.keyboard.press('Control+k');
  await expect(second.page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await second.page.keyboard.type('reset text');
  await second.page.keyboard.press('Enter');
  await expect.poll(() => readRoot(second.page)).toEqual({ theme: 'dark', fontSize: '16px' });
  await second.close();
  await folder.remove();
});

test('formats numbers and dates with the system locale', async ({ browser }) => {
  const window = await openInBrowser(browser, { locale: 'de-DE' });
  const { page } = window;
  await createWorkspaceOnFirstRun(page, 'Hafenamt');
  await page.getByRole('link', { name: 'Settings' }).click();
  const language = page.getByRole('region', { name: 'Language' });
  await expect(language).toContainText('German');
  await expect(language).toContainText('1.234.567,89');
  await expect(language).toContainText('12. März 2026');
  await window.close();
});

test('fits the largest text into the smallest window', async ({ browser }) => {
  const window = await openDemoInBrowser(browser, { viewport: { width: 900, height: 600 } });
  const { page } = window;
  await openKnowledge(page);
  await waitForDemoDocuments(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Largest' }).click();
  for (const { label } of views) {
    await page.getByRole('link', { name: label, exact: true }).first().click();
    await waitForView(page, label);
    expect(await findOverflow(page), label).toEqual([]);
    expect(await findCutText(page), label).toEqual([]);
  }
  await createAgentsPage(page).open();
  await createAgentsPage(page).openForm();
  expect(await findCutText(page), 'build request form').toEqual([]);
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await createKnowledgePage(page).rowOf('Plans and pricing 2026').getByRole('button').click();
  await expect(page.getByRole('tab', { name: 'Original' })).toBeInViewport({ ratio: 1 });
  expect(await findOverflow(page), 'document panel').toEqual([]);
  await window.close();
});

test('scrolls through a long table with the largest text', async ({ browser }) => {
  const callCount = 400;
  const window = await openInBrowser(browser, {}, (dataDir) =>
    prepareCalls(dataDir, { name: 'Harbour', count: callCount }),
  );
  const { page } = window;
  const calls = createCallsPage(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Largest' }).click();
  await calls.open();
  await expect(calls.row(0)).toHaveCSS('height', /^46\.(79\d*|8)px$/);
  await calls.row(0).getByRole('button').focus();
  await page.keyboard.press('End');
  await expect(calls.row(callCount - 1).getByRole('button')).toBeFocused();
  await expect(calls.row(callCount - 1), 'the last row is fully visible').toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press('Home');
  await expect(calls.row(0)).toBeInViewport({ ratio: 0.99 });
  await window.close();
});

/** Reads the theme and the font size of the root element. */
function readRoot(page: Page): Promise<{ theme: string | undefined; fontSize: string }> {
  return page.evaluate(() => {
    const root = document.documentElement;
    return { theme: root.dataset['theme'], fontSize: getComputedStyle(root).fontSize };
  });
}

/** Returns the controls that overflow the window. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('header *, nav *, main button, main input')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, table, [role="dialog"]'))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (left < -0.5 || right > innerWidth + 0.5);
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40) ?? ''}`),
  );
}

/** Returns truncated texts of the interface. Names, and elements with a title, may be truncated. */
function findCutText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, main [role="status"], main thead *, main td, main td *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [title]'))
      .filter((element) => !element.querySelector('[title]') && element.scrollWidth > element.clientWidth)
      .filter((element) => getComputedStyle(element).overflowX === 'hidden')
      .map((element) => element.textContent),
  );
}
