import { Download, FolderOpen } from 'lucide-react';
import type { Backup } from '../../shared/backups.ts';
import { bridge } from '../bridge.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { showErrorToast } from '../ui/toasts.ts';
import { useBusy } from '../ui/use-busy.ts';
import { downloadBackup } from './backup-actions.ts';

type BackupFileButtonProps = Pick<ButtonProps, 'size'> & { readonly backup: Backup };

/** Shows the file in the file manager; in a browser, downloads it. */
export function BackupFileButton({ backup, size = 'normal' }: BackupFileButtonProps) {
  const [isBusy, run] = useBusy();
  if (bridge.host === 'electron')
    return (
      <Button size={size} icon={<FolderOpen aria-hidden size={14} />} onClick={() => void showBackup(backup)}>
        Show in folder
      </Button>
    );
  return (
    <Button
      size={size}
      icon={<Download aria-hidden size={14} />}
      aria-busy={isBusy}
      onClick={() => void run(() => downloadBackup(backup))}
    >
      Download
    </Button>
  );
}

export async function showBackup({ path }: Backup): Promise<void> {
  if (!(await bridge.showBackup(path)))
    showErrorToast('The file could not be shown', 'It was moved or deleted. Refresh the list of backups.');
}
