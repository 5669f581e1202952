import { useRef, useState, type ReactNode } from 'react';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { Button } from '../buttons/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from '../fields/field.tsx';
import { useIsMounted } from '../page/use-is-mounted.ts';

type ConfirmDialogProps = {
  readonly title: string;
  /** Names the item and describes the consequences. */
  readonly children: ReactNode;
  /** The title if it is not given. */
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  /** Shows the confirm button as primary instead of dangerous. */
  readonly isNonDestructive?: boolean;
  /** The text that the user must type before confirming. */
  readonly confirmationText?: string;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
};

/** Asks the user to confirm an action. The cancel button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel = title,
    cancelLabel = 'Cancel',
    isNonDestructive = false,
    confirmationText,
    onConfirm,
    onClose,
  } = props;
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isMounted = useIsMounted();
  const isLocked = confirmationText !== undefined && toPlainLine(text) !== toPlainLine(confirmationText);
  const confirm = async () => {
    if (isLocked || isBusy) return;
    setBusy(true);
    await onConfirm();
    if (isMounted()) onClose(); // otherwise another dialog may be open by now
  };
  return (
    <Dialog title={title} description={children} role="alertdialog" initialFocus={cancelButton} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {confirmationText !== undefined && (
          <Field
            label={`Type “${confirmationText}” to confirm`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
          />
        )}
        <DialogActions>
          <Button ref={cancelButton} size="large" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={isNonDestructive ? 'primary' : 'danger'}
            size="large"
            disabledReason={isLocked ? 'Type the name to confirm.' : null}
            aria-busy={isBusy}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
