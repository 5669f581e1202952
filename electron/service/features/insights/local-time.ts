import { dayMs } from '../../../../shared/text/duration.ts';
import { createOffsetReader } from '../../../../shared/text/time-zone-offset.ts';

/** The calendar date, the hour of day and the weekday (0 is Monday) of a moment in a time zone. */
export type LocalTime = { readonly date: string; readonly hour: number; readonly weekday: number };

/**
 * Returns a function that converts milliseconds since the epoch to the local time of an IANA time zone. It asks for the
 * offset from UTC twice a day only, except on days on which the offset changes.
 */
export function createLocalTime(timeZone: string): (timeMs: number) => LocalTime {
  const measureOffset = createOffsetReader(timeZone);
  const offsets = new Map<number, number>();
  const findDayOffset = (dayNumber: number): number => {
    const known = offsets.get(dayNumber);
    const offset = known ?? measureOffset(dayNumber * dayMs);
    if (known === undefined) offsets.set(dayNumber, offset);
    return offset;
  };
  return (timeMs) => {
    const second = Math.floor(timeMs / 1000) * 1000;
    const dayNumber = Math.floor(second / dayMs);
    const offset = findDayOffset(dayNumber);
    const isConstant = offset === findDayOffset(dayNumber + 1);
    const local = new Date(second + (isConstant ? offset : measureOffset(second)));
    return {
      date: local.toISOString().slice(0, 10),
      hour: local.getUTCHours(),
      weekday: (local.getUTCDay() + 6) % 7,
    };
  };
}

/** Returns every calendar date from one to another, both included. */
export function listDates(first: string, last: string): readonly string[] {
  const dates: string[] = [];
  for (let timeMs = Date.parse(first); timeMs <= Date.parse(last); timeMs += dayMs)
    dates.push(new Date(timeMs).toISOString().slice(0, 10));
  return dates;
}

export const hourMs = 60 * 60 * 1000;
const quarterMs = hourMs / 4;

/** Returns a length of intervals that no hour of a time zone begins within: an hour, or a quarter of one if an offset has minutes. */
export function findIntervalMs(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  timeZone: string,
): number {
  const readOffset = createOffsetReader(timeZone);
  for (let timeMs = fromMs; timeMs < toMs + dayMs; timeMs += dayMs)
    if (readOffset(Math.min(timeMs, toMs)) % hourMs !== 0) return quarterMs;
  return hourMs;
}
