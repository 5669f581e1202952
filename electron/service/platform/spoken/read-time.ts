import * as chrono from 'chrono-node/en';
import { dayMs } from '../../../../shared/text/duration.ts';
import { addElapsedTime, laterPattern, writeHalfHours } from './later-time.ts';
import { writeRelativeDays } from './relative-days.ts';
import { writeNumbersAsDigits } from './write-numbers.ts';
import { writeTimes } from './write-times.ts';

/** A day, a time of day, or both, that a turn names. */
export type SpokenTime = {
  /** The words of the turn, such as "tomorrow afternoon at 4". */
  readonly phrase: string;
  /** Such as 2026-12-04; null if no day is named. */
  readonly date: string | null;
  /** Such as 15:00; null if no time of day is named. */
  readonly time: string | null;
  /** When it is, as far as it is known. */
  readonly at: Date;
};

/** A longer turn with a number is not only a time. */
const maxBareWords = 5;

type ReadOptions = {
  readonly isTimeExpected?: boolean;
  /** The day that was agreed on, such as 2026-12-04, to which "the week after" and "the same day" refer. */
  readonly agreedDate?: string | null;
  /** "Eight" instead of 19:00 is in the evening. */
  readonly agreedTime?: string | null;
};

const earlyPattern = /\b(?:as early|earliest|first thing|in the morning)\b(?!.*\b(?:pm|afternoon|evening)\b)/i;

/** Returns the day or the time that a turn names last, because speakers correct themselves: "on Friday, no, Saturday". */
export function readTime(
  turn: string,
  now: Date,
  { isTimeExpected = false, agreedDate = null, agreedTime = null }: ReadOptions = {},
): SpokenTime | null {
  const spoken = writeHalfHours(agreedTime === null ? turn : writeRelativeTimes(turn, agreedTime));
  const isEvening = agreedTime !== null && agreedTime >= eveningStart && !/\bmorning\b|\bam\b/i.test(turn);
  const half = isEvening ? 'pm' : earlyPattern.test(turn) ? 'am' : null;
  const plain = writeTimes(spoken);
  const written = half ? writeNumbersAsDigits(plain).replaceAll(hourPatterns[half], `$& ${half}`) : plain;
  const { text, week } = writeRelativeDays(removeRejected(written), now, agreedDate);
  const found = chrono
    .parse(text, now, { forwardDate: !/\b(?:last|past)\b/i.test(text) })
    .filter(
      ({ text: words, index }) =>
        !/\b(?:every|each) $/i.test(text.slice(0, index)) &&
        !/^weekdays?\b/i.test(words) &&
        !/^(?:now|just now|may|second|this|(?:the|this|that) (?:week|month|year))$/i.test(words) &&
        !isDuration(words),
    );
  const days = found.filter(({ start }) => namesDay(start) || start.isCertain('month'));
  const times = found.filter(
    ({ start }) => start.isCertain('hour') || (start.get('hour') !== null && isDayPart(start)),
  );
  const day = days.at(-1);
  const clock = times.at(-1);
  const named = day ?? clock;
  const dayOfMonth = readDayOfMonth(text, now, agreedDate);
  if (!named) return dayOfMonth ?? readClockOnly(text, now, isTimeExpected) ?? week;
  const bare = !clock || !clock.start.isCertain('hour') ? readClock(text, named.text, isTimeExpected) : null;
  const parts = (day ?? named).start;
  const isToday = parts.isCertain('weekday') && !parts.isCertain('day') && toDate(parts) === formatDate(now);
  // On a Saturday, "Saturday" is the next one.
  const dayShift = isToday ? 7 : countDaysTooMany(named.text, parts, now);
  const namedDay = parts.isCertain('month') ? null : dayOfMonth;
  const date = namedDay ? namedDay.date : namesDay(parts) ? toDate(parts, dayShift) : null;
  const later = addElapsedTime(named.text, now);
  const time = later
    ? formatClock(later.getHours(), later.getMinutes())
    : (bare ?? (clock?.start.isCertain('hour') ? toTime(clock.start) : null));
  const first = Math.min(...[day, clock].flatMap((result) => result?.index ?? []));
  const last = Math.max(...[day, clock].flatMap((result) => (result ? result.index + result.text.length : [])));
  const at =
    later ?? combine({ day: parts, clock: clock?.start ?? parts, time, now, dayShift, onDay: namedDay?.at ?? null });
  const before = /\b(?:after|before|around|about|by)(?= ?$)/i.exec(text.slice(0, first))?.[0];
  const timeWords = text.slice(first, last);
  const words = before ? `${before.toLowerCase()} ${timeWords.replace(/^at /i, '')}` : timeWords;
  const phrase = cleanPhrase(
    time === null || clock?.start.isCertain('meridiem') || /\b(?:noon|midday)\b/i.test(words)
      ? words
      : words.replace(bareHourPattern, formatTime(time)),
  );
  const preposition = /\b(?:after|before|around|about|by)(?= \d)/i.exec(text)?.[0].toLowerCase() ?? 'at';
  return { phrase: bare === null ? phrase : `${phrase} ${preposition} ${formatTime(bare)}`, date, time, at };
}

const eveningStart = '17:00';
const matchHours = (hours: string) =>
  new RegExp(
    `(?<=(?:\\b(?:at|it|as|around|about|after|before|by|say|or|to)|[.,]) |^)(?:${hours})(?:[:.]\\d\\d)?\\b(?![:.]\\d| ?(?:[ap]m|people|persons|of)\\b)`,
    'gi',
  );
/** Hours that are in the evening, or in the morning, only if something says so. */
const hourPatterns = { pm: matchHours('8|9|10|11'), am: matchHours('[1-7]') };

/** Writes "half past", "an hour later" and "same time" after an agreement on 8:00 as "8:30", "9:00" and "8:00". */
function writeRelativeTimes(text: string, agreedTime: string): string {
  const [hours = 0, minutes = 0] = agreedTime.split(':').map(Number);
  const write = (later: number) => {
    const total = 60 * hours + minutes + later;
    return `at ${formatTime(formatClock(Math.floor(total / 60), total % 60)).replace(/^(\d+) /, '$1:00 ')}`;
  };
  return text
    .replace(/\b(?:at )?(?:the )?same time\b/i, () => write(0))
    .replace(
      /\b(half|quarter) past(?! (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))/i,
      (_, part: string) => write((/^h/i.test(part) ? 30 : 15) - minutes),
    )
    .replace(/\b(an|one|half an|two) hours? (later|earlier)\b/i, (_, count: string, way: string) =>
      write(({ an: 60, one: 60, two: 120 }[count.toLowerCase()] ?? 30) * (/later/i.test(way) ? 1 : -1)),
    );
}

/** Matches the hour of "tomorrow at 3". */
const bareHourPattern = /\b\d{1,2}(?:[:.]\d\d)?(?! ?[ap]m)(?=\D*$)/i;

/** "I have a minute" names no time; "in a minute" does. */
function isDuration(words: string): boolean {
  return (
    /\b(?:second|minute|hour|day|week|month|year)s?$/i.test(words) &&
    /^(?:an?|one|a few|a couple of|half an|\w+)\b/i.test(words) &&
    !/^(?:in|within|next|this|last|after|every)\b|\b(?:later|ago|from now)\b/i.test(words)
  );
}

type Parts = ReturnType<typeof chrono.parse>[number]['start'];

/** "In two hours" names a day only because the result has one. */
function namesDay(start: Parts): boolean {
  return start.isCertain('day') || start.isCertain('weekday');
}

function isDayPart(start: Parts): boolean {
  return start.get('hour') !== null && !start.isCertain('hour') && start.get('hour') !== 12;
}

const dayWord =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|the \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?)';
const dayWords = (conjunctions: string) => `${dayWord}(?:(?: (?:${conjunctions})| ?,)(?: on| the)? ${dayWord})*`;

/** Days and times that are only rejected: "friday, not thursday", "I can't on Monday", "the 7th is bad". */
const rejections = [
  `\\b(?:can['’]?t|cannot|won['’]?t|(?:am |['’]?m )?(?:away|busy|working)|not (?:free|available|there)|(?:have to |always |usually |i )work)(?: (?:make it|make|come|do|do it|be there))?(?: on| at)? ${dayWords('or|and')}`,
  `\\bthought (?:it|that|this|you|we) (?:was|is|said|agreed) (?:on )?${dayWord}`,
  `\\b${dayWord} (?:(?:is|are|was|would be) (?:bad|no good|not (?:good|possible|okay|ok)|out|taken|impossible|too (?:early|late|soon))|does(?: not| ?n['’]?t)|will not|won['’]?t|i (?:have|can['’]?t|cannot|work\\b)|i(?:['’]?m| am) (?:at(?! home)|away|busy|in|not|off|on|out|working|travel))`,
  `\\b(?:any|every)(?:thing| ?day| ?time)? (?:but|except)(?: on)? ${dayWords('or|and|nor')}`,
  `\\bexcept(?: on| for)? ${dayWords('or|and|nor')}`,
  `\\b(?:not(?: on| at)?|rather than|instead of)\\s+(?:on |at |the )*(?!next\\b|before\\b|after\\b)[\\p{L}\\d:]+(?: (?:or|nor)(?: on)? ${dayWord})*`,
].map((source) => new RegExp(source, 'giu'));

function removeRejected(text: string): string {
  return rejections.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
}

/** Office hours are meant by a time without "am" or "pm". */
function toTime(start: Parts): string {
  const hours = start.get('hour') ?? 0;
  const isAssumed = !start.isCertain('meridiem') && hours >= 1 && hours <= 7;
  return formatClock(isAssumed ? hours + 12 : hours, start.get('minute') ?? 0);
}

function formatClock(hours: number, minutes: number): string {
  return `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function toDate(start: Parts, shift = 0): string {
  return formatDate(new Date(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, (start.get('day') ?? 1) + shift));
}

type TimeParts = {
  readonly day: Parts;
  readonly clock: Parts;
  readonly time: string | null;
  readonly now: Date;
  readonly dayShift: number;
  /** The day, if the library does not know it. */
  readonly onDay: Date | null;
};

/** From January 31, the library counts "in a month" to a day in March. Returns the days back to the end of February. */
function countDaysTooMany(words: string, start: Parts, now: Date): number {
  const day = start.get('day') ?? 0;
  const isMonthLater = laterPattern.test(words) && /\b(?:month|year)s?\b/i.test(words);
  return isMonthLater && !start.isCertain('day') && day < now.getDate() ? -day : 0;
}

function combine({ day, clock, time, now, dayShift, onDay }: TimeParts): Date {
  if (!day.isCertain('day') && !day.isCertain('weekday') && clock.isCertain('hour') && time === null)
    return clock.date();
  const dayPart = isDayPart(clock) ? Math.max(9, clock.get('hour') ?? 0) : 12;
  const [hours = dayPart, minutes = 0] = time?.split(':').map(Number) ?? [];
  if (onDay) return new Date(onDay.getFullYear(), onDay.getMonth(), onDay.getDate(), hours, minutes);
  const at = new Date(
    day.get('year') ?? now.getFullYear(),
    (day.get('month') ?? 1) - 1,
    (day.get('day') ?? 1) + dayShift,
    hours,
    minutes,
  );
  return at < now && !namesDay(day) ? new Date(at.getTime() + dayMs) : at;
}

/** Reads "Thursday at 3", "Thursday 3:30" and "in the morning, nine", whose time the library does not join. */
function readClock(text: string, phrase: string, isTimeExpected: boolean): string | null {
  const rest = text.replace(phrase, ' ');
  return readClockTime(rest, false) ?? (isTimeExpected && isShort(text) ? readClockTime(writeHours(rest), true) : null);
}

function isShort(text: string): boolean {
  return text.trim().split(/\s+/).length <= maxBareWords;
}

function writeHours(text: string): string {
  return writeNumbersAsDigits(text).replaceAll(/\bone\b/gi, '1');
}

function readClockTime(text: string, isBare: boolean): string | null {
  const pattern = isBare
    ? /(?:^|\s)(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?(?=$|[\s,.!?])/i
    : /\b(?:at|around|about|after|before|by|make it|put(?= \d{1,2}(?::\d\d)?(?: ?[ap]m)?(?: (?:then|please|instead|down))*\W*$)) (\d{1,2})(?:[:.](\d\d))? ?(am|pm)?(?=$|[\s,.!?])(?! (?:minute|hour|day|week|month|year|met(?:er|re)|kilo|mile|person|dollar|euro|pound|quid|inch|room|bed)(?:e?s)?\b| ?(?:people|feet|foot|percent|[ck]?m|kg)\b)/i;
  const [, hours, minutes = '0', half] = pattern.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 24 || Number(minutes) > 59) return null;
  const plain = Number(hours);
  const isAfternoon = half ? /^p/i.test(half) && plain < 12 : plain >= 1 && plain <= 7;
  return formatClock(isAfternoon ? plain + 12 : /^a/i.test(half ?? '') && plain === 12 ? 0 : plain, Number(minutes));
}

/** Reads "any time after six" and, as an answer to a question for a time, "three". */
function readClockOnly(text: string, now: Date, isBare: boolean): SpokenTime | null {
  const isOnlyTime = isBare && isShort(text);
  const digits = isOnlyTime ? writeHours(text) : text;
  const time = readClockTime(digits, false) ?? (isOnlyTime ? readClockTime(digits, true) : null);
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  const before = /\b(?:after|before|around|about|by) (?=\d)/i.exec(digits)?.[0].toLowerCase() ?? '';
  return {
    phrase: `${before}${formatTime(time)}`,
    date: null,
    time,
    at: at < now ? new Date(at.getTime() + dayMs) : at,
  };
}

/** Reads "the 10th", in this month or the next one that has the day, or in the month of the day that was agreed on. */
function readDayOfMonth(text: string, today: Date, agreedDate: string | null): SpokenTime | null {
  const agreed = agreedDate === null ? today : new Date(`${agreedDate.slice(0, 7)}-01T12:00:00`);
  const now = agreed > today ? agreed : today;
  const day = Number(
    [...text.matchAll(/\b(?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|time|birthday|street|avenue))/gi)].at(
      -1,
    )?.[1] ?? 0,
  );
  if (day < 1 || day > 31) return null;
  const month = now.getMonth() + (day < now.getDate() ? 1 : 0);
  const toDay = (later: number) => new Date(now.getFullYear(), month + later, day, 12);
  // Of two months in a row, at least one has 31 days.
  const at = [0, 1].map(toDay).find((one) => one.getDate() === day) ?? toDay(0);
  const date = formatDate(at);
  const suffix = /1\d$/.test(String(day)) ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return { phrase: `the ${day}${suffix}`, date, time: null, at };
}

/** Whether a text names a day such as 2026-12-28, or a period that includes it: "from 23 December to 3 January". */
export function includesDay(text: string, date: string): boolean {
  return chrono.parse(text, new Date(`${date}T12:00:00`)).some(({ start, end }) => {
    if (!start.isCertain('day') || !start.isCertain('month')) return false;
    return toDate(start) <= date && date <= toDate(end ?? start);
  });
}

/** Returns a day such as 2026-12-04. */
export function formatDate(at: Date): string {
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}

function cleanPhrase(phrase: string): string {
  return phrase
    .trim()
    .replace(/^(?:on|at) (?=\D)/i, '')
    .replaceAll(/(?:[\s,]|\.(?= )|\b(?:maybe|perhaps|possibly)\b)+/g, ' ')
    .replace(/^\p{Lu}/u, (first) => first.toLowerCase())
    .replaceAll(namePattern, (name) => name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase())
    .replaceAll(/\b[ap]m\b/g, (half) => half.toUpperCase())
    .trim();
}

const monthPattern = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i;
const namePattern =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:january|february|march|april|may|june|july|august|september|october|november|december)(?= \d))\b/gi;

/** Returns "Friday, December 4". */
export function formatDay(date: string): string {
  return new Date(`${date}T12:00:00`).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
}

/** Returns "3 PM" or "3:30 PM". */
export function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const clock = minutes === 0 ? String(hours % 12 || 12) : `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`;
  return `${clock} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Returns "on Friday at 3" and "at 3 PM", as it follows "I'll call you". */
export function addPreposition(phrase: string): string {
  if (/^\d/.test(phrase)) return `at ${phrase}`;
  return /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d)/i.test(
    phrase,
  )
    ? `on ${phrase}`
    : phrase.replace(monthPattern, (name) => `in ${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
}
