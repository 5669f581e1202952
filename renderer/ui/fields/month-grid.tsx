import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { toLocalDay, type LocalDay } from '../../format/local-day.ts';
import {
  addDays,
  addMonths,
  formatFullDay,
  formatMonth,
  formatWeekday,
  getMonth,
  listWeeks,
  startOfWeek,
} from '../../format/month-calendar.ts';
import { classNames } from '../page/class-names.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { useNow } from '../page/use-now.ts';

type MonthGridProps = {
  readonly selected: LocalDay | undefined;
  readonly min: LocalDay;
  readonly max: LocalDay;
  /** The button of the day in the Tab order. */
  readonly activeDayRef: RefObject<HTMLButtonElement | null>;
  readonly onSelect: (day: LocalDay) => void;
};

const nextDayByKey: Readonly<Record<string, (day: LocalDay, isShift: boolean) => LocalDay>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => startOfWeek(day),
  End: (day) => addDays(startOfWeek(day), 6),
  PageUp: (day, isShift) => addMonths(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => addMonths(day, isShift ? 12 : 1),
};

/** The days of a month. Arrow keys move by days and weeks, Page Up and Page Down by months, with Shift by years. */
export function MonthGrid({ selected, min, max, activeDayRef, onSelect }: MonthGridProps) {
  const today = toLocalDay(new Date(useNow()));
  const clamp = (day: LocalDay) => (day < min ? min : day > max ? max : day);
  const [activeDay, setActiveDay] = useState(() => clamp(selected ?? today));
  const shouldFocus = useRef(false);
  const titleId = useId();
  const month = getMonth(activeDay);
  const weeks = listWeeks(month);
  useLayoutEffect(() => {
    if (shouldFocus.current) activeDayRef.current?.focus();
    shouldFocus.current = false;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const getNext = nextDayByKey[event.key];
    if (!getNext || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    shouldFocus.current = true;
    setActiveDay(clamp(getNext(activeDay, event.shiftKey)));
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden size={16} />}
          disabledReason={getMonth(min) < month ? null : 'There are no earlier days to choose.'}
          onClick={() => setActiveDay(clamp(addMonths(activeDay, -1)))}
        />
        <p id={titleId} aria-live="polite" className="font-medium">
          {formatMonth(month)}
        </p>
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden size={16} />}
          disabledReason={getMonth(max) > month ? null : 'There are no later days to choose.'}
          onClick={() => setActiveDay(clamp(addMonths(activeDay, 1)))}
        />
      </div>
      {/* As the pattern of a date picker in the ARIA Authoring Practices. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-labelledby={titleId} className="border-separate border-spacing-0" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => {
              const { short, long } = formatWeekday(day);
              return (
                <th key={day} scope="col" abbr={long} className="h-6 w-8 text-caption font-normal text-muted">
                  {short}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <td key={day} aria-selected={day === selected} className="p-0">
                  <button
                    ref={day === activeDay ? activeDayRef : null}
                    type="button"
                    tabIndex={day === activeDay ? 0 : -1}
                    aria-label={formatFullDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={day < min || day > max ? true : undefined}
                    onClick={() => day >= min && day <= max && onSelect(day)}
                    className={classNames(
                      'size-8 rounded-control text-center',
                      day === selected ? 'bg-accent font-medium text-on-accent' : 'hover:bg-highlight',
                      day !== selected && getMonth(day) !== month && 'text-muted',
                      day === today && day !== selected && 'font-medium text-accent',
                      (day < min || day > max) && 'opacity-50',
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
