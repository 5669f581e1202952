import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RestoreDialog } from '../../../../renderer/features/backups/restore-dialog.tsx';
import {
  openRestoreDialog,
  useRestoreSource,
  type RestoreSource,
} from '../../../../renderer/features/backups/restore-store.ts';
import { bridge } from '../../../../renderer/data/bridge.ts';
import { NotifiedWorkspace } from '../../../../renderer/features/workspaces/notified-workspace.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { addUnfinishedUpload } from '../../../helpers/damage/unfinished-upload.ts';
import { sampleBackup, sampleBackups, sampleSummary } from './sample-backup.ts';

const encrypted = { ...sampleBackup, backup_id: 'bkp_2', file_name: 'B.switchboard-backup', is_encrypted: true };
const passphrase = page.getByRole('textbox', { name: 'Passphrase' });
const restoreButton = page.getByRole('button', { name: 'Restore', exact: true });

async function renderDialog(source: RestoreSource | null, dialog?: ReactNode) {
  const service = startFakeService();
  service.answer(appRoutes.listBackups, () => ({ ...sampleBackups, data: [sampleBackup, encrypted] }));
  service.answer(appRoutes.previewBackup, ({ path, json }) => {
    const given = (json as { readonly passphrase: string | null }).passphrase;
    if (!path.includes('bkp_2') || given === 'correct horse') return sampleSummary;
    if (given === null) throw new Problem('passphrase_required', 'This backup is encrypted.');
    throw new Problem('passphrase_wrong', 'This passphrase does not open the backup.');
  });
  service.answer(appRoutes.deleteBackup, () => ({ backup_id: 'bkp_3', name: 'Copy' }));
  const onClose = vi.fn();
  useRestoreSource.setState({ source });
  const goTo = await renderInWindow(dialog ?? <RestoreDialog onClose={onClose} />);
  return { service, onClose, goTo };
}

test('previews the backup that is chosen, and restores it only then', async () => {
  const { service, goTo } = await renderDialog(null);
  const restored = Promise.withResolvers<Awaited<ReturnType<typeof createWorkspace>>>();
  service.answer(appRoutes.restoreBackup, () => restored.promise);
  await page.getByRole('button', { name: `Choose ${sampleBackup.file_name}` }).click();
  await expect.element(page.getByText('Switchboard 0.1.0')).toBeVisible();
  await expect.element(page.getByText('36, 1 recording')).toBeVisible();
  await expect.element(page.getByText(/API keys are revoked in the restored workspace/)).toBeVisible();
  expect(service.listRequests(appRoutes.restoreBackup)).toEqual([]);
  await expect.element(restoreButton).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Restoring…')).toBeVisible();
  goTo('/other');
  await expect.element(page.getByRole('heading', { name: '/other' })).toBeVisible();
  restored.resolve(await createWorkspace());
  await expect.element(page.getByText('“Harbour Office (restored)” was restored')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open' })).toBeVisible();
});

const createWorkspace = async () => ({
  workspace_id: 'wsp_2',
  name: 'Harbour Office (restored)',
  kind: 'local' as const,
  created_at: '2026-03-12T10:00:00.000Z',
  error: null,
  remote_host: null,
  is_readable: true,
  is_read_only: false,
});

test('offers to open the restored workspace while files are being uploaded, and asks before it does', async () => {
  const { service } = await renderDialog(
    { kind: 'backup', backup: sampleBackup },
    <>
      <ClosingRestoreDialog />
      <NotifiedWorkspace />
    </>,
  );
  service.answer(appRoutes.restoreBackup, createWorkspace);
  addUnfinishedUpload();
  await restoreButton.click();
  await page.getByRole('button', { name: 'Open' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop uploads?' });
  await expect.element(question).toBeVisible();
  expect(service.listRequests(appRoutes.openWorkspace)).toEqual([]);
  service.answer(appRoutes.openWorkspace, () => {
    throw new Problem('workspace_unusable', 'It cannot be opened.');
  });
  await question.getByRole('button', { name: 'Stop and switch' }).click();
  await expect.element(page.getByText('It cannot be opened.').first()).toBeVisible();
  expect(service.listRequests(appRoutes.openWorkspace)).toHaveLength(1);
});

test('asks for the passphrase of an encrypted backup until it is right', async () => {
  const { service } = await renderDialog({ kind: 'backup', backup: encrypted });
  await expect.element(passphrase).toHaveFocus();
  await expect.element(passphrase).toHaveAccessibleDescription('B.switchboard-backup is encrypted.');
  await userEvent.keyboard('wrong{Enter}');
  await expect.element(passphrase).toHaveAccessibleDescription('This passphrase does not open the backup.');
  await passphrase.fill('correct horse');
  await userEvent.keyboard('{Enter}');
  await expect.element(restoreButton).toBeVisible();
  service.answer(appRoutes.restoreBackup, () => {
    throw new Problem('storage_full', 'This needs 90 MB of disk space, and 3 MB are free.');
  });
  await restoreButton.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^This needs 90 MB/);
  expect(service.listRequests(appRoutes.restoreBackup).map(({ json }) => json)).toEqual([
    { passphrase: 'correct horse' },
  ]);
});

test('copies a file that is chosen, returns to the choice if it is no backup, and removes one that is not restored', async () => {
  const { service, goTo } = await renderDialog(null);
  const uploaded = { ...sampleBackup, backup_id: 'bkp_3', check: null };
  service.answer(appRoutes.uploadBackup, () => uploaded);
  const outcomes = [new Problem('backup_invalid', 'This file is not a backup of Switchboard.')];
  service.answer(appRoutes.previewBackup, () => {
    const error = outcomes.shift();
    if (error) throw error;
    return sampleSummary;
  });
  const choose = () => page.getByLabelText('Backup file').upload(new File(['bytes'], 'Copy.switchboard-backup'));
  await choose();
  await expect.element(page.getByRole('alert')).toMatchTextContent('This file is not a backup of Switchboard.');
  await choose();
  await expect.element(restoreButton).toBeVisible();
  expect(service.listRequests(appRoutes.deleteBackup)).toEqual([]);
  goTo('/other');
  await expect
    .poll(() => service.listRequests(appRoutes.deleteBackup).map(({ path }) => path))
    .toEqual(['/app/backups/bkp_3']);
});

test('previews a file that is opened with the application, and says so if it is no backup or is gone', async () => {
  const { service, show } = await renderOpened('token-1');
  await expect.element(restoreButton).toBeVisible();
  service.answer(appRoutes.previewBackup, () => {
    throw new Problem('backup_invalid', 'This file is not a backup of Switchboard.');
  });
  show('token-2');
  await expect.element(page.getByRole('alert')).toMatchTextContent('This file is not a backup of Switchboard.');
  show('gone');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^The file was moved or deleted/);
  show('refused');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another backup task is running.');
});

/** Opens a file with the application, and later others. */
async function renderOpened(first: string) {
  const uploaded = { ...sampleBackup, backup_id: 'bkp_3', check: null };
  const problem = {
    type: 'about:blank',
    title: 'Busy',
    status: 409,
    detail: 'Another backup task is running.',
    instance: '/app/backups/files',
    code: 'backup_task_running',
    request_id: 'req_1',
  };
  vi.spyOn(bridge, 'uploadOpenedBackup').mockImplementation((token) => {
    if (token === 'gone') return Promise.resolve(null);
    if (token === 'refused') return Promise.resolve({ status: 409, body: JSON.stringify(problem) });
    return Promise.resolve({ status: 201, body: JSON.stringify(uploaded) });
  });
  const { service } = await renderDialog({ kind: 'opened', token: first });
  return { service, show: (token: string) => openRestoreDialog({ kind: 'opened', token }) };
}

function ClosingRestoreDialog() {
  const [isOpen, setOpen] = useState(true);
  return isOpen && <RestoreDialog onClose={() => setOpen(false)} />;
}
