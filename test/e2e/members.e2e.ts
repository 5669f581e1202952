import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { chooseMember } from '../helpers/browser/choose-member.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser, type OpenWindow } from '../helpers/browser/open-window.ts';
import { readWindowHeaders } from '../helpers/service/fetch-as-window.ts';

test.describe.serial('members', () => {
  let window: OpenWindow;

  test.beforeAll(async ({ browser }) => {
    window = await openInBrowser(browser, {
      colorScheme: 'light',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
  });
  test.afterAll(() => window.close());

  test('the creator of a workspace is named in the corner', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'New local workspace' }).click();
    await page.getByRole('textbox', { name: 'Organization name' }).fill('Harbour Office');
    await page.getByRole('textbox', { name: 'Your email' }).fill('ada@harbour.example');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    const user = page.getByRole('button', { name: /^Viewing as Admin/ });
    await expect(user).toContainText('ada@harbour.example');
  });

  test('a person is invited with a text and a file, accepts, and is suspended and removed', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('button', { name: 'Invite a member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a member' });
    await expectNoViolations(page, 'inviting a member');
    const email = dialog.getByRole('textbox', { name: 'Email' });
    await email.fill('mei@');
    await page.keyboard.press('Enter');
    await expect(email).toHaveAccessibleDescription('Enter a valid email address.');
    await email.fill('mei@harbour.example');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Manager' }).click();
    await dialog.getByRole('button', { name: 'Create invitation' }).click();

    const invitation = page.getByRole('dialog', { name: 'Invitation for mei@harbour.example' });
    await expect(invitation.getByRole('region', { name: 'Text to send' })).toContainText(
      'You are invited to Harbour Office in Switchboard with the role Manager.',
    );
    await expectNoViolations(page, 'an invitation');
    const download = page.waitForEvent('download');
    await invitation.getByRole('button', { name: 'Save as file' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('invitation-mei@harbour.example.json');
    const saved = JSON.parse(await readFile(await file.path(), 'utf8')) as { email: string; secret: string }; // as written
    await invitation.getByRole('button', { name: 'Copy text' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(saved.secret);
    await invitation.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('row', { name: /mei@harbour\.example/ });
    await expect(row).toContainText('Invite pending');
    await acceptInvitation(page, saved);
    await expect(row).toContainText('Active');

    const choose = async (name: string) => {
      await row.getByRole('button', { name: /^Actions/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Change role to Viewer');
    await expect(row).toContainText('Viewer');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Manager');
    await choose('Suspend');
    await expect(row).toContainText('Suspended');
    await choose('Resume');
    await expect(row).toContainText('Active');
    const own = page.getByRole('row', { name: /ada@harbour\.example/ });
    await own.getByRole('button', { name: /^Actions/ }).click();
    await expect(page.getByRole('menuitem', { name: /^Remove…/ })).toContainText('This is the last active Admin.');
    await page.keyboard.press('Escape');
    await expectNoViolations(page, 'members');
  });

  test('the window acts as another member, with at most that role, and the activity names it', async () => {
    const { page } = window;
    await chooseMember(page, 'mei@harbour.example');
    await expect(page.getByRole('button', { name: /^Viewing as Manager/ })).toBeVisible();
    await expect(page.getByText('You don’t have access to Team')).toBeVisible();
    await page.getByRole('button', { name: /^Viewing as/ }).click();
    await expect(page.getByRole('menuitemradio', { name: /^Admin/ })).toBeDisabled();
    await page.keyboard.press('Escape');
    await chooseMember(page, 'ada@harbour.example');
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    const activity = page.getByRole('table', { name: 'Activity' });
    const named = activity.getByRole('row', { name: /^Invited mei@harbour\.example as Manager/ });
    await expect(named).toContainText('ada@harbour.example');
    await expect(activity.getByRole('row', { name: /^Accepted invitation/ })).toContainText('mei@harbour.example');
  });

  test('a removed member is asked for, and leaves the list', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Team' }).click();
    const row = page.getByRole('row', { name: /mei@harbour\.example/ });
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove member' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Remove member' }).click();
    await expect(row).toHaveCount(0);
  });
});

async function acceptInvitation(page: Page, { email, secret }: { readonly email: string; readonly secret: string }) {
  const headers = {
    ...(await readWindowHeaders(page)),
    'Content-Type': 'application/json',
    Authorization: `Bearer ${secret}`,
  };
  const init = { method: 'POST', headers, body: JSON.stringify({ email }) };
  const status = await page.evaluate(async (sent) => (await fetch('/v1/invitations/accept', sent)).status, init);
  expect(status).toBe(201);
}
