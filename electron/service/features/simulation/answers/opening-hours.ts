import { includesDay } from '../../../platform/spoken/read-time.ts';
import { getWeekday } from '../../../platform/spoken/relative-days.ts';
import { extractSentences } from '../../knowledge/answers/extract-sentences.ts';
import type { SearchableKnowledge } from '../../knowledge/answers/rank-sentences.ts';
import { weekdays } from '../../knowledge/answers/write-days.ts';
import type { Passage } from '../../../../../shared/knowledge/knowledge.ts';

/** What a sentence says about some days of the week. */
type Opening = {
  readonly days: ReadonlySet<string>;
  readonly isClosed: boolean;
  /** Such as 08:00 and 16:00; empty if it names none. */
  readonly hours: readonly (readonly [from: string, until: string])[];
};

export type Closing = {
  /** The sentence that excludes the day, or its time. */
  readonly sentence: string;
  readonly passage: Passage;
  readonly isWholeDay: boolean;
};

const day = weekdays.join('|');
const clock = String.raw`(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\b\.?)?|noon|midnight)`;
const tokenPattern = new RegExp(
  String.raw`\b(?<first>${day})s?\b(?:(?: ?[–-] ?| (?:to|through|until|till) )(?<last>${day})s?\b)?|\b(?<group>weekdays|weekends?)\b|\b(?:(?<from>${clock})(?: ?[–-] ?| (?:to|until|till) )|between (?<after>${clock}) and )(?<until>${clock})|\b(?:until|till) (?<end>${clock})`,
  'gi',
);
const negationPattern = /\b(?:closed|except|not|never)\b|n['’]t\b|\bno (?!\w+ (?:is|are)\b)/i;
/** Matches sentences about when people work or can be visited, and not about when something else happens. */
const workPattern =
  /\b(?:open(?:ing)?|closed|hours|works?|comes?|delivers?|deliver(?:y|ies)|appointments?|visits?|available|possible|collect\w*|inspections?|examinations?|lessons?|starts?|seen|see|taken|(?:is|are) (?:there|here|given))\b/i;
/** Matches sentences about days on which nobody works, and not about a pool that is closed. */
const closedPattern =
  /^(?:closed\b|no \p{L}+ (?:from|between|on)\b|there (?:are|is) no\b|(?:we|(?:the|our) (?:office|shop|store|practice|surgery|clinic|studio|garage|salon|branch|school|workshop|cent(?:er|re)|restaurant))\b.{0,30}\b(?:closed|not|no)\b|.*\b(?:we(?: are|['’]re)|and) (?:\w+ )?closed\b)/iu;
/** Matches sentences about hours for calls, which are not hours for visits. */
const callPattern = /\b(?:hotline|phones?|telephone|chat|e-?mail|online|support)\b/i;

/** Returns why a day, or a time of it, is not possible; null if the documents allow it, or do not say. */
export async function findClosing(
  { date, time }: { readonly date: string; readonly time: string | null },
  knowledge: SearchableKnowledge,
): Promise<Closing | null> {
  const weekday = weekdays[getWeekday(new Date(`${date}T12:00:00`))] ?? '';
  const { passages } = await knowledge.ask({ question: `Are you open on ${weekday}?`, before: [] }, maxPassages);
  const sentences = passages.flatMap((passage) =>
    extractSentences(passage.text).map(({ text, topic }) => ({ sentence: text, topic, passage })),
  );
  const closed = sentences.find(({ sentence }) => closedPattern.test(sentence) && includesDay(sentence, date));
  if (closed) return { ...closed, isWholeDay: true };
  const found = sentences.flatMap(({ sentence, topic, passage }) =>
    workPattern.test(`${topic ?? ''} ${sentence}`) && !callPattern.test(sentence)
      ? readOpenings(sentence).map((opening) => ({ ...opening, sentence, passage }))
      : [],
  );
  const own = found.filter(({ days }) => days.has(weekday));
  const open = own.filter(({ isClosed }) => !isClosed);
  if (open.length === 0) {
    const others = found.filter(({ isClosed, days }) => !isClosed && days.size > 1);
    const closing = own.find(({ sentence }) => !/^(?:he|she|it|they)\b/i.test(sentence)) ?? others[0] ?? own[0];
    return closing ? { ...closing, isWholeDay: true } : null;
  }
  const isOpen = ({ hours }: Opening) =>
    time === null || hours.length === 0 || hours.some(([from, until]) => from <= time && time <= until);
  return open[0] === undefined || open.some(isOpen) ? null : { ...open[0], isWholeDay: false };
}

const maxPassages = 3;

/** Returns the days that a sentence names, with the hours that follow or precede them. */
function readOpenings(sentence: string): readonly Opening[] {
  const openings: { days: Set<string>; isClosed: boolean; hours: (readonly [string, string])[] }[] = [];
  let before: (readonly [string, string])[] = [];
  let end = 0;
  for (const { index, 0: all, groups = {} } of sentence.matchAll(tokenPattern)) {
    const between = sentence.slice(end, index);
    const current = openings.at(-1);
    const from = groups['from'] ?? groups['after'];
    const until = groups['until'] ?? groups['end'];
    if (until !== undefined) {
      (current?.hours ?? before).push(readHours(from ?? 'midnight', until));
    } else {
      const days = listDays(groups);
      const isClosed =
        negationPattern.test(between) ||
        /^,? (?:is |are |we are )?closed\b/i.test(sentence.slice(index + all.length)) ||
        (openings.length === 0 && /^[^\d.;]*\b(?:closed|no \p{L}+s)\W*$/iu.test(sentence.slice(index + all.length)));
      const continues =
        current?.hours.length === 0 && /^(?:,| (?:and|or|nor))*(?: (?:on|the))? $/i.test(between) && !isClosed;
      if (continues) days.forEach((name) => current.days.add(name));
      else openings.push({ days: new Set(days), isClosed, hours: before.splice(0) });
    }
    end = index + all.length;
  }
  return openings;
}

function listDays({
  first = '',
  last = '',
  group = '',
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (/^weekday/i.test(group)) return weekdays.slice(0, 5);
  if (/^weekend/i.test(group)) return weekdays.slice(5);
  const [from, until] = [first, last].map((name) =>
    weekdays.findIndex((weekday) => weekday.toLowerCase() === name.toLowerCase()),
  );
  if (from === undefined || until === undefined || until === -1) return weekdays.slice(from, (from ?? 0) + 1);
  return from <= until ? weekdays.slice(from, until + 1) : [...weekdays.slice(from), ...weekdays.slice(0, until + 1)];
}

/** "8 to 5" is from the morning until the afternoon, and "8 to 8" until the evening. */
export function readHours(from: string, until: string): readonly [string, string] {
  const [start, end] = [readClock(from, '00:00'), readClock(until, '24:00')];
  const isEvening = end <= start && Number(end.slice(0, 2)) < 12;
  return [start, isEvening ? `${Number(end.slice(0, 2)) + 12}${end.slice(2)}` : end];
}

function readClock(text: string, midnight: string): string {
  if (/^midnight/i.test(text)) return midnight;
  const [, hour = '12', minutes = '00', half] = /^(\d{1,2})(?:[:.](\d\d))?(?: ?([ap]))?/i.exec(text) ?? [];
  const hours = Number(hour);
  const isAfternoon = half ? /p/i.test(half) : hours < 7 || hours === 12;
  const plain = hours > 12 ? hours : (hours % 12) + (isAfternoon ? 12 : 0);
  return `${String(plain).padStart(2, '0')}:${minutes}`;
}
