import { useState, type ReactNode } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';

type ReasonDialogProps = {
  /** Also the label of the button. */
  readonly title: string;
  /** Names what is rejected, and what follows. */
  readonly children: ReactNode;
  readonly hint: string;
  /** Resolves to whether it was rejected. */
  readonly onReject: (reason: string) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Asks why something is rejected. */
export function ReasonDialog({ title, children, hint, onReject, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, run] = useBusy();
  const [isSubmitted, setSubmitted] = useState(false);
  const isMounted = useIsMounted();
  const reject = async () => {
    if (reason.trim() === '') return setSubmitted(true);
    const isDone = await onReject(reason.trim());
    if (isDone && isMounted()) onClose();
  };
  return (
    <Dialog title={title} description={children} onClose={onClose}>
      <DialogForm
        submitLabel={title}
        isBusy={isBusy}
        submitVariant="danger"
        onSubmit={() => void run(reject)}
        onClose={onClose}
      >
        <TextArea
          label="Reason"
          hint={hint}
          error={isSubmitted && reason.trim() === '' ? 'Enter a reason.' : null}
          value={reason}
          maxLength={limits.rejectionReasonLength}
          rows={3}
          onChange={(event) => setReason(event.target.value)}
          className="max-h-60"
        />
      </DialogForm>
    </Dialog>
  );
}
