import { useState, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

type SettingFormProps = Pick<ComponentProps<'input'>, 'type' | 'max' | 'maxLength'> & {
  readonly label: string;
  readonly deed: string;
  readonly initial: string;
  readonly unavailable: string | null;
  readonly onSet: (value: string) => Promise<unknown>;
};

/** One value and the button that sets it, which is there once it differs. */
export function SettingForm({ label, deed, initial, unavailable, onSet, ...input }: SettingFormProps) {
  const [value, setValue] = useState(initial);
  const [known, setKnown] = useState(initial);
  // What was set elsewhere is shown here as well, without taking the focus away, or what is being typed.
  if (known !== initial) {
    setKnown(initial);
    if (value === known) setValue(initial);
  }
  const [isBusy, setBusy] = useState(false);
  const isSame = value.trim() === initial;
  const set = async () => {
    if (isSame || isBusy || unavailable !== null) return;
    setBusy(true);
    await onSet(value);
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
        readOnly={unavailable !== null}
        autoComplete="off"
        onChange={(event) => setValue(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button
        type="submit"
        size="large"
        aria-label={`${deed}: ${label}`}
        unavailable={unavailable ?? (isSame ? 'Nothing has changed yet.' : null)}
        aria-busy={isBusy}
      >
        {deed}
      </Button>
    </form>
  );
}
