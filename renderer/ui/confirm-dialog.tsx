import { useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './field.tsx';
import { useIsMounted } from './use-is-mounted.ts';

type ConfirmDialogProps = {
  readonly title: string;
  /** Names the thing and what is lost with it. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** Where nothing is lost. */
  readonly isNonDestructive?: boolean;
  /** Where the loss is great, this text must be typed first. */
  readonly confirmationText?: string;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
};

/** Asks before something is lost, or done that may not have been meant. The safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isNonDestructive = false,
    confirmationText,
    onConfirm,
    onClose,
  } = props;
  const safeButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsMounted();
  const isLocked = confirmationText !== undefined && typed.trim() !== confirmationText;
  const confirm = async () => {
    if (isLocked || isBusy) return;
    setBusy(true);
    await onConfirm();
    if (isShown()) onClose(); // or else another question may be asked by now
  };
  return (
    <Dialog title={title} description={children} role="alertdialog" initialFocus={safeButton} onClose={onClose}>
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
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <DialogActions>
          <Button ref={safeButton} size="large" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={isNonDestructive ? 'primary' : 'danger'}
            size="large"
            disabledReason={isLocked ? 'Type the name first.' : null}
            aria-busy={isBusy}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
