import { dayMs } from '../../../../../shared/text/duration.ts';
import { weekdays } from '../../knowledge/answers/write-days.ts';
import { formatDate, formatDay, formatTime, readTime } from '../../../platform/spoken/read-time.ts';
import { getWeekday } from '../../../platform/spoken/relative-days.ts';
import { readHours } from '../answers/opening-hours.ts';
import { joinWords } from '../spoken-text.ts';

/** The days and the hours that an objective offers: "Mon to Thu from 7 Dec, between 9 and 3". Null is any. */
export type OfferedDays = {
  /** Names such as Monday. */
  readonly weekdays: readonly string[] | null;
  /** Such as 2026-12-04, in order. */
  readonly dates: readonly string[] | null;
  readonly from: string | null;
  readonly until: string | null;
  /** Such as 09:00 and 15:00. */
  readonly hours: readonly [from: string, until: string] | null;
};

const months = 'January|February|March|April|(?-i:May)|June|July|August|September|October|November|December'.split('|');
const shortDays = /\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b(?:\.(?= ?[\p{Ll}\d,]))?/gu;
const shortMonths = /\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?:\.(?= ?[\p{Ll}\d,]))?/gu;
const day = `(?:${weekdays.join('|')})`;
const month = `(?:${months.join('|')})\\b`;
const clock = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?`;
const namedDate = String.raw`(?:${day} )?(?:the )?\d{1,2}(?:st|nd|rd|th)?`;
const fullDate = String.raw`${namedDate} (?:of )?${month}(?: \d{4})?`;
const anyDate = String.raw`(?:${fullDate}|(?:${day} )?(?:the )?\d{1,2}(?:st|nd|rd|th)(?! (?:floor|street|avenue)))`;
const to = '(?: (?:to|until|till|through) | ?[–-] ?)';
const or = String.raw`(?:,? (?:and|or) |, ?| ?/ ?)`;
const ignoringCase = (source: string) => new RegExp(source, 'iu');

const dateRangePattern = ignoringCase(
  String.raw`(?<!\d${to})(?:(${namedDate})${to}|(?<=\bbetween )(${namedDate}) and )(${fullDate})`,
);
const dateListPattern = ignoringCase(String.raw`(?<!\bat )\b(${namedDate}(?:${or}${namedDate})+) (?:of )?(${month})`);
const dayRangePattern = ignoringCase(String.raw`\b(${day})s?${to}(${day})s?\b(?! \d{1,2}(?:st|nd|rd|th)? ${month})`);
const dayListPattern = ignoringCase(
  String.raw`\b${day}s?(?: ${clock})?(?:(?:${or}| )${day}s?\b(?! \d)(?: ${clock})?)+`,
);
/** "On Tuesdays", "Fridays only" */
const oneDayPattern = ignoringCase(String.raw`\b(?:on|only(?: on)?|are|deliver|come) (${day})s\b|\b(${day})s only\b`);
const weekdaysPattern = /\b(?:any|on|another|only) weekdays?\b|\bweekdays\b(?! (?:evening|morning|afternoon)s?\b)/i;
const fromPattern = ignoringCase(
  String.raw`\b(?:(?<!booked )from|starting(?: on)?|not before|no earlier than|earliest(?: \p{L}+){0,2}) (${anyDate})(?!${to}\d)`,
);
const untilPattern = ignoringCase(
  String.raw`\b(?:until|till|up to|no later than|(?:done|finished|fitted) by) (${fullDate})`,
);
/** Nobody comes until that day. */
const absencePattern = ignoringCase(
  String.raw`\b(?:booked|full|closed|shut|away|holidays?|leave|busy|unavailable)\b[^,.;]* (?:until|till) (${anyDate})`,
);
const hoursPattern = ignoringCase(
  String.raw`(?:\bbetween (${clock}) and |\bfrom (${clock})${to}|(?:\b${day}s?|\bweekdays),? (${clock})${to}|\b(\d{1,2}(?:[:.]\d\d)? ?[ap]m)${to})(${clock})(?! ?(?:${month}|in the|minutes?|hours?|days?|weeks?|months?|years?|people|kids|children|[%\d]))\b`,
);

/** A clause with one of these is about when both can meet. */
const meetingPattern =
  /\b(?:days?|dates?|times?|book\w*|agree\w*|arrang\w*|come|comes|visits?|deliver\w*|collect\w*|appointments?|survey\w*|inspect\w*|interviews?|sessions?|install\w*|rounds?|tests?|slots?|fill|offer\w*|earliest|out|only|works?|scan|does|way|road|starts?)\b/i;
/** A clause with one of these is about something else: calls, absences, events, prices. */
const otherTopicPattern =
  /\b(?:rings?|phones?|calls?) (?:us|them|him|her|you|back|people)\b|\b(?:only|can|may|do) (?:ring|phone|call)\b|\b(?:hotline|lines|reception|closed|shut|away|holidays?|leave|unavailable|busy|avoid|moving|cancel\w*|ends?|opens?|runs?|retires?|festival|half term|costs?|extra|cheaper|apply|cleaner|deposit|discount|form|paid|due)\b|n['’]t (?:come|deliver|work|do)\b|\bnot (?:until|come|deliver|work)\b|\bno (?:appointments|visits|deliver\w+)\b|%/i;
/** "No Fridays, he is at college" */
const exceptionPattern = /\b(?:no|not|never|except)(?: on)? [^,.;]*/gi;
/** A day that is further away is a misunderstanding. */
const maxDaysAhead = 200;

/**
 * Reads which days and hours an objective offers; null if it limits neither, or names other days beside them: to accept too much is the
 * smaller harm.
 */
export function readOfferedDays(objective: string, now: Date): OfferedDays | null {
  const sentences = writeInFull(objective).split(/(?<!\b[ap]\.m)[.;!?]+\s+(?=[\p{Lu}\d])|\n/u);
  const today = formatDate(now);
  const latest = addDays(today, maxDaysAhead);
  const toDate = (text = ''): string | null => {
    const found = readTime(text, now)?.date ?? null;
    return found !== null && found >= today && found <= latest ? found : null;
  };
  let offered: OfferedDays = { weekdays: null, dates: null, from: null, until: null, hours: null };
  let unread = '';
  for (const sentence of sentences) {
    const absence = absencePattern.exec(sentence);
    if (absence) {
      const last = toDate(absence[1]);
      offered = { ...offered, from: last && addDays(last, 1) };
      continue;
    }
    if (otherTopicPattern.test(sentence)) continue;
    const plain = sentence.replaceAll(/\bnot before\b/gi, 'from').replaceAll(exceptionPattern, ' ');
    const names = readWeekdays(plain);
    const isMeeting = meetingPattern.test(plain) || (names !== null && plain.trimStart().startsWith(names.text));
    unread += ` ${isMeeting && names ? plain.replace(names.text, ' ') : plain}`;
    if (!isMeeting) continue;
    if (names) offered = { ...offered, weekdays: offered.weekdays ?? names.days };
    const from = fromPattern.exec(plain);
    // "From the 8th, or the same day with her colleague" offers other days, too.
    const hasOther =
      from !== null && /\bor (?:the|an?|any|another|on|with|before|sooner|earlier)\b/i.test(plain.slice(from.index));
    if (from && !hasOther) offered = { ...offered, from: offered.from ?? toDate(from[1]) };
    const until = untilPattern.exec(plain);
    if (until) offered = { ...offered, until: offered.until ?? toDate(until[1]) };
    const range = dateRangePattern.exec(plain);
    const list = range ? null : dateListPattern.exec(plain);
    if (range) {
      const monthName = ignoringCase(month).exec(range[3] ?? '')?.[0] ?? '';
      const first = toDate(`${range[1] ?? range[2] ?? ''} ${monthName}`);
      if (first !== null) offered = { ...offered, from: first, until: toDate(range[3]) };
    } else if (list) {
      const dates = [...(list[1] ?? '').matchAll(/\d{1,2}/g)].flatMap(
        ([number]) => toDate(`${number} ${list[2]}`) ?? [],
      );
      if (dates.length > 1) offered = { ...offered, dates: dates.toSorted() };
    }
    const hours = readOfferedHours(plain);
    if (hours) offered = { ...offered, hours: offered.hours ?? hours };
  }
  const { from, until } = offered;
  if (from !== null && until !== null && from > until) offered = { ...offered, from: null };
  if (namesOtherDay(unread, offered)) offered = { ...offered, weekdays: null, hours: null };
  return Object.values(offered).every((value) => value === null) ? null : offered;
}

/** Writes days and months in full, and the day before the month: "Dec 7" as "7 December". */
function writeInFull(text: string): string {
  const [fullDays, fullMonths] = [weekdays, months.map((name) => name.replace(/\W|-i/g, ''))];
  return text
    .replaceAll(shortDays, (name) => fullDays.find((full) => full.startsWith(name.slice(0, 3))) ?? name)
    .replaceAll(shortMonths, (name) => fullMonths.find((full) => full.startsWith(name.slice(0, 3))) ?? name)
    .replaceAll(new RegExp(`\\b${day}`, 'gi'), (name) => name.slice(0, 1).toUpperCase() + name.slice(1).toLowerCase())
    .replaceAll(new RegExp(`\\b(${month}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)`, 'gu'), '$2 $1')
    .replaceAll(/[()]/g, ' , ')
    .replaceAll(/ +/g, ' ');
}

/** Returns the days of the week that a sentence offers, and its words for them. */
function readWeekdays(sentence: string): { readonly days: readonly string[]; readonly text: string } | null {
  const range = dayRangePattern.exec(sentence);
  if (range) {
    const [first = -1, last = -1] = [range[1], range[2]].map((name) => weekdays.indexOf(name ?? ''));
    if (first !== -1 && last > first) return { days: weekdays.slice(first, last + 1), text: range[0] };
  }
  const all = weekdaysPattern.exec(sentence);
  if (all) return { days: weekdays.slice(0, 5), text: all[0] };
  const list = dayListPattern.exec(sentence);
  if (list) return { days: weekdays.filter((name) => list[0].includes(name)), text: list[0] };
  const one = oneDayPattern.exec(sentence);
  return one && { days: [one[1] ?? one[2] ?? ''], text: one[0] };
}

function readOfferedHours(sentence: string): readonly [string, string] | null {
  const found = hoursPattern.exec(sentence);
  if (!found) return null;
  const first = found.slice(1, 5).find((part) => part !== undefined) ?? '';
  const last = found[5] ?? '';
  if ([first, last].some((hour) => Number.parseInt(hour, 10) > 24)) return null;
  const [from, until] = readHours(/am/i.test(last) && !/[ap]m/i.test(first) ? `${first} am` : first, last);
  return from < until ? [from, until] : null;
}

/** Whether an objective names another day of the week than those that it seems to offer. */
function namesOtherDay(unread: string, { weekdays: names }: OfferedDays): boolean {
  if (names === null) return false;
  return /\bweekends?\b/i.test(unread) || weekdays.some((name) => !names.includes(name) && unread.includes(name));
}

function addDays(on: string, count: number): string {
  const at = new Date(`${on}T12:00:00`);
  at.setDate(at.getDate() + count);
  return formatDate(at);
}

const weekdayOf = (on: string): string => weekdays[getWeekday(new Date(`${on}T12:00:00`))] ?? '';

/** Whether a question asks for a day on which both meet. A payment or a birthday can be on any day. */
export function asksForMeeting(question: string): boolean {
  return (
    /\bday\b|\b(?:come|visit|deliver|collect|appointment|suit|pick|meet)/i.test(question) &&
    !/\b(?:did|was|were|has|have|had|since|born|birthday)\b/i.test(question)
  );
}

/** Whether a day is none of those that are offered. */
export function excludesDate({ weekdays: names, dates, from, until }: OfferedDays, on: string): boolean {
  return (
    (names !== null && !names.includes(weekdayOf(on))) ||
    (dates !== null && !dates.includes(on)) ||
    (from !== null && on < from) ||
    (until !== null && on > until)
  );
}

/** Parts of a day, which can overlap. */
const dayParts: Readonly<Record<string, readonly [from: string, until: string]>> = {
  morning: ['05:00', '12:00'],
  afternoon: ['12:00', '18:00'],
  evening: ['17:00', '23:00'],
};

/** Whether a time of day, or a part of the day, is outside the hours that are offered. */
export function excludesTime({ hours }: OfferedDays, { time, part }: { time: string | null; part: string }): boolean {
  if (hours === null) return false;
  const [from, until] = time === null ? (dayParts[part] ?? ['00:00', '24:00']) : [time, time];
  return until < hours[0] || from > hours[1];
}

/** "Tuesday" without a date is the first one that is offered: on December 8 if the visits begin on the 7th. */
export function toOfferedWeek(on: string, text: string, { weekdays: names, dates, from }: OfferedDays): string {
  const name = weekdayOf(on);
  const isOffered = names === null || names.includes(name);
  if (!isOffered || !text.toLowerCase().includes(name.toLowerCase()) || exactDayPattern.test(text)) return on;
  if (dates !== null) return dates.find((one) => weekdayOf(one) === name) ?? on;
  const daysBefore = from === null ? 0 : (Date.parse(from) - Date.parse(on)) / dayMs;
  return daysBefore > maxDaysBefore ? addDays(on, 7 * Math.ceil(daysBefore / 7)) : on;
}

/** "Tuesday" is that day, and too early, if the offer begins on the Wednesday after it. */
const maxDaysBefore = 2;

const exactDayPattern = ignoringCase(
  String.raw`\b(?:this|today|tonight|tomorrow|coming|next|last|past)\b|\d(?:st|nd|rd|th)\b|\d (?:of )?${month}|${month} \d`,
);

/** Says which days are offered: "Monday to Thursday, from Monday, December 7". */
export function describeDays({ weekdays: names, dates, from, until }: OfferedDays): string {
  const positions = (names ?? []).map((name) => weekdays.indexOf(name));
  const isRange = positions.length > 2 && (positions.at(-1) ?? 0) - (positions[0] ?? 0) === positions.length - 1;
  const named =
    names === null ? '' : isRange ? `${names[0]} to ${names.at(-1)}` : joinWords(names.map((name) => `${name}s`));
  const parts = [
    dates === null ? named : joinWords(dates.map(formatDay)),
    from === null ? '' : `from ${formatDay(from)}`,
    until === null ? '' : `until ${formatDay(until)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Says which hours are offered: "between 9 AM and 3 PM"; empty if any. */
export const describeHours = ({ hours }: OfferedDays): string =>
  hours === null ? '' : `between ${formatTime(hours[0])} and ${formatTime(hours[1])}`;
