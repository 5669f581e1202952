import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AcceptInvitationDialog } from '../../../../renderer/features/connection/connect-dialog.tsx';
import { formatInvitationText } from '../../../../renderer/format/format-invitation.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { noCapabilities } from '../../../../shared/workspaces/connection.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow, sampleWorkspace } from '../../../helpers/components/render-in-window.tsx';

const email = 'mei@harbour.example';
const text = (base_url: string | null = 'https://voice.example/v1') =>
  formatInvitationText({
    email,
    role: 'manager',
    expires_at: '2026-03-12T10:00:00.000Z',
    secret: 'swi_0123456789',
    organization: 'Harbour Office',
    org_id: 'org_1',
    base_url,
  });
const accepted = {
  user_id: 'usr_1',
  email,
  role: 'manager',
  org_id: 'org_1',
  organization: 'Harbour Office',
  key_id: 'key_1',
  secret: 'sk_0123456789',
} as const;

const dialog = page.getByRole('dialog', { name: 'Connect to a remote service' });
const invitation = dialog.getByRole('textbox', { name: 'Invitation' });
const baseUrl = dialog.getByRole('textbox', { name: 'Base URL' });
const submit = dialog.getByRole('button', { name: 'Accept invitation' });
const onClose = vi.fn();
beforeEach(() => onClose.mockClear());

async function openDialog() {
  await page.viewport(900, 600);
  const service = startFakeService();
  service.answer(appRoutes.acceptRemoteInvitation, () => accepted);
  service.answer(appRoutes.createWorkspace, () => ({ ...sampleWorkspace, kind: 'linked' as const }));
  await renderInWindow(<AcceptInvitationDialog onClose={onClose} />);
  await expect.element(invitation).toHaveFocus();
  return {
    service,
    listAccepted: () => service.listRequests(appRoutes.acceptRemoteInvitation).map(({ json }) => json),
  };
}

test('reads the invitation, accepts it and opens the workspace of the member, by keyboard', async () => {
  const { service, listAccepted } = await openDialog();
  await invitation.fill(text());
  await expect.element(dialog.getByRole('status')).toMatchTextContent('Invitation to Harbour Office');
  await expect.element(baseUrl).toHaveValue('https://voice.example/v1');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  await expect.element(page.getByText(`You are Manager in “Harbour Office” as ${email}`)).toBeVisible();
  expect(listAccepted()).toMatchObject([
    { base_url: 'https://voice.example/v1', org_id: 'org_1', email, secret: 'swi_0123456789', allow_http: false },
  ]);
  expect(service.listRequests(appRoutes.createWorkspace)[0]?.json).toMatchObject({
    kind: 'linked',
    name: 'Harbour Office',
    connection: { base_url: 'https://voice.example/v1', org_id: 'org_1', api_key: 'sk_0123456789' },
    member: { user_id: 'usr_1', email, role: 'manager' },
  });
});

test('says what is no invitation, and asks for an address that it does not have', async () => {
  const { listAccepted } = await openDialog();
  await invitation.fill('Hello');
  await submit.click();
  await expect.element(invitation).toHaveAccessibleDescription(/^This is not an invitation\./);
  await expect.element(baseUrl).not.toBeInTheDocument();
  await invitation.fill(text(null));
  await submit.click();
  await expect.element(baseUrl).toHaveAccessibleDescription(/Enter the remote’s base URL\./);
  await baseUrl.fill('http://voice.example/v1');
  await expect.element(dialog.getByRole('checkbox', { name: 'Allow HTTP for this connection' })).not.toBeChecked();
  expect(listAccepted()).toEqual([]);
});

test.each([
  ['invitation_accepted', 'This invitation was already used. Ask for a new API key if yours is lost.'],
  ['invitation_other_address', 'This invitation is for another email address.'],
  ['invitation_withdrawn', 'This invitation was withdrawn. Ask for a new one.'],
  ['invitation_expired', 'This invitation has expired. Ask for a new one.'],
  ['remote_failed', 'The remote does not have this invitation. Ask for a new one.'],
] as const)('says why an invitation is refused: %s', async (code, detail) => {
  const { service } = await openDialog();
  service.answer(appRoutes.acceptRemoteInvitation, () => {
    throw new Problem(code, detail);
  });
  await invitation.fill(text());
  await submit.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(detail);
  expect(service.listRequests(appRoutes.createWorkspace)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('keeps the API key of an accepted invitation until the workspace is created', async () => {
  const { service, listAccepted } = await openDialog();
  service.answer(appRoutes.createWorkspace, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  await invitation.fill(text());
  await submit.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The disk is full.');
  await expect
    .element(dialog.getByRole('note'))
    .toMatchTextContent(/^You are Manager now, but the workspace was not created/);
  await expect.element(dialog.getByRole('button', { name: 'Copy your API key' })).toBeVisible();
  service.answer(appRoutes.createWorkspace, () => ({ ...sampleWorkspace, kind: 'linked' as const }));
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(listAccepted()).toHaveLength(1);
});

test('shows a certificate that this computer does not trust, and accepts only this one once the user trusts it', async () => {
  const { service, listAccepted } = await openDialog();
  const detail = 'The certificate of voice.example is self-signed.';
  const sha256 = 'ab'.repeat(32);
  service.answer(appRoutes.acceptRemoteInvitation, () => {
    throw new Problem('remote_failed', detail, { errors: [{ pointer: '/certificate_sha256', detail }] });
  });
  service.answer(appRoutes.checkNewConnection, () => ({
    steps: [],
    organization_name: null,
    role: null,
    permissions: [],
    capabilities: noCapabilities,
    untrusted_certificate: { sha256, subject: 'CN=voice', issuer: 'CN=voice', valid_to: 'Jan  1 00:00:00 2120 GMT' },
    clock_offset_ms: null,
    suggested_base_url: null,
  }));
  await invitation.fill(text());
  await submit.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(detail);
  await expect.element(dialog.getByText(/^AB:AB:/)).toBeVisible();
  const trust = dialog.getByRole('button', { name: 'Trust this certificate' });
  await baseUrl.fill('https://other.example/v1');
  await expect.element(trust).not.toBeInTheDocument();
  await baseUrl.fill('https://voice.example/v1');
  await submit.click();
  service.answer(appRoutes.acceptRemoteInvitation, () => accepted);
  await trust.click();
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(listAccepted()).toMatchObject([
    { certificate_sha256: null },
    { certificate_sha256: null },
    { base_url: 'https://voice.example/v1', certificate_sha256: sha256 },
  ]);
  const connection = { base_url: 'https://voice.example/v1', certificate_sha256: sha256 };
  expect(service.listRequests(appRoutes.createWorkspace)[0]?.json).toMatchObject({ connection });
});

test('forgets what was allowed for one address when another invitation is pasted', async () => {
  const { listAccepted } = await openDialog();
  await invitation.fill(text('http://voice.example/v1'));
  const allow = dialog.getByRole('checkbox', { name: 'Allow HTTP for this connection' });
  await allow.click();
  await expect.element(allow).toBeChecked();
  await invitation.fill(text('http://other.example/v1'));
  await expect.element(allow).not.toBeChecked();
  expect(listAccepted()).toEqual([]);
});

test('changes to an API key and back', async () => {
  await openDialog();
  await dialog.getByRole('button', { name: 'Use an API key' }).click();
  await expect.element(dialog.getByLabelText('API key', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use an invitation' }).click();
  await expect.element(invitation).toHaveFocus();
});
