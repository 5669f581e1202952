import { expect, test } from '@playwright/test';
import { createCallsPage } from '../helpers/pages/calls-page.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { createWorkspaceOnFirstRun } from '../helpers/pages/knowledge-page.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';

test('a listed number is added, imported, refused, overridden, removed and restored', async ({ browser }) => {
  const window = await openInBrowser(browser);
  const { page } = window;
  const calls = createCallsPage(page);
  const check = (label: string) => expectNoViolations(page, label);
  await createWorkspaceOnFirstRun(page, 'Harbour Office');
  await calls.open();
  await page.getByRole('button', { name: 'Do-not-call list' }).click();
  await expect(page.getByText('No numbers on the list')).toBeVisible();

  await page.getByRole('button', { name: 'Add number' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone number').fill('+14155550132');
  await dialog.getByLabel('Reason').fill('Asked by letter');
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Do-not-call list' });
  await expect(table).toContainText('+1 415 555 0132');

  await page.getByRole('button', { name: 'Import numbers from a CSV file' }).click();
  const csv = Buffer.from('number,reason\n+14155550133,Moved\n+14155550132,\n555,\n');
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: csv });
  await expect(dialog).toContainText('1 number is new, 1 already listed or repeated, 1 invalid.');
  await expect(dialog.getByRole('list', { name: 'Invalid rows' })).toContainText('Row 4: 555');
  await dialog.getByRole('button', { name: 'Import 1 number' }).click();
  await expect(table).toContainText('+1 415 555 0133');
  await check('the do-not-call list');

  await page.getByRole('button', { name: 'Remove +1 415 555 0133' }).click();
  await expect(table).not.toContainText('+1 415 555 0133');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table).toContainText('+1 415 555 0133');

  await calls.open();
  await calls.openPanel();
  await calls.number.fill('+14155550132');
  await expect(calls.panel).toContainText(/On the do-not-call list since .*: Asked by letter/);
  await calls.submit.click();
  await expect(calls.panel).toContainText('Enter a reason, or call another number.');
  await check('a number on the do-not-call list in the form');
  await calls.panel.getByLabel('Reason for calling anyway').fill('Asked us to call');
  await calls.submit.click();
  await expect(page).toHaveURL(/#\/calls\/call_\w+$/);
  await window.close();
});
