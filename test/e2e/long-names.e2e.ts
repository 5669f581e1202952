import { expect, test, type Locator } from '@playwright/test';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';

/** One word of 80 characters, which fits no line. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test('a truncated name shows in full on hover, and a name that fits has no title', async ({ browser }) => {
  const window = await openInBrowser(browser, { viewport: { width: 900, height: 600 } });
  const { page } = window;
  const keys = createKeysPage(page);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  for (const name of [longName, 'Nightly export']) {
    await keys.createButton.click();
    await keys.name.fill(name);
    await page.keyboard.press('Enter');
    await keys.done.click();
  }
  const getNameButton = (name: string) => keys.row(name).getByRole('button');
  await getNameButton(longName).hover();
  await expect(getNameButton(longName)).toHaveAttribute('title', longName);
  await getNameButton('Nightly export').hover();
  await expect(getNameButton('Nightly export')).not.toHaveAttribute('title');
  await page.setViewportSize({ width: 1600, height: 600 });
  await getNameButton(longName).hover();
  await expect(getNameButton(longName), 'it fits now').not.toHaveAttribute('title');
  await window.close();
});

test('a dialog wraps a name that is longer than a line', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  await createWorkspaceOnFirstRun(page, longName);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: `Remove ${longName}` }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove workspace' });
  await expect(removal).toContainText(`Type “${longName}” to confirm`);
  expect(await getOverflowPx(removal)).toBe(0);
  await removal.getByRole('textbox').fill(longName);
  await removal.getByRole('button', { name: 'Remove workspace' }).click();
  await expect(page.locator('[data-toast]')).toContainText(`“${longName}” was removed`);
  expect(await getOverflowPx(page.locator('[data-toast]'))).toBe(0);
  await window.close();
});

/** Returns how far the content overflows the element horizontally, in pixels. */
function getOverflowPx(box: Locator): Promise<number> {
  return box.evaluate((element) => element.scrollWidth - element.clientWidth);
}
