import { useState } from 'react';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { Dialog } from './dialog.tsx';
import { DialogForm } from './dialog-form.tsx';
import { Field } from '../fields/field.tsx';
import { showErrorToast } from '../feedback/toasts.ts';
import { useIsMounted } from '../page/use-is-mounted.ts';

type NameDialogProps = {
  readonly title: string;
  readonly initialName: string;
  readonly maxLength: number;
  /** Saving under one of these names replaces that item. */
  readonly existingNames: readonly string[];
  /** Resolves to an error message, or to null on success. */
  readonly onSave: (name: string) => Promise<string | null>;
  readonly onClose: () => void;
};

/** Asks for the name under which to save an item, and warns if the name is in use. */
export function NameDialog({ title, initialName, maxLength, existingNames, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(initialName);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isMounted = useIsMounted();
  const plainName = toPlainLine(name);
  const isTaken = existingNames.includes(plainName);
  const save = async () => {
    if (isBusy) return;
    if (plainName === '') return setError('Enter a name.');
    setBusy(true);
    const failure = await onSave(plainName);
    setBusy(false);
    if (failure !== null && !isMounted()) showErrorToast(`“${plainName}” was not saved`, failure);
    else if (failure !== null) setError(failure);
    else if (isMounted()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        submitLabel={isTaken ? 'Replace' : 'Save'}
        isBusy={isBusy}
        onSubmit={() => void save()}
        onClose={onClose}
      >
        <Field
          label="Name"
          value={name}
          error={error}
          {...(isTaken && { hint: 'This replaces the item saved under this name.' })}
          maxLength={maxLength}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value);
            setError(null);
          }}
        />
      </DialogForm>
    </Dialog>
  );
}
