export { BackupSettings } from './backup-settings.tsx';
export { openRestoreDialog, type RestoreSource } from './restore-store.ts';
export { useOpenBackup } from './use-open-backup.ts';
