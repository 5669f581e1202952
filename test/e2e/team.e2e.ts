import { expect, test } from '@playwright/test';
import { openKnowledge } from '../helpers/knowledge-page.ts';
import { openDemoInBrowser } from '../helpers/open-window.ts';

test('members are listed with role and status, filtered, sorted and totalled', async ({ browser }) => {
  const window = await openDemoInBrowser(browser);
  const { page } = window;
  await openKnowledge(page);
  await page.getByRole('link', { name: 'Team' }).click();
  const table = page.getByRole('table', { name: 'Members' });
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const members = (await rows.count()) - 1;
  await expect(page.getByText(new RegExp(`^${members} members, \\d+ invites? pending$`))).toBeVisible();
  for (const word of ['Admin', 'Manager', 'Viewer', 'Active', 'Invite pending'])
    await expect(table.getByRole('cell', { name: word }).first()).toBeVisible();

  const emails = () => table.getByRole('rowheader').allInnerTexts();
  const upwards = (await emails()).toSorted();
  expect(await emails()).toEqual(upwards);
  await table.getByRole('button', { name: 'E-mail' }).click();
  await expect(table.getByRole('columnheader', { name: 'E-mail' })).toHaveAttribute('aria-sort', 'descending');
  expect(await emails()).toEqual(upwards.toReversed());

  const filter = page.getByRole('textbox', { name: 'Filter members' });
  await filter.fill('pending');
  await expect(table.getByRole('cell', { name: 'Active' })).toHaveCount(0);
  await expect(table.getByRole('cell', { name: 'Invite pending' }).first()).toBeVisible();
  await filter.fill('nobody at all');
  await expect(page.getByText('No member matches')).toBeVisible();
  await filter.press('Escape');
  await expect(rows).toHaveCount(members + 1);
  await window.close();
});
