import { useQuery } from '@tanstack/react-query';
import { useDropzone } from 'react-dropzone';
import { backupExtension } from '../../../shared/workspaces/backups.ts';
import { formatDayTime } from '../../format/format-day.ts';
import { formatError } from '../../format/format-error.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/page/class-names.ts';
import { getBackupTime, getBackupTitle } from './backup-title.ts';
import { backupsQuery } from './backups-query.ts';
import type { RestoreSource } from './restore-store.ts';

/** Offers the backups of the folder, and any other file. */
export function ChooseBackup({ onChoose }: { readonly onChoose: (source: RestoreSource) => void }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    onDrop: ([file]) => file && onChoose({ kind: 'file', file }),
  });
  return (
    <div
      {...getRootProps({ role: 'presentation' })}
      className={classNames('-m-2 flex flex-col gap-3 rounded-panel p-2', isDragActive && 'bg-accent-soft')}
    >
      <BackupChoices onChoose={onChoose} />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={open}>Choose a file…</Button>
        <p className="text-small text-muted">or drop a {backupExtension} file here</p>
        <input {...getInputProps({ 'aria-label': 'Backup file', accept: backupExtension })} />
      </div>
    </div>
  );
}

function BackupChoices({ onChoose }: { readonly onChoose: (source: RestoreSource) => void }) {
  const { data, error } = useQuery(backupsQuery);
  if (error) return <p role="alert">The list of backups could not be loaded. {formatError(error)}</p>;
  if (!data) return null;
  const usable = data.data.filter(({ check }) => check?.error == null);
  if (usable.length === 0) return <p className="text-muted">{data.folder_error ?? `No backups in ${data.folder}.`}</p>;
  return (
    <ul aria-label="Backups" className="-mx-1 max-h-60 overflow-auto border-t border-line px-1 pt-px">
      {usable.map((backup) => (
        <li key={backup.backup_id} className="flex min-h-10 items-center gap-3 border-b border-line py-1">
          <span className="min-w-0 flex-1">
            <span className="block truncate">{getBackupTitle(backup)}</span>
            <span className="block text-small text-muted">
              {formatDayTime(getBackupTime(backup))} · {formatSize(backup.size_bytes)}
              {backup.is_encrypted && ' · encrypted'}
            </span>
          </span>
          <Button
            size="small"
            aria-label={`Choose ${backup.file_name}`}
            onClick={() => onChoose({ kind: 'backup', backup })}
          >
            Choose
          </Button>
        </li>
      ))}
    </ul>
  );
}
