import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { InviteDialog } from '../../../../renderer/features/organizations/invite-dialog.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
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

test.each([
  ['says', null],
  ['does not say', 'http://127.0.0.1:4747/v1'],
])('%s before an invitation is created that no program can reach the workspace: %s', async (_, base_url) => {
  const service = startFakeService();
  const localApi = { enabled: base_url !== null, port: 4747, base_url, error: null };
  service.answer(appRoutes.getLocalApi, () => localApi);
  await renderInWindow(<InviteDialog onClose={() => {}} />);
  await expect.poll(() => service.listRequests(appRoutes.getLocalApi)).toHaveLength(1);
  const note = page.getByText('Enable local API access under API keys first.', { exact: false });
  await expect.poll(() => note.elements()).toHaveLength(base_url === null ? 1 : 0);
});
