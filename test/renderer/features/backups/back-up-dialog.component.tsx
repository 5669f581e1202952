import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BackUpDialog } from '../../../../renderer/features/backups/back-up-dialog.tsx';
import { setBackupTask } from '../../../../renderer/features/backups/backups-query.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleBackup, sampleBackups, sampleSummary } from './sample-backup.ts';

const passphrase = page.getByRole('textbox', { name: 'Passphrase', exact: true });
const repeated = page.getByRole('textbox', { name: 'Repeat passphrase' });
const submit = page.getByRole('button', { name: 'Back up now' });

async function renderDialog() {
  const service = startFakeService();
  const created = Promise.withResolvers<typeof sampleBackup & { readonly summary: typeof sampleSummary }>();
  service.answer(appRoutes.listBackups, () => sampleBackups);
  service.answer(appRoutes.createBackup, () => created.promise);
  const onClose = vi.fn();
  const goTo = await renderInWindow(<BackUpDialog onClose={onClose} />);
  await expect.element(page.getByText('Folder: /backups')).toBeVisible();
  return { service, created, onClose, goTo };
}

test('refuses a passphrase that is short or typed differently, and sends none that is not wanted', async () => {
  const { service } = await renderDialog();
  await page.getByRole('radio', { name: 'Passphrase' }).click();
  await passphrase.fill('short');
  await submit.click();
  await expect.element(passphrase).toHaveAccessibleDescription('Use at least 8 characters.');
  await passphrase.fill('correct horse');
  await repeated.fill('correct pony');
  await submit.click();
  await expect.element(repeated).toHaveAccessibleDescription('The passphrases are not the same.');
  expect(service.listRequests(appRoutes.createBackup)).toEqual([]);
  await page.getByRole('radio', { name: 'None' }).click();
  await submit.click();
  expect(service.listRequests(appRoutes.createBackup).map(({ json }) => json)).toEqual([{ passphrase: null }]);
});

test('shows the progress, and says “backed up” only when the service has verified the file', async () => {
  const { service, created, onClose } = await renderDialog();
  await page.getByRole('radio', { name: 'Passphrase' }).click();
  await passphrase.fill('correct horse');
  await repeated.fill('correct horse');
  await userEvent.keyboard('{Enter}');
  const task = { kind: 'backup', subject: 'Harbour Office', step: 'writing', done_bytes: 2, total_bytes: 4 } as const;
  setBackupTask(task);
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expect.element(page.getByText('Writing the file: 2 bytes of 4 bytes')).toBeVisible();
  expect(page.getByText('was backed up').elements()).toEqual([]);
  created.resolve({ ...sampleBackup, is_encrypted: true, summary: { ...sampleSummary, missing_files: 2 } });
  await expect.element(page.getByRole('dialog', { name: '“Harbour Office” was backed up' })).toBeVisible();
  await expect.element(page.getByText('Verified · encrypted')).toBeVisible();
  await expect.element(page.getByText(/9 documents, 36 calls, 1 recording/)).toBeVisible();
  await expect.element(page.getByText(/^2 files were missing/)).toBeVisible();
  expect(service.listRequests(appRoutes.createBackup).map(({ json }) => json)).toEqual([
    { passphrase: 'correct horse' },
  ]);
  await page.getByRole('button', { name: 'Done' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('keeps the form with the reason if the backup fails, and without one if it was canceled', async () => {
  const { service } = await renderDialog();
  const outcomes = [
    new Problem('backup_folder_unusable', 'The folder /backups is on a disk that is full.'),
    new Problem('backup_canceled', 'The task was canceled.'),
  ];
  service.answer(appRoutes.createBackup, () => {
    throw outcomes.shift() ?? new Error('No outcome.');
  });
  await submit.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The folder /backups is on a disk that is full.');
  await submit.click();
  await expect.poll(() => outcomes).toEqual([]);
  await expect.element(submit).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test('continues without the dialog, and reports the result in another view', async () => {
  const { created, goTo } = await renderDialog();
  await submit.click();
  await expect.element(page.getByRole('button', { name: 'Continue in background' })).toHaveFocus();
  goTo('/other');
  await expect.element(page.getByRole('heading', { name: '/other' })).toBeVisible();
  created.reject(new Problem('storage_full', 'The disk is full.'));
  await expect.element(page.getByText('“Harbour Office” was not backed up').first()).toBeVisible();
});
