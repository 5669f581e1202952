import type { UnfinishedWork } from '../../data/feature.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';

type StopWorkDialogProps = {
  readonly work: UnfinishedWork;
  readonly confirmLabel: string;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
};

/** Confirms a change of the workspace while work for the current one is unfinished. */
export function StopWorkDialog({ work, confirmLabel, onConfirm, onClose }: StopWorkDialogProps) {
  return (
    <ConfirmDialog title={work.question} confirmLabel={confirmLabel} onConfirm={onConfirm} onClose={onClose}>
      <p>{work.consequence}</p>
    </ConfirmDialog>
  );
}
