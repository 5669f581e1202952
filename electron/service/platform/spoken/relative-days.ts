import { dayMs } from '../../../../shared/text/duration.ts';

const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** "Friday week" and "a week on Friday" */
const weekLaterPattern = new RegExp(
  `\\b(${weekdays.join('|')}) week\\b|\\ba? ?week (?:on|from) (${weekdays.join('|')})\\b`,
  'i',
);
const weekdayPattern = new RegExp(`\\b(?:${weekdays.join('|')})\\b`, 'gi');

/** Words that name a week: `agreed` counts from the week of the day that was agreed on, the others from this one. */
const weeks: readonly { readonly pattern: RegExp; readonly count: number; readonly from: 'now' | 'agreed' }[] = [
  {
    pattern:
      /\b(?:the )?week after next\b|\b(?:not )?next week\b[^.]*?\b(?:one|week) after\b(?: that| next)?|\bin (?:two|2) weeks\b/i,
    count: 2,
    from: 'now',
  },
  { pattern: /\b(?:two|2) weeks (?:after(?: that)?|later)\b/i, count: 2, from: 'agreed' },
  { pattern: /\b(?:(?:the|a|one) )?(?:following week|week (?:after(?: that)?|later))\b/i, count: 1, from: 'agreed' },
  { pattern: /\bnext week\b/i, count: 1, from: 'now' },
];

/** Days that are counted from the one that was agreed on, or from the weekday before them. */
const dayShifts: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:(?:(?:the|a|one) )?day|(?:the|a) one) (?:after(?: that)?|later)\b(?! (?:tomorrow|the|an?|my|our|his|her|i|we|he|she|they)\b)/i,
    1,
  ],
  [/\b(?:(?:(?:the|a|one) )?day|(?:the|a) one) (?:before(?: that)?|earlier)\b/i, -1],
  [/\b(?:on )?(?:the )?same day\b/i, 0],
];

/** Names the week or the day of a weekday: "this Friday", "Friday the 11th", "Friday, December 11". */
const ownWeekPattern =
  /\b(?:this|coming)\b|\d(?:st|nd|rd|th)\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d/i;

type RelativeDays = {
  readonly text: string;
  /** A week of which no day was named. */
  readonly week: { readonly phrase: string; readonly date: null; readonly time: null; readonly at: Date } | null;
};

/** Writes "Friday, the week after next" as "December 11". A week without a day is removed from the text. */
export function writeRelativeDays(spoken: string, now: Date, agreedDate: string | null): RelativeDays {
  const text = spoken.replaceAll(/\b(?:this |the )?week coming\b/gi, 'this coming week');
  const agreed = agreedDate === null ? null : new Date(`${agreedDate}T12:00:00`);
  const named = text.match(weekdayPattern)?.at(-1)?.toLowerCase();
  const week = weeks.find(({ pattern }) => pattern.test(text));
  if (week) {
    const isSame = agreed !== null && (week.from === 'agreed' || /\bsame day\b/i.test(text));
    const weekday = named ? weekdays.indexOf(named) : isSame ? getWeekday(agreed) : null;
    // Without a weekday, "in two weeks" is a day.
    if (weekday === null && /\bin\b/i.test(week.pattern.exec(text)?.[0] ?? '')) return { text, week: null };
    const count = week.from === 'agreed' && agreed === null ? 2 : week.count;
    const from = week.from === 'agreed' && agreed !== null ? agreed : now;
    const day = addDays(from, 7 * count - getWeekday(from) + (weekday ?? 0));
    const phrase = week.pattern.exec(text)?.[0] ?? '';
    const rest = text
      .replace(week.pattern, ' ')
      .replaceAll(weekdayPattern, ' ')
      .replace(dayShifts[2]?.[0] ?? '', ' ');
    if (weekday !== null) return { text: `${writeDay(day)} ${rest}`, week: null };
    return { text: rest, week: { phrase, date: null, time: null, at: day } };
  }
  const later = weekLaterPattern.exec(text);
  if (later) {
    const ahead = (weekdays.indexOf((later[1] ?? later[2] ?? '').toLowerCase()) - getWeekday(now) + 7) % 7 || 7;
    return { text: text.replace(later[0], writeDay(addDays(now, ahead + 7))), week: null };
  }
  // After an agreement on a later week, "no, Wednesday" is in that week.
  if (agreed && named && agreed.getTime() - now.getTime() > 7 * dayMs && !ownWeekPattern.test(text)) {
    const day = addDays(agreed, weekdays.indexOf(named) - getWeekday(agreed));
    return { text: `${writeDay(day)} ${text.replaceAll(weekdayPattern, ' ')}`, week: null };
  }
  return { text: writeShiftedDay(text, now, agreed), week: null };
}

/** Writes "the day after" as a day, also in "Monday is bad, the day after". */
function writeShiftedDay(text: string, now: Date, agreed: Date | null): string {
  const shift = dayShifts.find(([pattern]) => pattern.test(text));
  if (!shift) return text;
  const [pattern, days] = shift;
  const at = text.search(pattern);
  const named = [...text.matchAll(weekdayPattern)];
  const weekday = weekdays.indexOf(named.at(-1)?.[0].toLowerCase() ?? '');
  const isAgreed = agreed !== null && (weekday < 0 || weekday === getWeekday(agreed));
  const from = isAgreed ? agreed : weekday < 0 ? null : addDays(now, (weekday - getWeekday(now) + 7) % 7 || 7);
  if (from === null || named.some(({ index }) => index > at)) return text;
  const written = text.replace(pattern, writeDay(addDays(from, days)));
  return days === 0 ? written : written.replaceAll(weekdayPattern, ' ');
}

/** Returns the day of the week, from 0 for Monday to 6 for Sunday. */
export const getWeekday = (at: Date): number => (at.getDay() + 6) % 7;
const addDays = (at: Date, days: number) => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, 12);
const writeDay = (at: Date) => at.toLocaleDateString('en-US', { month: 'long', day: 'numeric' });
