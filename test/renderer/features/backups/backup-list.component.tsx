import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BackupList } from '../../../../renderer/features/backups/backup-list.tsx';
import { BackupFolderSetting } from '../../../../renderer/features/backups/backup-folder-setting.tsx';
import { BackupScheduleSettings } from '../../../../renderer/features/backups/backup-schedule-settings.tsx';
import { useRestoreSource } from '../../../../renderer/features/backups/restore-store.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleBackup, sampleBackups, sampleSummary } from './sample-backup.ts';

const damaged = {
  ...sampleBackup,
  backup_id: 'bkp_2',
  file_name: 'Cut.switchboard-backup',
  is_encrypted: true,
  check: {
    at: '2026-03-12T10:00:01.000Z',
    workspace_name: null,
    created_at: null,
    error: 'This backup is damaged or incomplete.',
  },
};
const unknown = { ...sampleBackup, backup_id: 'bkp_3', file_name: 'Copied.switchboard-backup', check: null };

const row = (name: string) => page.getByRole('listitem', { name });

test('shows what is known about each backup, and its actions', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listBackups, () => sampleBackups);
  service.answer(appRoutes.verifyBackup, () => sampleSummary);
  service.answer(appRoutes.deleteBackup, () => ({ backup_id: 'bkp_1', name: sampleBackup.file_name }));
  await renderInWindow(<BackupList backups={[sampleBackup, damaged, unknown]} folderError={null} isBusy={false} />);
  await expect
    .element(row(sampleBackup.file_name))
    .toMatchTextContent(/^Harbour OfficeVerified.*8\.1 MB · not encrypted/);
  await expect
    .element(row(damaged.file_name))
    .toMatchTextContent(/^CutDamaged.*encrypted.*damaged or incomplete\.Restore…/);
  await expect.element(row(unknown.file_name)).toMatchTextContent(/^CopiedNot verified/);
  await page.getByRole('button', { name: `Restore ${unknown.file_name}` }).click();
  expect(useRestoreSource.getState().source).toEqual({ kind: 'backup', backup: unknown });

  await page.getByRole('button', { name: `Verify ${sampleBackup.file_name}` }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect.element(page.getByText(/9 documents, 36 calls and 1 recording/)).toBeVisible();
  const changedNote = page.getByText(
    'The activity log of this backup fails verification: entries were changed before the backup was made.',
  );
  await expect.element(changedNote).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');

  service.answer(appRoutes.verifyBackup, () => ({ ...sampleSummary, is_activity_intact: false }));
  await page.getByRole('button', { name: `Verify ${sampleBackup.file_name}` }).click();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect.element(changedNote).toBeVisible();
  await userEvent.keyboard('{Enter}');

  await page.getByRole('button', { name: `Delete ${sampleBackup.file_name}` }).click();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent(/Harbour Office.*8\.1 MB.*You can’t undo this/);
  await page.getByRole('button', { name: 'Delete backup' }).click();
  expect(service.listRequests(appRoutes.deleteBackup).map(({ path }) => path)).toEqual(['/app/backups/bkp_1']);
});

test('waits with other tasks while one is running, and names a folder that cannot be read', async () => {
  startFakeService();
  await renderInWindow(
    <>
      <BackupList backups={[sampleBackup]} folderError={null} isBusy />
      <BackupList backups={[]} folderError="The folder /usb does not exist." isBusy={false} />
    </>,
  );
  const verify = page.getByRole('button', { name: /^Verify/ });
  await expect.element(verify).toHaveAccessibleDescription('Wait until the running task has finished.');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The folder /usb does not exist.');
});

test('asks for the passphrase of automatic backups, and shows why the last one failed', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listBackups, () => sampleBackups);
  service.answer(appRoutes.getKeychainStatus, () => ({ kept_in: 'memory' as const, reason: 'There is no keychain.' }));
  service.answer(appRoutes.updateBackupSettings, () => sampleBackups);
  const failure = { at: '2026-03-12T10:00:00.000Z', detail: 'The disk is full.' };
  await renderInWindow(
    <BackupScheduleSettings
      schedule={{ interval: 'daily', keep: 5, is_encrypted: false, last_backup_at: null, failure }}
    />,
  );
  await expect.element(page.getByRole('alert')).toMatchTextContent(/failed\. The disk is full\.$/);
  await expect.element(page.getByRole('radio', { name: '5', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: '14' }).click();
  await page.getByRole('button', { name: 'Set passphrase…' }).click();
  await expect.element(page.getByText(/^The keychain of this computer cannot be used/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill('correct horse');
  await page.getByRole('textbox', { name: 'Repeat passphrase' }).fill('correct horse');
  await page.getByRole('button', { name: 'Encrypt' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(service.listRequests(appRoutes.updateBackupSettings).map(({ json }) => json)).toEqual([
    { keep: 14 },
    { passphrase: 'correct horse' },
  ]);
});

test('changes the folder with a text field in a browser, and says why a folder cannot be used', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listBackups, () => sampleBackups);
  service.answer(appRoutes.updateBackupSettings, () => {
    throw new Problem('backup_folder_unusable', 'The folder /usb does not exist.');
  });
  await renderInWindow(<BackupFolderSetting folder="/backups" isDefault />);
  expect(page.getByRole('button', { name: 'Use default' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Change folder…' }).click();
  const path = page.getByRole('textbox', { name: 'Path of the folder' });
  await path.fill('/usb');
  await userEvent.keyboard('{Enter}');
  await expect.element(path).toHaveAccessibleDescription('The folder /usb does not exist.');
});
