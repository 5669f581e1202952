import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { InviteDialog } from '../../../../renderer/features/organizations/invite-dialog.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test('in a linked workspace, the request for an administrator of the remote is copied', async () => {
  const onClose = vi.fn<() => void>();
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const workspace = { kind: 'linked', name: 'Harbour Office', remote_host: 'calls.example' } as const;
  await renderInWindow(<InviteDialog onClose={onClose} />, { workspace });
  const dialog = page.getByRole('dialog', { name: 'Invite a member' });
  await expect.element(dialog).toMatchTextContent(/Members are invited on calls\.example/);
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await email.fill('ana');
  await dialog.getByRole('button', { name: 'Copy request' }).click();
  await expect.element(email).toHaveAccessibleDescription('Enter an email address.');
  await email.fill('ana@example.com');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Manager' }).click();
  await userEvent.click(dialog.getByRole('button', { name: 'Copy request' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(copy).toHaveBeenCalledWith('Please invite ana@example.com to Harbour Office (org_1) with the role Manager.');
});
