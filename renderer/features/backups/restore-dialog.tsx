import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backup, BackupSummary } from '../../../shared/workspaces/backups.ts';
import { formatDayTime } from '../../format/format-day.ts';
import { formatCount, formatNumber } from '../../format/format-number.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { clearOnRemoval } from '../../ui/focus/clear-on-removal.ts';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { backupsQuery } from './backups-query.ts';
import { ChangedActivityNote } from './changed-activity-note.tsx';
import { ChooseBackup } from './choose-backup.tsx';
import { useRestoreSource } from './restore-store.ts';
import { TaskProgress } from './task-progress.tsx';
import { useRestore, type Restore } from './use-restore.ts';

/** Asks for a backup if none was chosen, shows what it contains, and restores it into a new workspace. */
export function RestoreDialog({ onClose }: { readonly onClose: () => void }) {
  const source = useRestoreSource((state) => state.source);
  const { state, choose, unlock, restore } = useRestore(source, onClose);
  return (
    <Dialog
      title="Restore from a backup"
      description="A backup is restored into a new workspace. Your other workspaces stay as they are."
      onClose={onClose}
    >
      {state.name === 'choosing' && (
        <>
          {state.failure && (
            <p role="alert" className="text-bad">
              {state.failure}
            </p>
          )}
          <ChooseBackup onChoose={choose} />
          <DialogActions>
            <Button size="large" onClick={onClose}>
              Cancel
            </Button>
          </DialogActions>
        </>
      )}
      {state.name === 'opening' && <RunningStep label="Opening the backup" onClose={onClose} />}
      {state.name === 'locked' && (
        <PassphraseForm backup={state.backup} error={state.error} onUnlock={unlock} onClose={onClose} />
      )}
      {state.name === 'ready' && <Preview state={state} onRestore={restore} onClose={onClose} />}
      {state.name === 'restoring' && <RunningStep label="Restoring" onClose={onClose} />}
    </Dialog>
  );
}

type RunningStepProps = { readonly label: string; readonly onClose: () => void };

function RunningStep({ label, onClose }: RunningStepProps) {
  const task = useQuery(backupsQuery).data?.task;
  const isRestoring = task?.kind === 'restore';
  return (
    <>
      {task ? (
        <TaskProgress task={task} />
      ) : (
        <div role="status" className="flex flex-col gap-2">
          <p>{label}…</p>
          <ProgressBar label={label} fraction={null} />
        </div>
      )}
      <DialogActions>
        <Button size="large" ref={focusOnMount} onClick={onClose}>
          {isRestoring ? 'Continue in background' : 'Close'}
        </Button>
      </DialogActions>
    </>
  );
}

type PassphraseFormProps = {
  readonly backup: Backup;
  readonly error: string | null;
  readonly onUnlock: Restore['unlock'];
  readonly onClose: () => void;
};

function PassphraseForm({ backup, error, onUnlock, onClose }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState('');
  const [isBusy, run] = useBusy();
  return (
    <DialogForm
      submitLabel={isBusy ? 'Opening…' : 'Open'}
      isBusy={isBusy}
      disabledReason={passphrase === '' ? 'Enter the passphrase.' : null}
      onSubmit={() => void run(() => onUnlock(backup, passphrase))}
      onClose={onClose}
    >
      <Field
        label="Passphrase"
        type="password"
        autoComplete="off"
        ref={focusPassphrase}
        value={passphrase}
        error={error}
        hint={`${backup.file_name} is encrypted.`}
        onChange={(event) => setPassphrase(event.target.value)}
      />
    </DialogForm>
  );
}

function focusPassphrase(input: HTMLInputElement): () => void {
  input.focus();
  return clearOnRemoval(input);
}

type PreviewProps = {
  readonly state: Extract<Restore['state'], { readonly name: 'ready' }>;
  readonly onRestore: Restore['restore'];
  readonly onClose: () => void;
};

function Preview({ state, onRestore, onClose }: PreviewProps) {
  const { backup, summary, failure } = state;
  return (
    <>
      <DetailList>
        <Detail label="Workspace">{summary.workspace_name}</Detail>
        <Detail label="Backed up">{formatDayTime(summary.created_at)}</Detail>
        <Detail label="Made with">Switchboard {summary.app_version}</Detail>
        <Detail label="Documents">{formatNumber(summary.documents)}</Detail>
        <Detail label="Calls">
          {formatNumber(summary.calls)}, {formatCount(summary.recordings, 'recording')}
        </Detail>
        <Detail label="Size">
          {formatSize(backup.size_bytes)}, {formatSize(summary.content_bytes)} restored
        </Detail>
      </DetailList>
      <PreviewNotes summary={summary} />
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" size="large" ref={focusOnMount} onClick={() => void onRestore()}>
          Restore
        </Button>
      </DialogActions>
    </>
  );
}

function PreviewNotes({ summary }: { readonly summary: BackupSummary }) {
  const { missing_files, is_activity_intact } = summary;
  return (
    <div className="flex flex-col gap-2 text-muted">
      {missing_files > 0 && (
        <p className="text-warn">
          {formatCount(missing_files, 'document or recording was', 'documents or recordings were')} missing when this
          backup was made.
        </p>
      )}
      {!is_activity_intact && <ChangedActivityNote />}
      <p>API keys are revoked in the restored workspace. Create new ones there.</p>
    </div>
  );
}
