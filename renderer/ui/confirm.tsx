import { useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './field.tsx';
import { useIsShown } from './use-is-shown.ts';

type ConfirmProps = {
  readonly title: string;
  /** Names the thing and what is lost with it. */
  readonly children: ReactNode;
  readonly deed: string;
  readonly safe?: string;
  /** Where nothing is lost. */
  readonly isHarmless?: boolean;
  /** Where the loss is great, this text must be typed first. */
  readonly typeToConfirm?: string;
  readonly onConfirm: () => Promise<void> | void;
  readonly onClose: () => void;
};

/** Asks before something is lost, or done that may not have been meant. The safe button has the focus. */
export function Confirm(props: ConfirmProps) {
  const { title, children, deed, safe = 'Cancel', isHarmless = false, typeToConfirm, onConfirm, onClose } = props;
  const safeButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsShown();
  const isLocked = typeToConfirm !== undefined && typed.trim() !== typeToConfirm;
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
        {typeToConfirm !== undefined && (
          <Field
            label={`Type “${typeToConfirm}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <DialogActions>
          <Button ref={safeButton} size="large" onClick={onClose}>
            {safe}
          </Button>
          <Button
            type="submit"
            look={isHarmless ? 'primary' : 'danger'}
            size="large"
            unavailable={isLocked ? 'Type the name first.' : null}
            aria-busy={isBusy}
          >
            {deed}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
