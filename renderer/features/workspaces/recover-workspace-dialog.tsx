import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { damagedCopyDays, type Snapshot, type Workspace } from '../../../shared/workspaces/workspaces.ts';
import { formatDayTime } from '../../format/format-day.ts';
import { formatError } from '../../format/format-error.ts';
import { formatSize } from '../../format/format-size.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { saveWorkspaceExport, restoreSnapshot } from './recover-workspace.ts';
import { snapshotsQuery } from './snapshots-query.ts';
import { useSwitchWorkspace } from './use-switch-workspace.tsx';
import { showRequestError } from '../../data/show-request-error.ts';

type RecoverWorkspaceDialogProps = { readonly workspace: Workspace; readonly onClose: () => void };

/** Offers to export what can be read of a workspace, and to restore a snapshot. */
export function RecoverWorkspaceDialog({ workspace, onClose }: RecoverWorkspaceDialogProps) {
  const [chosen, setChosen] = useState<Snapshot | null>(null);
  const [isExporting, runExport] = useBusy();
  if (chosen)
    return (
      <ConfirmRestoreDialog
        workspace={workspace}
        snapshot={chosen}
        onRestored={onClose}
        onClose={() => setChosen(null)}
      />
    );
  return (
    <Dialog
      title={`Recover “${workspace.name}”`}
      description={<p>{workspace.error ?? 'Restore an earlier state of this workspace, or export its data.'}</p>}
      onClose={onClose}
    >
      <section aria-label="Export" className="flex flex-col items-start gap-2">
        <p>Export all tables, documents and recordings that can be read as a ZIP file. This changes nothing.</p>
        <Button
          icon={<Download aria-hidden size={14} />}
          aria-busy={isExporting}
          onClick={() => void runExport(() => saveWorkspaceExport(workspace))}
        >
          Export data
        </Button>
      </section>
      <section aria-label="Snapshots" className="flex flex-col gap-2">
        <p>
          Restore a snapshot. One is taken every day and the last 7 are kept. The current files are kept in a separate
          folder for {damagedCopyDays} days.
        </p>
        <SnapshotList workspaceId={workspace.workspace_id} onChoose={setChosen} />
      </section>
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type SnapshotListProps = { readonly workspaceId: string; readonly onChoose: (snapshot: Snapshot) => void };

function SnapshotList({ workspaceId, onChoose }: SnapshotListProps) {
  const { data, error, refetch } = useQuery(snapshotsQuery(workspaceId));
  if (error)
    return (
      <ErrorState title="Snapshots could not be loaded" detail={formatError(error)} onRetry={() => void refetch()} />
    );
  if (!data) return null;
  if (data.data.length === 0) return <p className="text-muted">This workspace has no snapshots yet.</p>;
  return (
    <ul aria-label="Snapshots" className="border-t border-line">
      {data.data.map((snapshot) => (
        <li key={snapshot.snapshot_id} className="flex min-h-10 items-center gap-3 border-b border-line py-1">
          <span className="min-w-0 flex-1">
            {formatDayTime(snapshot.created_at)}
            <span className="block text-small text-muted">
              {formatSize(snapshot.size_bytes)} ·{' '}
              {snapshot.is_activity_intact ? 'verified' : 'the activity was changed before this snapshot'}
            </span>
          </span>
          <Button
            size="small"
            aria-label={`Restore the snapshot of ${formatDayTime(snapshot.created_at)}`}
            onClick={() => onChoose(snapshot)}
          >
            Restore…
          </Button>
        </li>
      ))}
    </ul>
  );
}

type ConfirmRestoreDialogProps = RecoverWorkspaceDialogProps & {
  readonly snapshot: Snapshot;
  readonly onRestored: () => void;
};

function ConfirmRestoreDialog({ workspace, snapshot, onRestored, onClose }: ConfirmRestoreDialogProps) {
  const { switchTo, confirmDialog } = useSwitchWorkspace({ confirmLabel: 'Stop and restore' });
  const restore = async () => {
    try {
      const { kept_in } = await restoreSnapshot(workspace, snapshot);
      showToast(
        `“${workspace.name}” was restored. The replaced files are in its folder ${kept_in} for ${damagedCopyDays} days`,
      );
      onRestored();
    } catch (error) {
      showRequestError(`“${workspace.name}” was not restored`, error);
      onClose();
    }
  };
  if (confirmDialog) return confirmDialog;
  return (
    <ConfirmDialog title="Restore snapshot" onConfirm={() => switchTo(restore)} onClose={onClose}>
      <p>
        This returns <strong className="font-medium text-ink">{workspace.name}</strong> to its state of{' '}
        {formatDayTime(snapshot.created_at)}. Calls, documents, invoices and changes since then will be missing. Their
        files are kept in a separate folder of the workspace for {damagedCopyDays} days. You can delete them in
        Settings.
      </p>
      <p>
        Documents are processed again from their original files. Members, API keys and the do-not-call list stay as they
        are, as far as they can still be read: check them after the restore.
      </p>
    </ConfirmDialog>
  );
}
