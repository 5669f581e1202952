import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './field.tsx';
import { showErrorToast } from './toasts.tsx';
import { useIsMounted } from './use-is-mounted.ts';

type NameDialogProps = {
  readonly title: string;
  readonly initialName: string;
  readonly maxLength: number;
  /** Names that something of the kind has; saving under one of them replaces it. */
  readonly existingNames: readonly string[];
  /** Gives what went wrong, in a sentence, or null. */
  readonly onSave: (name: string) => Promise<string | null>;
  readonly onClose: () => void;
};

/** Asks for the name to save something by, and says when that replaces what is there. */
export function NameDialog({ title, initialName, maxLength, existingNames, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(initialName);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsMounted();
  const isTaken = existingNames.includes(name.trim());
  const save = async () => {
    if (isBusy) return;
    if (name.trim() === '') return setFault('The name is empty.');
    setBusy(true);
    const failure = await onSave(name.trim());
    setBusy(false);
    if (failure !== null && !isShown()) showErrorToast(`“${name.trim()}” was not saved`, failure);
    else if (failure !== null) setFault(failure);
    else if (isShown()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Name"
          value={name}
          error={fault}
          {...(isTaken && { hint: 'Replaces what is saved by this name.' })}
          maxLength={maxLength}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value);
            setFault(null);
          }}
        />
        <DialogActions>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="large" aria-busy={isBusy}>
            {isTaken ? 'Replace' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
