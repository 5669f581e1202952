import { startOfDay, type LocalDay } from './local-day.ts';
import { locale } from './locale.ts';

/** A time of day in 24 hours: `14:05`. */
export type LocalTime = string;

const dayMinutes = 24 * 60;

/** Reads and writes times of day with the 12 or 24 hours of a locale, with Western digits, which every keyboard has. */
export function createTimeFormat(language = locale) {
  const formatter = new Intl.DateTimeFormat(language, {
    numberingSystem: 'latn',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const isTwelveHours = formatter.resolvedOptions().hour12 ?? false;
  const findPeriod = (hour: number) =>
    formatter
      .formatToParts(hour * 3_600_000)
      .find(({ type }) => type === 'dayPeriod')
      ?.value.toLowerCase();
  const [morning, afternoon] = [findPeriod(9), findPeriod(15)];
  return {
    isTwelveHours,
    /** Formats a time: `14:05`, or `2:05 PM`. */
    format: (time: LocalTime): string => formatter.format(toMinutes(time) * 60_000).replaceAll(/\p{Zs}/gu, ' '),
    /** Parses a time: `14:05`, `14.05`, `1405`, `14`, `2 pm`, also in full-width characters. Returns null if it is not a time. */
    parse: (text: string): LocalTime | null => {
      const lower = text.normalize('NFKC').toLowerCase();
      const [, hours = '', minutes = '0'] =
        /^\D*(\d{1,2})\D+(\d{2})(?!\d)\D*$/.exec(lower) ?? /^\D*(\d{1,2}?)(\d{2})?(?!\d)\D*$/.exec(lower) ?? [];
      if (hours === '' || Number(minutes) > 59) return null;
      const has = (period: string | undefined, letter: string) =>
        (period !== undefined && lower.includes(period)) || new RegExp(`\\d\\s*${letter}\\.?(m\\.?)?\\s*$`).test(lower);
      const isAfternoon = has(afternoon, 'p');
      if (!isAfternoon && !has(morning, 'a'))
        return Number(hours) <= 23 ? toTime(Number(hours), Number(minutes)) : null;
      if (Number(hours) < 1 || Number(hours) > 12) return null;
      return toTime((Number(hours) % 12) + (isAfternoon ? 12 : 0), Number(minutes));
    },
  };
}

export const timeFormat = createTimeFormat();

/** A moment in local time. When a clock is set forward, some times do not exist; when it is set back, some occur twice. */
export type LocalMoment = { readonly at: Date; readonly kind: 'once' | 'skipped' | 'repeated' };

/** Returns the moment of a local time. A skipped time moves by the length of the gap; of a repeated one, the first counts. */
export function findMoment(day: LocalDay, time: LocalTime): LocalMoment {
  const midnight = startOfDay(day);
  const at = new Date(midnight);
  at.setHours(0, toMinutes(time));
  if (readTime(at) !== time) return { at, kind: 'skipped' };
  // Clocks are set back by two hours at most, in steps of half an hour.
  const later = [30, 60, 90, 120].map((minutes) => new Date(at.getTime() + minutes * 60_000));
  return { at, kind: later.some((other) => readTime(other) === time) ? 'repeated' : 'once' };
}

export function readTime(at: Date): LocalTime {
  return toTime(at.getHours(), at.getMinutes());
}

/**
 * Returns the next time of a day that is a multiple of `stepMinutes`, or the last one if the step is negative. Continues at the
 * other end of the day, and leaves out the times that a clock change skips.
 */
export function stepTime(day: LocalDay | undefined, time: LocalTime, stepMinutes: number): LocalTime {
  const size = Math.abs(stepMinutes);
  const steps = toMinutes(time) / size;
  let next = (stepMinutes > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * size;
  for (;;) {
    const minutes = (next + dayMinutes) % dayMinutes;
    const result = toTime(Math.floor(minutes / 60), minutes % 60);
    if (day === undefined || findMoment(day, result).kind !== 'skipped') return result;
    next += stepMinutes;
  }
}

function toMinutes(time: LocalTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function toTime(hours: number, minutes: number): LocalTime {
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}
