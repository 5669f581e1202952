import * as chrono from 'chrono-node/en';
import { dayMs } from '../../../../../shared/text/duration.ts';

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

const maxTurnChars = 300;
/** A longer turn with a number is not only a time. */
const maxBareWords = 5;

const units = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const hour = `(?:\\d{1,2}|${units.join('|')})`;

/** Writes spelled times as digits: "half past four" becomes "4:30", and "the tenth" becomes "the 10th". */
export function writeTimes(text: string): string {
  const toNumber = (word: string) => (/^\d/.test(word) ? Number(word) : units.indexOf(word.toLowerCase()) + 1);
  return text
    .slice(0, maxTurnChars)
    .replaceAll(/\b([ap])\.\s?m\b\.?/gi, '$1m')
    .replaceAll(new RegExp(`\\bhalf past (${hour})\\b`, 'gi'), (_, word: string) => `${toNumber(word)}:30`)
    .replaceAll(new RegExp(`\\bquarter past (${hour})\\b`, 'gi'), (_, word: string) => `${toNumber(word)}:15`)
    .replaceAll(new RegExp(`\\bquarter to (${hour})\\b`, 'gi'), (_, word: string) => `${toNumber(word) - 1}:45`)
    .replaceAll(
      new RegExp(`\\b(${hour})[ -](thirty|fifteen|forty[ -]five)\\b`, 'gi'),
      (_, word: string, rest: string) => {
        const minutes = /^th/i.test(rest) ? '30' : /^fi/i.test(rest) ? '15' : '45';
        return `${toNumber(word)}:${minutes}`;
      },
    )
    .replaceAll(/\b(\d{1,2}) (\d{2})(?= ?[ap]m\b)/gi, '$1:$2')
    .replaceAll(
      new RegExp(
        `\\b(at|around|about|after|before|by|until|past|make it|say|or|not|to|from) (${units.join('|')})\\b(?! (?:hours?|minutes?|days?|weeks?|months?|people|persons))`,
        'gi',
      ),
      (_, before: string, word: string) => `${before} ${toNumber(word)}`,
    )
    .replaceAll(
      new RegExp(`\\b(${units.join('|')})(?= (?:o['’]?clock|am|pm|in the (?:morning|afternoon|evening))\\b)`, 'gi'),
      (word) => String(toNumber(word)),
    )
    .replaceAll(/\b(\d{1,2}(?::\d\d)?) ?o['’]?clock\b/gi, 'at $1')
    .replaceAll(
      new RegExp(`\\bthe (twenty|thirty)[ -](${ordinals.slice(0, 9).join('|')})\\b`, 'gi'),
      (_, tens: string, one: string) =>
        `the ${(/^tw/i.test(tens) ? 20 : 30) + ordinals.indexOf(one.toLowerCase()) + 1}th`,
    )
    .replaceAll(
      new RegExp(`\\bthe (${ordinals.join('|')}|thirtieth)\\b(?! (?:one|time|thing|option|plan|floor))`, 'gi'),
      (_, word: string) =>
        `the ${word.toLowerCase() === 'thirtieth' ? 30 : ordinals.indexOf(word.toLowerCase()) + 1}th`,
    );
}

/** Returns the day or the time that a turn names last, because speakers correct themselves: "on Friday, no, Saturday". */
export function readTime(turn: string, now: Date, { isTimeExpected = false } = {}): SpokenTime | null {
  const text = removeRejected(writeTimes(turn));
  const found = chrono
    .parse(text, now, { forwardDate: !/\b(?:last|past)\b/i.test(text) })
    .filter(({ text: words }) => !/^(?:now|just now|may|second|this)$/i.test(words) && !isDuration(words));
  const days = found.filter(({ start }) => namesDay(start));
  const times = found.filter(
    ({ start }) => start.isCertain('hour') || (start.get('hour') !== null && isDayPart(start)),
  );
  const day = days.at(-1);
  const clock = times.at(-1);
  const named = day ?? clock;
  const dayOfMonth = readDayOfMonth(text, now);
  if (!named) return dayOfMonth ?? readClockOnly(text, now, isTimeExpected);
  const bare = !clock || !clock.start.isCertain('hour') ? readClock(text, named.text, isTimeExpected) : null;
  const parts = (day ?? named).start;
  const isToday = parts.isCertain('weekday') && !parts.isCertain('day') && toDate(parts) === formatDate(now);
  // On a Saturday, "Saturday" is the next one.
  const weekShift = isToday ? 7 : 0;
  const date = dayOfMonth && !parts.isCertain('month') ? dayOfMonth.date : day ? toDate(parts, weekShift) : null;
  const time = bare ?? (clock?.start.isCertain('hour') ? toTime(clock.start) : null);
  const first = Math.min(...[day, clock].flatMap((result) => result?.index ?? []));
  const last = Math.max(...[day, clock].flatMap((result) => (result ? result.index + result.text.length : [])));
  const at = combine({ day: parts, clock: clock?.start ?? parts, time, now, weekShift });
  const before = /\b(?:after|before|around|about|by)(?= ?$)/i.exec(text.slice(0, first))?.[0];
  const spoken = `${before ? `${before.toLowerCase()} ` : ''}${text.slice(first, last)}`;
  const phrase = cleanPhrase(
    time === null || clock?.start.isCertain('meridiem') ? spoken : spoken.replace(bareHourPattern, formatTime(time)),
  );
  const preposition = /\b(?:after|before|around|about|by)(?= \d)/i.exec(text)?.[0].toLowerCase() ?? 'at';
  return { phrase: bare === null ? phrase : `${phrase} ${preposition} ${formatTime(bare)}`, date, time, at };
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
  return start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month');
}

function isDayPart(start: Parts): boolean {
  return start.get('hour') !== null && !start.isCertain('hour') && start.get('hour') !== 12;
}

const dayWord =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|the \\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?)';

/** Days and times that are only rejected: "friday, not thursday", "I can't on Monday", "the 7th is bad". */
const rejections = [
  `\\b(?:can['’]?t|cannot|won['’]?t|am away|am busy|not (?:free|available|there)|have to work)(?: (?:make it|come|do|do it|be there))?(?: on| at)? ${dayWord}`,
  `\\bi thought (?:it|that|this) (?:was|is) (?:on )?${dayWord}`,
  `\\b${dayWord} (?:(?:is|was|would be) (?:bad|no good|not (?:good|possible|okay|ok)|out|taken|impossible|too (?:early|late|soon))|does(?: not| ?n['’]?t)|will not|won['’]?t|i (?:have|can['’]?t|cannot|work\\b)|i(?:['’]?m| am) (?:at|away|busy|in|not|off|on|out|working|travel))`,
  `\\b(?:not(?: on| at)?|rather than|instead of|any day but|except)\\s+(?:on |at |the )*[\\p{L}\\d:]+`,
].map((source) => new RegExp(source, 'giu'));

function removeRejected(text: string): string {
  const kept = rejections.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), text);
  return /[\p{L}\d]/u.test(kept) ? kept : text;
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
  readonly weekShift: number;
};

function combine({ day, clock, time, now, weekShift }: TimeParts): Date {
  if (!day.isCertain('day') && !day.isCertain('weekday') && clock.isCertain('hour') && time === null)
    return clock.date();
  const dayPart = isDayPart(clock) ? Math.max(9, clock.get('hour') ?? 0) : 12;
  const [hours = dayPart, minutes = 0] = time?.split(':').map(Number) ?? [];
  const at = new Date(
    day.get('year') ?? now.getFullYear(),
    (day.get('month') ?? 1) - 1,
    (day.get('day') ?? 1) + weekShift,
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
  return text.replaceAll(new RegExp(`\\b(${units.join('|')})\\b`, 'gi'), (word) =>
    String(units.indexOf(word.toLowerCase()) + 1),
  );
}

function readClockTime(text: string, isBare: boolean): string | null {
  const pattern = isBare
    ? /(?:^|\s)(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?(?=$|[\s,.!?])/i
    : /\b(?:at|around|about|after|before|by|make it) (\d{1,2})(?:[:.](\d\d))? ?(am|pm)?(?=$|[\s,.!?])/i;
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

/** Reads "the 10th", in this month or the next one. */
function readDayOfMonth(text: string, now: Date): SpokenTime | null {
  const day = Number([...text.matchAll(/\bthe (\d{1,2})(?:st|nd|rd|th)\b/gi)].at(-1)?.[1] ?? 0);
  if (day < 1 || day > 31) return null;
  const at = new Date(now.getFullYear(), now.getMonth() + (day < now.getDate() ? 1 : 0), day, 12);
  const date = formatDate(at);
  return { phrase: `the ${day}th`, date, time: null, at };
}

/** Returns a day such as 2026-12-04. */
export function formatDate(at: Date): string {
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}

function cleanPhrase(phrase: string): string {
  return phrase
    .trim()
    .replace(/^(?:on|at) (?=\D)/i, '')
    .replaceAll(/(?:[\s,]|\b(?:maybe|perhaps|possibly)\b)+/g, ' ')
    .replace(/^\p{Lu}/u, (first) => first.toLowerCase())
    .replaceAll(namePattern, (name) => name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase())
    .replaceAll(/\b[ap]m\b/g, (half) => half.toUpperCase())
    .trim();
}

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
    : phrase;
}
