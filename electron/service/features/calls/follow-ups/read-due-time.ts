import { dayMs } from '../../../../../shared/text/duration.ts';

/** When something is due, as a speaker said it. */
export type DueTime = {
  /** The words that name it, such as "tomorrow afternoon". */
  readonly words: string;
  readonly at: number;
  /** False if only a day was named: `at` is then in its morning. */
  readonly hasTime: boolean;
};

const maxChars = 400;

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = 'january february march april may june july august september october november december'.split(' ');
const number = `\\d{1,2}|${numbers.join('|')}`;

const relativePattern = new RegExp(
  `\\bin (an?|half an|a couple of|a few|${number}) (minute|hour|day|week)s?\\b|\\b(an hour) from now\\b`,
  'i',
);
const dayPattern = new RegExp(
  `\\b(?:(the day after tomorrow)|(today|tonight|this (?:morning|afternoon|evening))|(tomorrow)|(next week)|` +
    `(?:(?:on|this|next) )?(${days.join('|')})s?|(${months.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?|` +
    `(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${months.join('|')}))\\b`,
  'i',
);
const clockPattern = new RegExp(
  `\\b(?:(?:at|around|about|after|before|by|until|from) (?:half past )?(${number})(?:[:.](\\d\\d))?(?: ?([ap])\\.?m\\b\\.?| o['’]?clock)?` +
    `|(\\d{1,2})(?:[:.](\\d\\d))? ?([ap])\\.?m\\b\\.?)(?! (?:minutes?|hours?|days?|weeks?|months?|years?|percent))`,
  'i',
);
const partPattern = /\b(morning|noon|midday|lunch(?:time)?|afternoon|evening|tonight)\b/i;
const partHours: Readonly<Record<string, number>> = { morning: 9, afternoon: 14, evening: 18, tonight: 18 };

/** The hour of a day without a time. */
const workdayHour = 9;

/** Returns when a sentence says that something is due, relative to a time, in the time zone of this computer. Null if it names no time. */
export function readDueTime(sentence: string, nowMs: number): DueTime | null {
  const text = sentence.slice(0, maxChars);
  const relative = relativePattern.exec(text);
  if (relative) return { words: relative[0], ...addRelative(relative, nowMs) };
  const day = dayPattern.exec(text);
  const clock = clockPattern.exec(text);
  const part = partPattern.exec(text);
  if (!day && !clock && !part) return null;
  const found = [day, clock, part].filter((match) => match !== null);
  const start = Math.min(...found.map(({ index }) => index));
  const end = Math.max(...found.map((match) => match.index + match[0].length));
  const date = day ? findDay(day, nowMs) : startOfDay(nowMs);
  if (date === null) return null;
  const hour = clock ? readClock(clock, part?.[1]) : part ? (partHours[part[1]?.toLowerCase() ?? ''] ?? 12) : null;
  const at = new Date(date);
  at.setMinutes((hour ?? workdayHour) * 60);
  // A time that has passed is meant for the next day.
  const dueMs = !day && at.getTime() <= nowMs ? at.getTime() + dayMs : at.getTime();
  return { words: text.slice(start, end).trim(), at: Math.max(dueMs, nowMs), hasTime: hour !== null };
}

function addRelative([, amount, unit]: RegExpExecArray, nowMs: number): Omit<DueTime, 'words'> {
  const minutes = { minute: 1, hour: 60, day: 1_440, week: 10_080 }[unit?.toLowerCase() ?? ''] ?? 60;
  const words = amount?.toLowerCase() ?? 'an';
  const factor = { an: 1, a: 1, 'half an': 0.5, 'a couple of': 2, 'a few': 3 }[words] ?? readNumber(words);
  return { at: nowMs + factor * minutes * 60_000, hasTime: minutes <= 60 };
}

function readNumber(word: string): number {
  return /^\d/.test(word) ? Number(word) : numbers.indexOf(word.toLowerCase()) + 1;
}

function startOfDay(ms: number, offset = 0): number {
  const at = new Date(ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + offset).getTime();
}

function findDay(match: RegExpExecArray, nowMs: number): number | null {
  const [, afterTomorrow, today, tomorrow, nextWeek, weekday, month, dayAfter, dayBefore, monthAfter] = match;
  if (today) return startOfDay(nowMs);
  if (afterTomorrow) return startOfDay(nowMs, 2);
  if (tomorrow) return startOfDay(nowMs, 1);
  const now = new Date(nowMs);
  if (nextWeek) return startOfDay(nowMs, 7 - ((now.getDay() + 6) % 7));
  if (weekday) {
    const ahead = (days.indexOf(weekday.toLowerCase()) - now.getDay() + 7) % 7;
    return startOfDay(nowMs, ahead === 0 ? 7 : ahead);
  }
  const day = Number(dayAfter ?? dayBefore);
  const monthIndex = months.indexOf((month ?? monthAfter ?? '').toLowerCase());
  if (monthIndex < 0 || day < 1 || day > 31) return null;
  const at = new Date(now.getFullYear(), monthIndex, day).getTime();
  return at < startOfDay(nowMs) ? new Date(now.getFullYear() + 1, monthIndex, day).getTime() : at;
}

/** Office hours are meant by a time without "am" or "pm". */
function readClock(match: RegExpExecArray, part: string | undefined): number | null {
  const hours = readNumber(match[1] ?? match[4] ?? '');
  const minutes = Number(match[2] ?? match[5] ?? 0) + (/half past/i.test(match[0]) ? 30 : 0);
  if (hours > 24 || minutes > 59) return null;
  const half = (match[3] ?? match[6])?.toLowerCase();
  const isAfternoon = half ? half === 'p' : /afternoon|evening/i.test(part ?? '') || (hours >= 1 && hours <= 7);
  const hour = hours === 12 && half === 'a' ? 0 : isAfternoon && hours < 12 ? hours + 12 : hours;
  return hour + minutes / 60;
}
