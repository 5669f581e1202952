import { Download, FolderOpen } from 'lucide-react';
import type { Backup } from '../../../shared/workspaces/backups.ts';
import { bridge } from '../../data/bridge.ts';
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx';
import { showErrorToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
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
