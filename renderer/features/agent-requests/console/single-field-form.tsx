import { useState, type ReactNode } from 'react';
import { toPlainLine } from '../../../../shared/text/plain-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';

type FieldState = {
  readonly value: string;
  readonly readOnly: boolean;
  readonly className: string;
  readonly onChange: (value: string) => void;
};

type SingleFieldFormProps = {
  readonly renderField: (state: FieldState) => ReactNode;
  readonly actionLabel: string;
  /** Accessible name of the button. */
  readonly actionName: string;
  readonly initialValue: string;
  readonly disabledReason: string | null;
  readonly onSubmit: (value: string) => Promise<unknown>;
};

/** One field with a button that is enabled once the value has changed. */
export function SingleFieldForm({
  renderField,
  actionLabel,
  actionName,
  initialValue,
  disabledReason,
  onSubmit,
}: SingleFieldFormProps) {
  const [value, setValue] = useState(initialValue);
  const [previousInitialValue, setPreviousInitialValue] = useState(initialValue);
  // Follows changes made elsewhere, unless the user has edited the field. A `key` would lose the focus.
  if (previousInitialValue !== initialValue) {
    setPreviousInitialValue(initialValue);
    if (value === previousInitialValue) setValue(initialValue);
  }
  const [isBusy, setBusy] = useState(false);
  const isUnchanged = toPlainLine(value) === initialValue;
  const submit = async () => {
    if (isUnchanged || isBusy || disabledReason !== null) return;
    setBusy(true);
    await onSubmit(value);
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {renderField({ value, readOnly: disabledReason !== null, className: 'min-w-0 flex-1', onChange: setValue })}
      <Button
        type="submit"
        size="large"
        aria-label={actionName}
        disabledReason={disabledReason ?? (isUnchanged ? 'No changes to save.' : null)}
        aria-busy={isBusy}
        className="mt-6"
      >
        {actionLabel}
      </Button>
    </form>
  );
}
