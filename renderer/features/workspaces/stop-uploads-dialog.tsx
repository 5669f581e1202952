import { formatCount } from '../../format/format-number.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

type StopUploadsDialogProps = {
  readonly unfinishedCount: number;
  readonly confirmLabel: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Confirms a change of the workspace while uploads are running, because they belong to the current workspace. */
export function StopUploadsDialog({ unfinishedCount, confirmLabel, onConfirm, onClose }: StopUploadsDialogProps) {
  return (
    <ConfirmDialog title="Stop uploads?" confirmLabel={confirmLabel} onConfirm={onConfirm} onClose={onClose}>
      <p>
        {formatCount(unfinishedCount, 'file has', 'files have')} not been uploaded yet and will not be added. Files that
        have been uploaded are kept.
      </p>
    </ConfirmDialog>
  );
}
