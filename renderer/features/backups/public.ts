export { BackupSettings } from './backup-settings.tsx';
