import { normalizeLine } from '../spoken-text.ts';

const dayPattern =
  '(?:to-?morrow|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:this|next) (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|evening|afternoon|morning)|the weekend)';
const dayPartPattern = '(?:(?:in the |at )?(?:early |late )?(?:morning|afternoon|evening|noon|lunchtime|midday|night))';
const clockPattern =
  "(?:(?:at |around |about |after |before |by |from )*(?:\\d{1,2}(?:[:.]\\d{2})?\\s*(?:a\\.?m\\.?|p\\.?m\\.?|o['’]?clock)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half past \\w+)(?: o['’]?clock)?)\\b)";
const laterPattern =
  '(?:in (?:an?|one|two|three|half an|a couple of|a few|\\d{1,2}) (?:hours?|minutes?|days?|weeks?)|later (?:today|this week)|any ?time (?:after \\w+|tomorrow|next week)|after (?:work|lunch|dinner))';
const timePattern = new RegExp(
  `\\b(?:${laterPattern}|(?:on )?${dayPattern}(?:,? ${dayPartPattern})?(?:,? ${clockPattern})?|${dayPartPattern},? ?${dayPattern}?(?:,? ${clockPattern})?|(?:at|around|about|after|before|by) (?:${clockPattern}))`,
  'i',
);

/** The time that a turn names, in its own words: "tomorrow afternoon at four"; null where it names none. */
export function findTimePhrase(turn: string): string | null {
  const found = timePattern.exec(normalizeLine(turn, 300))?.[0];
  return found
    ? found
        .trim()
        .replace(/^on /i, '')
        .replace(/[\s,.]+$/, '')
        .replace(/^(?!(?:mon|tues|wednes|thurs|fri|satur|sun)day)\p{Lu}/iu, (first) => first.toLowerCase())
    : null;
}
