import { normalizeLine } from '../../../platform/text-line.ts';
import { readTime, type SpokenTime } from '../../../platform/spoken/read-time.ts';

/** When something is due, as a speaker said it. */
export type DueTime = {
  /** The words that name it, such as "tomorrow afternoon". */
  readonly words: string;
  readonly at: number;
  /** False if only a day was named: `at` is then in its morning. */
  readonly hasTime: boolean;
};

const maxChars = 400;

const partPattern = /\b(morning|noon|midday|lunch(?:time)?|afternoon|evening|tonight)\b/i;
const partHours: Readonly<Record<string, number>> = { morning: 9, afternoon: 14, evening: 18, tonight: 18 };

/** Matches words after an hour that belong to it, although the time is clear without them: "at ten in the morning". */
const halfPattern = /^(?:[ap]\.?m\b|o['’]?clock\b|in the (?:morning|afternoon|evening)\b|at night\b)/i;

/** The hour of a day without a time. */
const workdayHour = 9;

/** Returns when a sentence says that something is due, relative to a time, in the time zone of this computer. Null if it names no time. */
export function readDueTime(sentence: string, nowMs: number): DueTime | null {
  const text = normalizeLine(sentence, maxChars);
  const found = readTime(text, new Date(nowMs));
  if (!found) return null;
  const part = partPattern.exec(found.phrase)?.[1]?.toLowerCase();
  const at = new Date(found.at);
  if (found.time === null) at.setHours(part ? (partHours[part] ?? 12) : workdayHour, 0, 0, 0);
  return {
    words: findWords(text, found, new Date(nowMs)),
    at: Math.max(at.getTime(), nowMs),
    hasTime: found.time !== null || part !== undefined,
  };
}

/** Returns the fewest words next to each other that name the same time as the text. */
function findWords(text: string, { phrase, date, time, at }: SpokenTime, now: Date): string {
  const words = text.split(' ');
  const namesSame = (from: number, to: number) => {
    const found = readTime(words.slice(from, to).join(' '), now);
    const isSame = found?.phrase === phrase && found.date === date && found.time === time;
    return isSame && found.at.getTime() === at.getTime();
  };
  const start = Math.max(
    0,
    words.findLastIndex((_, index) => namesSame(index, words.length)),
  );
  const end = words.findIndex((_, index) => index >= start && namesSame(start, index + 1));
  const fewest = words.slice(start, end < 0 ? words.length : end + 1).join(' ');
  const rest = end < 0 ? '' : words.slice(end + 1).join(' ');
  return [fewest, halfPattern.exec(rest)?.[0] ?? ''].join(' ').replace(/[\p{P}\s]+$/u, '');
}
