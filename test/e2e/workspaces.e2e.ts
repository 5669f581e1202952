import { expect, test } from '@playwright/test';
import { createKnowledgePage, openDemoOnFirstRun } from '../helpers/knowledge-page.ts';
import { openInBrowser } from '../helpers/open-window.ts';

const demoName = 'Northwind Broadband';

test('creates, reloads, renames, switches and removes workspaces', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const menu = (name: string) => page.getByRole('button', { name: `Workspace: ${name}` });
  await openDemoOnFirstRun(page);
  await expect(createKnowledgePage(page).table.getByRole('row')).toHaveCount(10);

  await menu(demoName).click();
  await page.getByRole('menuitem', { name: 'New local workspace…' }).click();
  const createDialog = page.getByRole('dialog', { name: 'New local workspace' });
  await createDialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(createDialog.getByRole('textbox', { name: 'Organization name' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await createDialog.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
  await createDialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect(menu('Harbour Office')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toHaveCount(0);
  await page.reload();

  await menu('Harbour Office').click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page
    .getByRole('dialog', { name: 'Rename workspace' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Skerry Harbour');
  await page.keyboard.press('Enter');
  await expect(menu('Skerry Harbour')).toBeVisible();

  await menu('Skerry Harbour').click();
  await page.getByRole('menuitemradio', { name: demoName }).click();
  await expect(page.getByRole('note', { name: 'Demo workspace' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Open Skerry Harbour' }).click();
  await expect(menu('Skerry Harbour')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Remove Skerry Harbour' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove workspace' });
  await expect(removal).toContainText('Without a backup file, you can’t undo this.');
  await removal.getByRole('textbox').fill('Skerry');
  await page.keyboard.press('Enter');
  await expect(removal, 'a part of the name is not sufficient').toBeVisible();
  await removal.getByRole('textbox').fill('Skerry Harbour');
  await removal.getByRole('button', { name: 'Remove workspace' }).click();
  await expect(removal).toBeHidden();
  await expect(page.locator('[data-toast]').first()).toContainText('“Skerry Harbour” was removed');
  await expect(menu('Skerry Harbour')).toHaveCount(0);
  await window.close();
});
