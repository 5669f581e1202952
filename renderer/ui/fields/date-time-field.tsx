import { useId, useState } from 'react';
import { formatZone } from '../../format/format-zone.ts';
import type { LocalDay } from '../../format/local-day.ts';
import {
  findMoment,
  readTime,
  stepTime,
  timeFormat,
  type LocalMoment,
  type LocalTime,
} from '../../format/typed-time.ts';
import { useNow } from '../page/use-now.ts';
import { classNames } from '../page/class-names.ts';
import { DateInput } from './date-input.tsx';
import { inputClass } from './field.tsx';
import { TypedError, typedErrorAnchorClass } from './typed-error.tsx';
import { useTypedValue } from './use-typed-value.ts';

type DateTimeFieldProps = {
  readonly label: string;
  /** Local time: `2026-03-12T10:00`, or an empty string. */
  readonly value: string;
  readonly readOnly?: boolean;
  readonly className?: string;
  readonly onChange: (value: string) => void;
};

/** The time of a day that is chosen before a time. */
const defaultTime = '09:00';

/** A day and a time of day in the time zone of this computer. It is empty without a day. */
export function DateTimeField({ label, value, readOnly = false, className = '', onChange }: DateTimeFieldProps) {
  const now = useNow();
  const [zoneId, noteId] = [useId(), useId()];
  const [lastTime, setLastTime] = useState(defaultTime);
  const [day, time] = value === '' ? [] : (value.split('T') as [LocalDay, LocalTime]);
  const moment = day === undefined || time === undefined ? null : findMoment(day, time);
  const changeDay = (next: LocalDay | undefined) => {
    if (time !== undefined) setLastTime(time);
    onChange(next === undefined ? '' : `${next}T${time ?? lastTime}`);
  };
  const changeTime = (next: LocalTime | undefined) => {
    if (day !== undefined && next !== undefined) onChange(`${day}T${next}`);
    else if (next !== undefined) setLastTime(next);
  };
  return (
    <div role="group" aria-label={label} className={`flex flex-col gap-1 ${className}`}>
      <p className="flex items-baseline justify-between font-medium">
        <span aria-hidden="true">{label}</span>
        <span id={zoneId} className="text-small font-normal text-muted">
          {formatZone(moment?.at ?? new Date(now))}
        </span>
      </p>
      <div className="flex gap-2">
        <DateInput
          label={label}
          value={day}
          readOnly={readOnly}
          onType={changeDay}
          onChange={changeDay}
          className="h-8! flex-1 border-edge!"
        />
        <TimeInput
          label={`Time: ${label}`}
          day={day}
          value={time ?? (lastTime === defaultTime ? undefined : lastTime)}
          readOnly={readOnly}
          describedBy={`${zoneId} ${noteId}`}
          className="w-24!"
          onChange={changeTime}
        />
      </div>
      <p id={noteId} role="status" className="text-small text-warn">
        {moment && describeClockChange(moment)}
      </p>
    </div>
  );
}

/** Describes how a clock change affects the time. */
function describeClockChange({ at, kind }: LocalMoment): string | null {
  if (kind === 'once') return null;
  const time = timeFormat.format(readTime(at));
  return kind === 'skipped'
    ? `Clocks are set forward on this day, so the time is ${time}.`
    : `Clocks are set back on this day, so the time is the first ${time}.`;
}

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
function TimeInput({ label, day, value, readOnly, describedBy, className, onChange }: TimeInputProps) {
  const { typed, isInvalid, set, inputProps } = useTypedValue({
    value,
    format: timeFormat.format,
    parse: timeFormat.parse,
    onType: onChange,
    onChange,
  });
  const errorId = useId();
  return (
    <div className={classNames(typedErrorAnchorClass, className)}>
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
