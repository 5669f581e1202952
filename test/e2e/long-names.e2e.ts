import { expect, test, type Locator } from '@playwright/test';
import { createKeysPage } from '../helpers/keys-page.ts';
import { createWorkspaceOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';

/** One word of 80 characters, which no line has room for. */
const longName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

test('a name that is cut off is told by pointing at it, and one that has room has no title', async ({ browser }) => {
  const window = await openInBrowser(browser, { viewport: { width: 900, height: 600 } });
  const { page } = window;
  const room = createKeysPage(page);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  for (const name of [longName, 'Nightly export']) {
    await room.createButton.click();
    await room.name.fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have stored it' }).click();
  }
  const nameOf = (name: string) => room.row(name).getByRole('button');
  await nameOf(longName).hover();
  await expect(nameOf(longName)).toHaveAttribute('title', longName);
  await nameOf('Nightly export').hover();
  await expect(nameOf('Nightly export')).not.toHaveAttribute('title');
  await page.setViewportSize({ width: 1600, height: 600 });
  await nameOf(longName).hover();
  await expect(nameOf(longName), 'it has room now').not.toHaveAttribute('title');
  await window.close();
});

test('a dialog holds a name that is longer than its line', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  await createWorkspaceOnFirstRun(page, longName);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: `Remove ${longName}` }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove workspace' });
  await expect(removal).toContainText(`Type “${longName}” to confirm`);
  expect(await widthOver(removal)).toBe(0);
  await removal.getByRole('textbox').fill(longName);
  await removal.getByRole('button', { name: 'Remove workspace' }).click();
  await expect(page.locator('[data-toast]')).toContainText(`“${longName}” was removed`);
  expect(await widthOver(page.locator('[data-toast]'))).toBe(0);
  await window.close();
});

/** How far what is in it stands out of its side, in pixels. */
function widthOver(box: Locator): Promise<number> {
  return box.evaluate((element) => element.scrollWidth - element.clientWidth);
}
