import { expect, type Page } from '@playwright/test';
import { checkKeyboardReach } from '../browser/check-keyboard-reach.ts';
import type { VisitOpener } from '../browser/visit-openers.ts';
import { waitForView } from '../browser/wait-for-view.ts';

/** Opens everything that invites and changes members, and chooses the one who uses the window. */
export async function visitMembers(page: Page, visit: VisitOpener): Promise<void> {
  const list = page.getByRole('listbox');
  const user = page.getByRole('button', { name: /^Viewing as/ });
  const choice = page.getByRole('dialog', { name: 'Who uses this window?' });
  await visit('user of the window', {
    from: 'features/organizations/choose-member-dialog.tsx Dialog',
    opener: user,
    open: async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Change who uses this window…' }).press('Enter');
    },
    element: choice,
    whileOpen: () =>
      visit('members who can use the window', {
        from: 'features/organizations/choose-member-dialog.tsx Select',
        opener: choice.getByRole('combobox', { name: 'Member' }),
        element: list,
      }),
  });

  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await waitForView(page, 'Team');
  await checkKeyboardReach(page);
  const invite = page.getByRole('button', { name: 'Invite a member' });
  const form = page.getByRole('dialog', { name: 'Invite a member' });
  await visit('inviting a member', {
    from: 'features/organizations/invite-dialog.tsx Dialog',
    opener: invite,
    element: form,
    whileOpen: () =>
      visit('role of a member', {
        from: 'features/organizations/invite-dialog.tsx Select',
        opener: form.getByRole('combobox', { name: 'Role' }),
        element: list,
      }),
  });
  await visit('an invitation', {
    from: 'features/organizations/invitation-dialog.tsx Dialog',
    opener: invite,
    open: async () => {
      await page.keyboard.press('Enter');
      await form.getByRole('textbox', { name: 'Email' }).fill('mei@harbour.example');
      await page.keyboard.press('Enter');
    },
    element: page.getByRole('dialog', { name: 'Invitation for mei@harbour.example' }),
  });

  const row = page.getByRole('row', { name: /mei@harbour\.example/ });
  await expect(row).toContainText('Invite pending');
  const actions = row.getByRole('button', { name: /^Actions/ });
  await visit('actions of a member', {
    from: 'features/organizations/member-columns.tsx Menu',
    opener: actions,
    element: page.getByRole('menu'),
  });
  await visit('actions of a member in the table', {
    from: 'features/organizations/team-view.tsx RowMenu',
    opener: actions,
    open: () => page.keyboard.press('Shift+F10'),
    element: page.getByRole('menu', { name: 'Actions' }),
  });
  await visit('removing a member', {
    from: 'features/organizations/use-member-actions.tsx ConfirmDialog',
    opener: actions,
    open: async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Remove…' }).press('Enter');
    },
    element: page.getByRole('alertdialog', { name: 'Remove member' }),
  });
}
