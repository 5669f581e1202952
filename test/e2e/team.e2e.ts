import { expect, test } from '@playwright/test';
import { openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser } from '../helpers/open-window.ts';

test('lists, filters, sorts and counts members', async ({ browser }) => {
  const window = await openDemoInBrowser(browser);
  const { page } = window;
  await openKnowledge(page);
  await page.getByRole('link', { name: 'Team' }).click();
  const table = page.getByRole('table', { name: 'Members' });
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const members = (await rows.count()) - 1;
  await expect(page.getByText(new RegExp(`^${members} members, \\d+ invites? pending$`))).toBeVisible();
  for (const text of ['Admin', 'Manager', 'Viewer', 'Active', 'Invite pending'])
    await expect(table.getByRole('cell', { name: text }).first()).toBeVisible();

  const readEmails = () => table.getByRole('rowheader').allInnerTexts();
  const ascending = (await readEmails()).toSorted();
  expect(await readEmails()).toEqual(ascending);
  await table.getByRole('button', { name: 'Email' }).click();
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending');
  expect(await readEmails()).toEqual(ascending.toReversed());

  const filter = page.getByRole('textbox', { name: 'Filter members' });
  await filter.fill('pending');
  await expect(table.getByRole('cell', { name: 'Active' })).toHaveCount(0);
  await expect(table.getByRole('cell', { name: 'Invite pending' }).first()).toBeVisible();
  await filter.fill('no such member');
  await expect(page.getByText('No results for “no such member”')).toBeVisible();
  await filter.press('Escape');
  await expect(rows).toHaveCount(members + 1);
  await window.close();
});
