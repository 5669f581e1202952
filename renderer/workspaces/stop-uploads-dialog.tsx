import { formatCount } from '../format/format-number.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type StopUploadsDialogProps = {
  readonly unfinishedCount: number;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Uploads belong to the workspace they were begun in. */
export function StopUploadsDialog({ unfinishedCount, onConfirm, onClose }: StopUploadsDialogProps) {
  return (
    <ConfirmDialog
      title="Stop the uploads?"
      confirmLabel="Stop and switch"
      cancelLabel="Stay"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {formatCount(unfinishedCount, 'file has', 'files have')} not arrived in this workspace yet and will not be
        added. What has arrived is kept.
      </p>
    </ConfirmDialog>
  );
}
