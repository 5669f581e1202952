import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LinkDialog } from '../../../../renderer/features/connection/link-dialog.tsx';
import { noCapabilities, type ConnectionCheck, type LinkPreview } from '../../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';

const passed: ConnectionCheck = {
  steps: [{ id: 'remote', result: 'passed', detail: 'The remote responded.', fix: null }],
  organization_name: 'Harbour Office',
  role: 'admin',
  permissions: [],
  capabilities: noCapabilities,
  untrusted_certificate: null,
  clock_offset_ms: null,
  suggested_base_url: null,
};

const preview: LinkPreview = {
  documents: [
    { document_id: 'doc_1', title: 'Rota', file_name: 'rota.txt', size_bytes: 512, status: 'active' },
    { document_id: 'doc_2', title: 'Fares', file_name: 'fares.pdf', size_bytes: 1_048_576, status: 'active' },
    { document_id: 'doc_3', title: 'Scan', file_name: 'scan.pdf', size_bytes: 2_048, status: 'failed' },
  ],
  requests: [{ request_id: 'abr_1', name: 'Collections', objective: 'Remind customers' }],
  agents: 2,
  templates: 1,
};

const dialog = (name: string) => page.getByRole('dialog', { name });
const checkbox = (name: string) => page.getByRole('checkbox', { name });

async function openPreview(shown = preview) {
  const service = startFakeService();
  service.answer(appRoutes.getKeychainStatus, () => ({ kept_in: 'keychain' as const }));
  service.answer(appRoutes.checkNewConnection, () => passed);
  service.answer(appRoutes.previewLink, () => shown);
  const onClose = vi.fn();
  await renderInWindow(<LinkDialog onClose={onClose} />);
  await page.getByRole('textbox', { name: 'Base URL' }).fill('https://voice.example/v1');
  await page.getByRole('textbox', { name: 'Organization ID' }).fill('org_remote');
  await page.getByLabelText('API key', { exact: true }).fill('a key');
  await dialog('Link to a remote service').getByRole('button', { name: 'Check connection' }).click();
  await dialog('Link to a remote service').getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog('Link workspace')).toBeVisible();
  return { service, onClose };
}

test('checks the connection, and shows what is sent and what stays', async () => {
  const { service } = await openPreview();
  await expect.element(dialog('Link workspace')).toMatchTextContent(/Choose what is sent to voice\.example\./);
  await expect.element(checkbox('Rota')).toBeChecked();
  await expect.element(checkbox('Scan')).not.toBeChecked();
  await expect.element(checkbox('Scan')).toHaveAccessibleDescription('scan.pdf · 2 KB · could not be read here');
  await expect.element(page.getByText('2 documents (1 MB) and 1 build request will be sent.')).toBeVisible();
  await expect
    .element(page.getByText('2 agents of this workspace are archived: the remote has its own.'))
    .toBeVisible();
  await expect.element(page.getByText('1 metadata template stays on this computer.')).toBeVisible();
  expect(service.listRequests(appRoutes.linkWorkspace)).toEqual([]);
});

test('sends what is chosen, and shows why the workspace could not be linked', async () => {
  const { service, onClose } = await openPreview();
  service.answer(appRoutes.linkWorkspace, () => {
    throw new Problem('already_linked', 'The workspace “Other” is already linked to this organization.');
  });
  await checkbox('Fares').click();
  await checkbox('Collections').click();
  await expect.element(page.getByText('1 document (512 bytes) will be sent.')).toBeVisible();
  await dialog('Link workspace').getByRole('button', { name: 'Link workspace' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/“Other” is already linked/);
  expect(service.listRequests(appRoutes.linkWorkspace).map(({ json }) => json)).toMatchObject([
    {
      connection: { base_url: 'https://voice.example/v1', org_id: 'org_remote', api_key: 'a key' },
      document_ids: ['doc_1'],
      request_ids: [],
    },
  ]);
  expect(onClose).not.toHaveBeenCalled();
});

test('says that nothing is sent, and goes back to the connection', async () => {
  await openPreview({ documents: [], requests: [], agents: 0, templates: 0 });
  await expect.element(page.getByText('This workspace has no documents to send.')).toBeVisible();
  await expect.element(page.getByText('Nothing is sent.')).toBeVisible();
  await dialog('Link workspace').getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://voice.example/v1');
});

test('asks before it links the workspace while files are being uploaded', async () => {
  const { service } = await openPreview();
  service.answer(appRoutes.linkWorkspace, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  addUnfinishedUpload();
  const form = dialog('Link workspace');
  await form.getByRole('button', { name: 'Link workspace' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });
  await expect.element(question).toBeVisible();
  expect(service.listRequests(appRoutes.linkWorkspace)).toEqual([]);
  await question.getByRole('button', { name: 'Stop and link' }).click();
  await expect.element(form.getByRole('alert')).toMatchTextContent(/The disk is full/);
  expect(service.listRequests(appRoutes.linkWorkspace)).toHaveLength(1);
});
