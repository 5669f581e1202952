import { useState, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

type SingleFieldFormProps = Pick<ComponentProps<'input'>, 'type' | 'max' | 'maxLength'> & {
  readonly label: string;
  readonly actionLabel: string;
  /** Accessible name of the button. */
  readonly actionName: string;
  readonly initialValue: string;
  readonly disabledReason: string | null;
  readonly onSubmit: (value: string) => Promise<unknown>;
};

/** One field with a button that is enabled once the value has changed. */
export function SingleFieldForm({
  label,
  actionLabel,
  actionName,
  initialValue,
  disabledReason,
  onSubmit,
  ...input
}: SingleFieldFormProps) {
  const [value, setValue] = useState(initialValue);
  const [previousInitialValue, setPreviousInitialValue] = useState(initialValue);
  // Follows changes made elsewhere, unless the user has edited the field. A `key` would lose the focus.
  if (previousInitialValue !== initialValue) {
    setPreviousInitialValue(initialValue);
    if (value === previousInitialValue) setValue(initialValue);
  }
  const [isBusy, setBusy] = useState(false);
  const isUnchanged = value.trim() === initialValue;
  const submit = async () => {
    if (isUnchanged || isBusy || disabledReason !== null) return;
    setBusy(true);
    await onSubmit(value);
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        {...input}
        label={label}
        value={value}
        readOnly={disabledReason !== null}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button
        type="submit"
        size="large"
        aria-label={actionName}
        disabledReason={disabledReason ?? (isUnchanged ? 'No changes to save.' : null)}
        aria-busy={isBusy}
      >
        {actionLabel}
      </Button>
    </form>
  );
}
