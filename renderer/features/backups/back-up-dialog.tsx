import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteOutput } from '../../../shared/contract/client.ts';
import type { appRoutes } from '../../../shared/contract/contract.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatSize } from '../../format/format-size.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toasts.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { createBackup, isCanceled } from './backup-actions.ts';
import { BackupFileButton } from './backup-file-button.tsx';
import { backupsQuery } from './backups-query.ts';
import { checkPassphrase, emptyPassphrase, PassphraseFields } from '../../ui/fields/passphrase-fields.tsx';
import { TaskProgress } from './task-progress.tsx';

type CreatedBackup = RouteOutput<typeof appRoutes.createBackup>;

type DialogState =
  | { readonly name: 'asking'; readonly failure: string | null }
  | { readonly name: 'running' }
  | { readonly name: 'done'; readonly backup: CreatedBackup };

const encryptionOptions = [
  { value: 'none', label: 'None' },
  { value: 'passphrase', label: 'Passphrase' },
] as const;

type Encryption = (typeof encryptionOptions)[number]['value'];

/** Backs up the open workspace. The backup continues if the dialog is closed. */
export function BackUpDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useSession();
  const { data: backups } = useQuery(backupsQuery);
  const [state, setState] = useState<DialogState>({ name: 'asking', failure: null });
  const [chosen, setChosen] = useState<Encryption | null>(null);
  const [passphrase, setPassphrase] = useState(emptyPassphrase);
  const [errors, setErrors] = useState<FieldErrors>({});
  const isMounted = useIsMounted();
  const name = workspace?.name ?? '';
  const encryption = chosen ?? (backups?.schedule?.is_encrypted ? 'passphrase' : 'none');

  const submit = async () => {
    const found = encryption === 'passphrase' ? checkPassphrase(passphrase) : {};
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setState({ name: 'running' });
    try {
      const backup = await createBackup(encryption === 'passphrase' ? passphrase.passphrase : null);
      if (isMounted()) setState({ name: 'done', backup });
      else showToast(`“${name}” was backed up and verified`);
    } catch (error) {
      if (isMounted()) setState({ name: 'asking', failure: isCanceled(error) ? null : formatError(error) });
      else if (!isCanceled(error)) showErrorToast(`“${name}” was not backed up`, formatError(error));
    }
  };

  if (state.name === 'done')
    return (
      <Dialog title={`“${name}” was backed up`} onClose={onClose}>
        <CreatedBackupSummary backup={state.backup} />
        <DialogActions>
          <BackupFileButton backup={state.backup} size="large" />
          <Button variant="primary" size="large" ref={focusOnMount} onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  if (state.name === 'running')
    return (
      <Dialog title={`Back up “${name}”`} onClose={onClose}>
        {backups?.task ? <TaskProgress task={backups.task} /> : <p role="status">Starting…</p>}
        <DialogActions>
          <Button size="large" ref={focusOnMount} onClick={onClose}>
            Continue in background
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      title={`Back up “${name}”`}
      description={
        <>
          <p>
            Writes one file with the database, documents and recordings, then reads it again to verify it. Secrets are
            not part of it: after a restore, create new API keys.
          </p>
          {backups && <p>Folder: {backups.folder}</p>}
        </>
      }
      onClose={onClose}
    >
      <DialogForm submitLabel="Back up now" failure={state.failure} onSubmit={() => void submit()} onClose={onClose}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-medium">Encryption</span>
          <SegmentedControl
            label="Encryption"
            value={encryption}
            options={encryptionOptions}
            onChange={(next) => setChosen(next)}
          />
        </div>
        {encryption === 'passphrase' && (
          <PassphraseFields value={passphrase} errors={errors} onChange={setPassphrase} />
        )}
      </DialogForm>
    </Dialog>
  );
}

function CreatedBackupSummary({ backup }: { readonly backup: CreatedBackup }) {
  const { documents, calls, recordings, missing_files } = backup.summary;
  const parts = [
    formatCount(documents, 'document'),
    formatCount(calls, 'call'),
    formatCount(recordings, 'recording'),
  ].join(', ');
  return (
    <div className="flex flex-col gap-2">
      <p>
        <StatusLabel tone="good" label={backup.is_encrypted ? 'Verified · encrypted' : 'Verified'} />
      </p>
      <p className="select-text">
        <span className="block">{backup.file_name}</span>
        <span className="text-small text-muted">
          {formatSize(backup.size_bytes)} · {parts}
        </span>
      </p>
      {missing_files > 0 && (
        <p className="text-warn">
          {formatCount(missing_files, 'file was', 'files were')} missing or damaged in the workspace and{' '}
          {missing_files === 1 ? 'is' : 'are'} not in the backup.
        </p>
      )}
    </div>
  );
}
