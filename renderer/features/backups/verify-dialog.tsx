import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backup, BackupSummary } from '../../../shared/workspaces/backups.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { isCanceled, isPassphraseProblem, verifyBackup } from './backup-actions.ts';
import { formatBackupName } from './backup-title.ts';
import { ChangedActivityNote } from './changed-activity-note.tsx';
import { backupsQuery } from './backups-query.ts';
import { TaskProgress } from './task-progress.tsx';

type DialogState =
  | { readonly name: 'asking'; readonly error: string | null; readonly failure: string | null }
  | { readonly name: 'running' }
  | { readonly name: 'done'; readonly summary: BackupSummary };

type VerifyDialogProps = { readonly backup: Backup; readonly onClose: () => void };

/** Reads a whole backup and compares it with its hashes, after asking for the passphrase if it is encrypted. */
export function VerifyDialog({ backup, onClose }: VerifyDialogProps) {
  const [state, setState] = useState<DialogState>({ name: 'asking', error: null, failure: null });
  const [passphrase, setPassphrase] = useState('');
  const task = useQuery(backupsQuery).data?.task;
  const isMounted = useIsMounted();
  const verify = async () => {
    setState({ name: 'running' });
    try {
      const summary = await verifyBackup(backup, backup.is_encrypted ? passphrase : null);
      if (isMounted()) setState({ name: 'done', summary });
    } catch (error) {
      if (!isMounted()) return; // the list shows the result
      const message = isCanceled(error) ? null : formatError(error);
      const isPassphrase = isPassphraseProblem(error);
      setState({ name: 'asking', error: isPassphrase ? message : null, failure: isPassphrase ? null : message });
    }
  };
  if (state.name === 'done')
    return (
      <Dialog title="Verify backup" onClose={onClose}>
        <p>
          <StatusLabel tone="good" label="Verified" />
        </p>
        <p>
          All of {formatBackupName(backup)} could be read: {formatCount(state.summary.documents, 'document')},{' '}
          {formatCount(state.summary.calls, 'call')} and {formatCount(state.summary.recordings, 'recording')}. Its
          hashes match, and its database is intact.
        </p>
        {!state.summary.is_activity_intact && <ChangedActivityNote />}
        <DialogActions>
          <Button variant="primary" size="large" ref={focusOnMount} onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  if (state.name === 'running')
    return (
      <Dialog title="Verify backup" onClose={onClose}>
        {task ? <TaskProgress task={task} /> : <ProgressBar label="Verifying" fraction={null} />}
        <DialogActions>
          <Button size="large" ref={focusOnMount} onClick={onClose}>
            Continue in background
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog
      title="Verify backup"
      description={`Reads all of ${formatBackupName(backup)} and compares it with its hashes. Nothing is changed.`}
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Verify"
        failure={state.failure}
        disabledReason={backup.is_encrypted && passphrase === '' ? 'Enter the passphrase.' : null}
        onSubmit={() => void verify()}
        onClose={onClose}
      >
        {backup.is_encrypted && (
          <Field
            label="Passphrase"
            type="password"
            autoComplete="off"
            value={passphrase}
            error={state.error}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
