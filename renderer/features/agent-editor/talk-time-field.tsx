import { limits } from '../../../shared/contract/limits.ts';
import { Field } from '../../ui/fields/field.tsx';
import { useTypedValue } from '../../ui/fields/use-typed-value.ts';

type TalkTimeFieldProps = { readonly minutes: number; readonly onChange: (minutes: number) => void };

/** The minutes after which the agent ends a call. */
export function TalkTimeField({ minutes, onChange }: TalkTimeFieldProps) {
  const change = (value: string | undefined) => value !== undefined && onChange(Number(value));
  const { isInvalid, inputProps } = useTypedValue({
    value: String(minutes),
    format: (value) => value,
    parse: parseMinutes,
    onType: change,
    onChange: change,
  });
  return (
    <Field
      {...inputProps}
      label="Maximum talk time in minutes"
      inputMode="numeric"
      hint="Then the agent ends the call politely."
      error={isInvalid ? `Enter a whole number from 1 to ${limits.talkMinutesMax}.` : null}
    />
  );
}

function parseMinutes(text: string): string | null {
  const minutes = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0;
  return minutes >= 1 && minutes <= limits.talkMinutesMax ? String(minutes) : null;
}
