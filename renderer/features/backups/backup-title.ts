import { backupExtension, type Backup } from '../../../shared/workspaces/backups.ts';
import { formatDayTime } from '../../format/format-day.ts';

/** Returns the name of the workspace if it is known, else the name of the file. */
export function getBackupTitle({ check, file_name }: Backup): string {
  return check?.workspace_name ?? file_name.slice(0, -backupExtension.length);
}

/** Returns when the workspace was backed up if that is known, else when the file was changed. */
export function getBackupTime({ check, modified_at }: Backup): string {
  return check?.created_at ?? modified_at;
}

/** Names a backup in a sentence: "Harbour Office, Tue, 12 May, 14:00". */
export function formatBackupName(backup: Backup): string {
  return `${getBackupTitle(backup)}, ${formatDayTime(getBackupTime(backup))}`;
}
