import { backupSchema, type Backup, type BackupSummary } from '../../../shared/workspaces/backups.ts';
import { parseProblem } from '../../../shared/contract/client.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { bridge } from '../../data/bridge.ts';
import { formatError } from '../../format/format-error.ts';
import { saveBlob } from '../../data/save-file.ts';
import { app } from '../../data/service-clients.ts';
import { showErrorToast, showToast } from '../../ui/feedback/toasts.ts';

const toParams = ({ backup_id }: Pick<Backup, 'backup_id'>) => ({ params: { backup_id } });

export function createBackup(passphrase: string | null) {
  return app(appRoutes.createBackup, { json: { passphrase } });
}

export function uploadBackup(file: File): Promise<Backup> {
  return app(appRoutes.uploadBackup, { form: { file } });
}

/** Uploads a file that was opened with the application. The page does not read it, because it can be larger than the memory. */
export async function uploadOpenedBackup(token: string): Promise<Backup> {
  const answer = await bridge.uploadOpenedBackup(token);
  if (!answer) throw new Problem('backup_not_found', 'The file was moved or deleted, or your account cannot read it.');
  const response = new Response(answer.body, { status: answer.status });
  if (!response.ok) throw await parseProblem(response);
  return backupSchema.parse(await response.json());
}

export function previewBackup(backup: Backup, passphrase: string | null): Promise<BackupSummary> {
  return app(appRoutes.previewBackup, { ...toParams(backup), json: { passphrase } });
}

export function restoreBackup(backup: Backup, passphrase: string | null) {
  return app(appRoutes.restoreBackup, { ...toParams(backup), json: { passphrase } });
}

export function verifyBackup(backup: Backup, passphrase: string | null): Promise<BackupSummary> {
  return app(appRoutes.verifyBackup, { ...toParams(backup), json: { passphrase } });
}

/** Saves a copy of the file. In a browser, the backup folder itself is not within reach. */
export async function downloadBackup(backup: Backup): Promise<void> {
  try {
    const response = await app(appRoutes.downloadBackup, toParams(backup));
    saveBlob(backup.file_name, await response.blob());
  } catch (error) {
    showErrorToast('The backup was not downloaded', formatError(error));
  }
}

export async function deleteBackup(backup: Backup): Promise<void> {
  try {
    await app(appRoutes.deleteBackup, toParams(backup));
    showToast(`“${backup.file_name}” was deleted`);
  } catch (error) {
    showErrorToast(`“${backup.file_name}” was not deleted`, formatError(error));
  }
}

/** Removes an uploaded file that will not be restored. The service removes it when it quits if this fails. */
export function discardUpload(backup: Backup): void {
  void app(appRoutes.deleteBackup, toParams(backup)).catch(() => undefined);
}

export async function cancelBackupTask(): Promise<void> {
  try {
    await app(appRoutes.cancelBackupTask, {});
  } catch (error) {
    showErrorToast('The task was not canceled', formatError(error));
  }
}

export function isCanceled(error: unknown): boolean {
  return error instanceof Problem && error.code === 'backup_canceled';
}

/** Whether a passphrase is missing or wrong. */
export function isPassphraseProblem(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'passphrase_required' || error.code === 'passphrase_wrong');
}
