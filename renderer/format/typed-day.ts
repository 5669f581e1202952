import type { LocalDay } from './local-day.ts';
import { locale } from './locale.ts';

type DatePart = 'year' | 'month' | 'day';

/** Reads and writes days in the order of a locale, with Western digits, which every keyboard has. */
export function createDayFormat(language = locale) {
  const formatter = new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: 'UTC',
  });
  const order = formatter
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type): type is DatePart => type === 'year' || type === 'month' || type === 'day');
  const letters = { year: 'yyyy', month: 'mm', day: 'dd' } as const;
  return {
    /** `dd/mm/yyyy` */
    placeholder: formatter
      .formatToParts(0)
      .map(({ type, value }) => (type === 'year' || type === 'month' || type === 'day' ? letters[type] : value))
      .join(''),
    /** Formats a day: `12/03/2026`. */
    format: (day: LocalDay): string => formatter.format(new Date(`${day}T00:00:00Z`)),
    /**
     * Parses a day in the order of the locale, or year first, also in full-width characters. The year can have two digits. Returns null if
     * it is not a day.
     */
    parse: (text: string): LocalDay | null => {
      const numbers = text.normalize('NFKC').match(/\d+/g) ?? [];
      if (numbers.length !== 3) return null;
      const isYearFirst = numbers[0]?.length === 4;
      const parts = isYearFirst ? (['year', 'month', 'day'] as const) : order;
      const read = (part: DatePart) => numbers[parts.indexOf(part)] ?? '';
      return toDay(read('year'), read('month'), read('day'));
    },
  };
}

function toDay(year: string, month: string, date: string): LocalDay | null {
  if (year.length !== 4 && year.length !== 2) return null;
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  // JavaScript moves a day such as 30 February to the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day ? day : null;
}

export const dayFormat = createDayFormat();
