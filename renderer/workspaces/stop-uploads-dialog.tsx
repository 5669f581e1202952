import { formatCount } from '../format/format-number.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type StopUploadsDialogProps = {
  readonly unfinishedCount: number;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Confirms switching the workspace while uploads are running, because they belong to the open workspace. */
export function StopUploadsDialog({ unfinishedCount, onConfirm, onClose }: StopUploadsDialogProps) {
  return (
    <ConfirmDialog title="Stop uploads?" confirmLabel="Stop and switch" onConfirm={onConfirm} onClose={onClose}>
      <p>
        {formatCount(unfinishedCount, 'file has', 'files have')} not been uploaded yet and will not be added. Files that
        have been uploaded are kept.
      </p>
    </ConfirmDialog>
  );
}
