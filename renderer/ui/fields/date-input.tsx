import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { addDays } from '../../format/month-calendar.ts';
import { toLocalDay, type LocalDay } from '../../format/local-day.ts';
import { dayFormat } from '../../format/typed-day.ts';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../page/class-names.ts';
import { useFloatingContainer } from '../dialogs/floating-container.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { MonthGrid } from './month-grid.tsx';
import { TypedError, typedErrorAnchorClass } from './typed-error.tsx';
import { useNow } from '../page/use-now.ts';
import { useTypedValue } from './use-typed-value.ts';

/** The days that a field accepts. A range ends a day later, which must still have a four-digit year. */
const [firstDay, lastDay] = ['0001-01-01', '9999-12-30'];

export type DateInputProps = {
  readonly label: string;
  readonly value: LocalDay | undefined;
  /** The range of the calendar. */
  readonly min?: LocalDay | undefined;
  readonly max?: LocalDay | undefined;
  readonly readOnly?: boolean;
  /** Without a way to remove the day. */
  readonly isRequired?: boolean;
  readonly className?: string;
  /** Is called with every day that is typed. */
  readonly onType?: (day: LocalDay | undefined) => void;
  readonly onChange: (day: LocalDay | undefined) => void;
};

/** The text field of a day, in the order of the locale, and its calendar. Up and Down change the day. */
export function DateInput(props: DateInputProps) {
  const { label, value, min = firstDay, max = lastDay, readOnly = false, isRequired = false } = props;
  const { className, onType, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const errorId = useId();
  const activeDay = useRef<HTMLButtonElement>(null);
  const container = useFloatingContainer();
  const { typed, isInvalid, set, inputProps } = useTypedValue({
    value,
    format: dayFormat.format,
    parse: (text) => {
      const day = dayFormat.parse(text);
      return day !== null && day >= firstDay && day <= lastDay ? day : null;
    },
    onType,
    onChange,
  });
  const choose = (day: LocalDay | undefined) => {
    setOpen(false);
    if (day !== value) onChange(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    inputProps.onKeyDown(event);
    const { key, altKey } = event;
    const change = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
    if (readOnly || (key !== 'F4' && change === 0)) return;
    event.preventDefault();
    if (key === 'F4' || altKey) setOpen(true);
    else set(typed ? addDays(typed, change) : toLocalDay(new Date()));
  };
  return (
    <div
      className={classNames(
        typedErrorAnchorClass,
        'flex h-7 min-w-0 items-center rounded-control border bg-surface',
        isInvalid ? 'border-bad' : 'border-line',
        className,
      )}
    >
      <input
        {...inputProps}
        aria-label={label}
        aria-invalid={isInvalid ? true : undefined}
        aria-describedby={isInvalid ? errorId : undefined}
        placeholder={dayFormat.placeholder}
        readOnly={readOnly}
        size={10}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 rounded-control bg-transparent pl-2 text-ink tabular-nums placeholder:text-muted focus-visible:outline-offset-0"
      />
      {isInvalid && (
        <TypedError id={errorId}>{`Enter a date, such as ${dayFormat.format(toLocalDay(new Date(now)))}.`}</TypedError>
      )}
      <Popover.Root open={isOpen} onOpenChange={(open) => setOpen(open && !readOnly)}>
        <Popover.Trigger
          render={
            <IconButton
              label={`Choose date: ${label}`}
              icon={<CalendarDays aria-hidden size={14} />}
              className="size-6.5!"
            />
          }
        />
        <Popover.Portal container={container}>
          <Popover.Positioner positionMethod="fixed" sideOffset={4} align="end" className="z-30">
            <Popover.Popup
              aria-label={`Calendar: ${label}`}
              initialFocus={activeDay}
              className="fade-transition flex max-h-(--available-height) flex-col gap-2 overflow-y-auto rounded-panel bg-raised p-2 text-body text-ink shadow-float outline-none"
            >
              <MonthGrid selected={value} min={min} max={max} activeDayRef={activeDay} onSelect={choose} />
              {value !== undefined && !isRequired && (
                <Button variant="quiet" size="small" className="self-end" onClick={() => choose(undefined)}>
                  Clear date
                </Button>
              )}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
