import { useState, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

type SingleFieldFormProps = Pick<ComponentProps<'input'>, 'type' | 'max' | 'maxLength'> & {
  readonly label: string;
  readonly actionLabel: string;
  readonly initialValue: string;
  readonly disabledReason: string | null;
  readonly onSubmit: (value: string) => Promise<unknown>;
};

/** One value and the button that sets it, which is there once it differs. */
export function SingleFieldForm({
  label,
  actionLabel,
  initialValue,
  disabledReason,
  onSubmit,
  ...input
}: SingleFieldFormProps) {
  const [value, setValue] = useState(initialValue);
  const [known, setKnown] = useState(initialValue);
  // What was set elsewhere is shown here as well, without taking the focus away, or what is being typed.
  if (known !== initialValue) {
    setKnown(initialValue);
    if (value === known) setValue(initialValue);
  }
  const [isBusy, setBusy] = useState(false);
  const isSame = value.trim() === initialValue;
  const set = async () => {
    if (isSame || isBusy || disabledReason !== null) return;
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
        void set();
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
        aria-label={`${actionLabel}: ${label}`}
        disabledReason={disabledReason ?? (isSame ? 'Nothing has changed yet.' : null)}
        aria-busy={isBusy}
      >
        {actionLabel}
      </Button>
    </form>
  );
}
