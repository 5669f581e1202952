import { Download, FolderOpen, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Backup } from '../../../shared/workspaces/backups.ts';
import { bridge } from '../../data/bridge.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { deleteBackup, downloadBackup } from './backup-actions.ts';
import { showBackup } from './backup-file-button.tsx';
import { formatBackupName, getBackupTime, getBackupTitle } from './backup-title.ts';
import { openRestoreDialog } from './restore-store.ts';
import { VerifyDialog } from './verify-dialog.tsx';

type BackupListProps = {
  readonly backups: readonly Backup[];
  readonly folderError: string | null;
  /** Whether a task is running. No other task can then start. */
  readonly isBusy: boolean;
};

/** The list shows this many backups at first. */
const maxVisibleRows = 10;

type OpenDialog = { readonly kind: 'verify' | 'delete'; readonly backup: Backup };

/** Lists the backups of the folder with their actions. */
export function BackupList({ backups, folderError, isBusy }: BackupListProps) {
  const [isExpanded, setExpanded] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  if (folderError !== null)
    return (
      <p role="alert" className="text-bad">
        {folderError}
      </p>
    );
  if (backups.length === 0) return <p className="text-muted">No backups yet.</p>;
  const visible = isExpanded ? backups : backups.slice(0, maxVisibleRows);
  return (
    <div>
      <ul aria-label="Backups" className="border-t border-line">
        {visible.map((backup) => (
          <BackupRow
            key={backup.backup_id}
            backup={backup}
            busyReason={isBusy ? 'Wait until the running task has finished.' : null}
            onVerify={() => setDialog({ kind: 'verify', backup })}
            onDelete={() => setDialog({ kind: 'delete', backup })}
          />
        ))}
      </ul>
      {visible.length < backups.length && (
        <Button variant="quiet" size="small" className="mt-1.5 -ml-2" onClick={() => setExpanded(true)}>
          Show all {backups.length}
        </Button>
      )}
      {dialog?.kind === 'verify' && <VerifyDialog backup={dialog.backup} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog title="Delete backup" onConfirm={() => deleteBackup(dialog.backup)} onClose={close}>
          <p>
            This deletes <strong className="font-medium text-ink">{formatBackupName(dialog.backup)}</strong> (
            {formatSize(dialog.backup.size_bytes)}) from its folder. You can’t undo this.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

type BackupRowProps = {
  readonly backup: Backup;
  readonly busyReason: string | null;
  readonly onVerify: () => void;
  readonly onDelete: () => void;
};

function BackupRow({ backup, busyReason, onVerify, onDelete }: BackupRowProps) {
  const name = backup.file_name; // unlike the workspace and the time, it is different for each
  return (
    <li aria-label={name} className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex items-center gap-3">
          <span className="min-w-0 truncate font-medium">{getBackupTitle(backup)}</span>
          <BackupStatus backup={backup} />
        </p>
        <p className="text-small text-muted">
          <RelativeTime at={getBackupTime(backup)} /> · {formatSize(backup.size_bytes)} ·{' '}
          {backup.is_encrypted ? 'encrypted' : 'not encrypted'}
        </p>
        <p className="truncate text-small text-muted select-text">{backup.file_name}</p>
        {backup.check?.error != null && <p className="text-small text-bad">{backup.check.error}</p>}
      </div>
      <span className="flex items-center">
        <Button
          size="small"
          aria-label={`Restore ${name}`}
          disabledReason={busyReason}
          onClick={() => openRestoreDialog({ kind: 'backup', backup })}
        >
          Restore…
        </Button>
        <IconButton
          label={`Verify ${name}`}
          disabledReason={busyReason}
          icon={<ShieldCheck aria-hidden size={14} />}
          onClick={onVerify}
        />
        {bridge.host === 'electron' ? (
          <IconButton
            label={`Show ${name} in folder`}
            icon={<FolderOpen aria-hidden size={14} />}
            onClick={() => void showBackup(backup)}
          />
        ) : (
          <IconButton
            label={`Download ${name}`}
            icon={<Download aria-hidden size={14} />}
            onClick={() => void downloadBackup(backup)}
          />
        )}
        <IconButton label={`Delete ${name}`} icon={<Trash2 aria-hidden size={14} />} onClick={onDelete} />
      </span>
    </li>
  );
}

function BackupStatus({ backup: { check } }: { readonly backup: Backup }) {
  if (!check) return <StatusLabel tone="neutral" label="Not verified" />;
  return check.error === null ? (
    <StatusLabel tone="good" label="Verified" />
  ) : (
    <StatusLabel tone="bad" label="Damaged" />
  );
}
