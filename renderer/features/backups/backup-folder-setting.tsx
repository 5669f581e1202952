import { useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import { toPlainPath } from '../../../shared/text/plain-text.ts';
import { bridge } from '../../data/bridge.ts';
import { formatError } from '../../format/format-error.ts';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { changeBackupSettings, useChangeBackupSettings } from './use-backup-settings.ts';

type BackupFolderSettingProps = { readonly folder: string; readonly isDefault: boolean };

/** Shows and changes the folder of backups: with the system's dialog, or with a text field in a browser. */
export function BackupFolderSetting({ folder, isDefault }: BackupFolderSettingProps) {
  const change = useChangeBackupSettings();
  const [isAsking, setAsking] = useState(false);
  const choose = async () => {
    if (bridge.host === 'browser') return setAsking(true);
    const chosen = await bridge.chooseFolder();
    if (chosen !== null) change({ folder: chosen });
  };
  return (
    <SettingRow
      label="Backup folder"
      note={
        <span className="flex items-center gap-1.5">
          <code aria-label="Backup folder" className="min-w-0 truncate font-mono select-text" title={folder}>
            {folder}
          </code>
          <CopyButton text={folder} label="Copy path of the backup folder" />
        </span>
      }
    >
      <span className="flex gap-2">
        {!isDefault && (
          <Button size="small" onClick={() => change({ folder: null })}>
            Use default
          </Button>
        )}
        <Button size="small" onClick={() => void choose()}>
          Change folder…
        </Button>
      </span>
      {isAsking && <BackupFolderDialog folder={folder} onClose={() => setAsking(false)} />}
    </SettingRow>
  );
}

function BackupFolderDialog({ folder, onClose }: { readonly folder: string; readonly onClose: () => void }) {
  const [path, setPath] = useState(folder);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const isMounted = useIsMounted();
  const save = async () => {
    try {
      await changeBackupSettings({ folder: toPlainPath(path) });
      if (isMounted()) onClose();
    } catch (failure) {
      setError(formatError(failure));
    }
  };
  return (
    <Dialog
      title="Change backup folder"
      description="An existing folder on this computer. Backups that were made before stay where they are."
      onClose={onClose}
    >
      <DialogForm submitLabel="Change folder" isBusy={isBusy} onSubmit={() => void run(save)} onClose={onClose}>
        <Field
          label="Path of the folder"
          value={path}
          error={error}
          maxLength={limits.pathLength}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setPath(event.target.value);
            setError(null);
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
