import { expect, test } from '@playwright/test';
import { formatInvitationText } from '../../renderer/format/format-invitation.ts';
import { createClient } from '../../shared/contract/client.ts';
import { v1Routes } from '../../shared/contract/contract.ts';
import { copyDemoFolder } from '../helpers/data/demo-folder.ts';
import { expectNoViolations } from '../helpers/browser/expect-no-violations.ts';
import { openInBrowser } from '../helpers/browser/open-window.ts';
import { tabUntilFocused } from '../helpers/browser/tab-until-focused.ts';
import { startServe } from '../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';

const email = 'mei@harbour.example';

test('an invited person pastes the invitation, and uses the window as the new member', async ({ browser }) => {
  const folder = await createTemporaryFolder();
  copyDemoFolder(folder.path);
  const remote = await startServe(folder.path, '--demo');
  const { base_url, org_id, keys } = remote.line;
  const v1 = createClient(base_url, (url, init) =>
    fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), Authorization: `Bearer ${keys?.admin}` },
    }),
  );
  const { secret, role, expires_at } = await v1(v1Routes.inviteMember, {
    params: { org_id },
    json: { email, role: 'manager' },
  });
  const text = formatInvitationText({
    email,
    role,
    expires_at,
    secret: secret ?? '',
    organization: 'Northwind Broadband',
    org_id,
    base_url,
  });

  const window = await openInBrowser(browser);
  const { page } = window;
  await page.getByRole('button', { name: 'Connect to a remote service…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connect to a remote service' });
  await tabUntilFocused(page, dialog.getByRole('button', { name: 'Use an invitation' }));
  await page.keyboard.press('Enter');
  const invitation = dialog.getByRole('textbox', { name: 'Invitation' });
  await expect(invitation).toBeFocused();
  await invitation.fill(text);
  await expect(dialog.getByRole('textbox', { name: 'Your email' })).toHaveValue(email);
  await dialog.getByRole('textbox', { name: 'Your email' }).fill('joao@harbour.example');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This invitation is for another email address.');
  await expectNoViolations(page, 'an invitation that is refused');
  await dialog.getByRole('textbox', { name: 'Your email' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`You are Manager in “Northwind Broadband” as ${email}`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Viewing as Manager/ })).toContainText(email);
  await expect(page.getByRole('button', { name: 'Workspace: Northwind Broadband' })).toBeVisible();
  await expect(page.getByRole('note', { name: 'User of this window' })).toHaveCount(0);
  await window.close();
  await remote.stop();
  await folder.remove();
});
