import { useId } from 'react';
import type { LocalDay } from '../../format/local-day.ts';
import { stepTime, timeFormat, type LocalTime } from '../../format/typed-time.ts';
import { classNames } from '../page/class-names.ts';
import { inputClass } from './field.tsx';
import { TypedError } from './typed-error.tsx';
import { useTypedValue } from './use-typed-value.ts';

type TimeInputProps = {
  readonly label: string;
  /** The day whose clock changes count. */
  readonly day: LocalDay | undefined;
  readonly value: LocalTime | undefined;
  readonly readOnly: boolean;
  readonly describedBy: string;
  readonly className: string;
  readonly onChange: (time: LocalTime | undefined) => void;
};

const stepMinutes: Readonly<Record<string, number>> = { ArrowUp: 15, ArrowDown: -15, PageUp: 60, PageDown: -60 };

/** The text field of a time of day. Up and Down change it by a quarter of an hour, Page Up and Page Down by an hour. */
export function TimeInput({ label, day, value, readOnly, describedBy, className, onChange }: TimeInputProps) {
  const { typed, isInvalid, set, inputProps } = useTypedValue({
    value,
    format: timeFormat.format,
    parse: timeFormat.parse,
    onType: onChange,
    onChange,
  });
  const errorId = useId();
  return (
    <div className={classNames('relative', className)}>
      <input
        {...inputProps}
        aria-label={label}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={isInvalid ? errorId : describedBy}
        placeholder={timeFormat.format('00:00')}
        readOnly={readOnly}
        onKeyDown={(event) => {
          inputProps.onKeyDown(event);
          const minutes = stepMinutes[event.key];
          if (readOnly || minutes === undefined || event.altKey) return;
          event.preventDefault();
          set(typed ? stepTime(day, typed, minutes) : '09:00');
        }}
        className={classNames(inputClass, 'tabular-nums', isInvalid && 'border-bad!')}
      />
      {isInvalid && <TypedError id={errorId}>{`Enter a time, such as ${timeFormat.format('14:30')}.`}</TypedError>}
    </div>
  );
}
