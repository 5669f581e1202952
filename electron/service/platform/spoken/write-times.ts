const maxTurnChars = 300;

const units = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const teens = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(' ');
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
/** Words that are often mistyped. */
const namedDays =
  'monday tuesday wednesday thursday friday saturday sunday tomorrow january february september october november december'.split(
    ' ',
  );
/** The words for the days of a month, by their numbers. */
const daysOfMonth: ReadonlyMap<string, number> = new Map([
  ...[...units, ...teens].map((word, index) => [word, index + 1] as const),
  ...ordinals.map((word, index) => [word, index + 1] as const),
  ...['twenty', 'thirty'].flatMap((ten, tens) =>
    [...ordinals.slice(0, 9), ...units.slice(0, 9)].map(
      (word, index) => [`${ten} ${word}`, 10 * (tens + 2) + 1 + (index % 9)] as const,
    ),
  ),
  ['thirtieth', 30] as const,
  ['thirty', 30] as const,
]);

const either = (words: readonly string[]) => words.join('|');
const dayOfMonth = [...daysOfMonth.keys()]
  .toSorted((a, b) => b.length - a.length)
  .join('|')
  .replaceAll(' ', '[ -]');
const spelledHourPattern = new RegExp(
  `\\b(at|around|about|between|and|after|before|by|until|half|past|make it|put|say|or|not|to|from) (${either(units)})\\b(?! (?:hours?|minutes?|days?|weeks?|months?|people|persons|of)\\b)` +
    `|\\b(${either(units)})(?=-?ish\\b|[ -](?:thirty|fifteen|forty[ -]five|o['’]?clock|sharp|[ap]m|in the (?:morning|afternoon|evening)|at night|(?:would be|is|works|suits) (?:better|best|fine|good|great|perfect|ok(?:ay)?|me))\\b)`,
  'gi',
);
const toHour = (word: string) => units.indexOf(word.toLowerCase()) + 1;
const hourPart = `(${either(units)}|1[0-2]|[1-9])\\b(?!:)`;
const minutePattern = (words: string) => `\\b(quarter|twenty[ -]five|25|twenty|20|${words}) (?:minutes? )?`;
const toMinutes = (words: string) => (words.toLowerCase() === 'quarter' ? 15 : toDayOfMonth(words));
const formatClock = (hours: string, minutes: number) =>
  `${(toHour(hours) || Number(hours)) - (minutes < 0 ? 1 : 0) || 12}:${String((minutes + 60) % 60).padStart(2, '0')}`;
const toDayOfMonth = (words: string) =>
  daysOfMonth.get(words.toLowerCase().replace('-', ' ')) ?? Number.parseInt(words, 10);

type Rule = readonly [pattern: RegExp, write: (all: string, ...groups: readonly string[]) => string];

/** Each rule sees what those before it wrote. */
const rules: readonly Rule[] = [
  // "On the M6" names no time.
  [
    new RegExp(
      `\\b(?:on|off|down|up|along) (?:(?:the )?m ?|the a ?|a(?=\\d))(?:${either(units)}|\\d{1,3})\\b(?! ?(?:o['’]?clock|[ap]m\\b|:))`,
      'gi',
    ),
    () => 'on the road',
  ],
  [/(?<!\p{L})\p{L}{5,11}(?!\p{L})/gu, correctDay],
  [
    /\b(?:mon|tues?|weds?|thu(?:rs?)?|fri)\b/gi,
    (short) => namedDays.find((day) => day.startsWith(short.toLowerCase().slice(0, 3))) ?? short,
  ],
  [/\b([ap])\.\s?m\b\.?/gi, (_, half) => `${half}m`],
  [
    new RegExp(`${minutePattern('ten|10|five|5')}past ${hourPart}`, 'gi'),
    (_, minutes, hours) => formatClock(hours ?? '', toMinutes(minutes ?? '')),
  ],
  // "Ten to five" can name two hours.
  [
    new RegExp(`${minutePattern('(?:ten|five)(?= minutes)')}to ${hourPart}`, 'gi'),
    (_, minutes, hours) => formatClock(hours ?? '', -toMinutes(minutes ?? '')),
  ],
  [
    spelledHourPattern,
    (all, before, hour, first) => (hour ? `${before} ${toHour(hour)}` : String(toHour(first ?? all))),
  ],
  [/\bmake (?:it|that) (?=\d{1,2}(?::\d\d)?(?: ?[ap]m)?(?: (?:then|please|instead))*\W*$)/gi, () => 'at '],
  [/(?<=\d)-?ish\b/gi, () => ''],
  [/\bbetween christmas and (?:the )?new year(?:['’]?s)?\b/gi, () => 'December 28'],
  [/\b(?:christmas|xmas) eve\b/gi, () => 'December 24'],
  [/\bnew year['’]?s eve\b/gi, () => 'December 31'],
  [/\b(?:the )?new year\b/gi, () => 'January'],
  [/\bafter work\b/gi, () => 'after 5 pm'],
  [/\bfirst thing(?: in the morning)?\b(?! (?:is|was|you|i|to|we)\b)/gi, () => 'at 8 am'],
  [/\blunch(?:time)?\b/gi, () => 'noon'],
  [/\bhalf (?:past )?(\d{1,2})\b/gi, (_, hour) => `${hour}:30`],
  [/\b(\d{1,2})[ -]thirty\b/gi, (_, hour) => `${hour}:30`],
  [/\b(\d{1,2})[ -]fifteen\b/gi, (_, hour) => `${hour}:15`],
  [/\b(\d{1,2})[ -]forty[ -]five\b/gi, (_, hour) => `${hour}:45`],
  [/\b(\d{1,2}) (\d{2})(?= ?[ap]m\b)/gi, (_, hour, minutes) => `${hour}:${minutes}`],
  [/\b(\d{1,2}(?::\d\d)?) ?(?:o['’]?clock|sharp)\b/gi, (_, time) => `at ${time}`],
  [
    /\b(?<!\b(?:at|\p{L}+(?:ber|ary|ch|il|ay|ne|ly|st)) )(\d{1,2}(?::\d\d)?) (?=(?:would be|is|works|suits) (?:better|best|fine|good|great|perfect|ok(?:ay)?|me)\b)/giu,
    (_, time) => `at ${time} `,
  ],
  [/\b(\d{1,2}(?::\d\d)?) in the morning\b/gi, (_, time) => `${time} am`],
  [/\b(\d{1,2}(?::\d\d)?) (?:in the (?:afternoon|evening)|at night)\b/gi, (_, time) => `${time} pm`],
  [/\bbetween (\d{1,2}(?::\d\d)?) and \d{1,2}(?::\d\d)?\b/gi, (_, time) => `after ${time}`],
  [/\bnot (?:before|earlier than|until)\b/gi, () => 'after'],
  [/\bnot (?:after|later than)\b/gi, () => 'before'],
  [
    new RegExp(`\\b(${months})[.,]* (?:the )?(${dayOfMonth}|\\d{1,2}(?:st|nd|rd|th))\\b`, 'gi'),
    (_, month, day) => `${month} ${toDayOfMonth(day ?? '')}`,
  ],
  // "Two may come" names no day.
  [
    new RegExp(
      `(?<!\\b(?:the|twenty|thirty|an?|either|for)[ -])\\b(?!one\\b|second\\b)(${dayOfMonth})(?: of)? (?!may\\b)(${months})\\b(?! \\d)`,
      'gi',
    ),
    (_, day, month) => `${month} ${toDayOfMonth(day ?? '')}`,
  ],
  [new RegExp(`\\b(?:the )?(?:end|middle|beginning|start) of (?=(?:${months}) \\d)`, 'gi'), () => ''],
  [
    new RegExp(
      `\\bthe (${dayOfMonth})\\b(?<=(?:th|st|nd|rd|first|second|third))(?! (?:one|time|thing|option|plan|floor))`,
      'gi',
    ),
    (_, day) => `the ${toDayOfMonth(day ?? '')}th`,
  ],
];

/** Writes spelled times as digits, and corrects mistyped days: "half past four" becomes "4:30", and "the tenth" becomes "the 10th". */
export function writeTimes(text: string): string {
  return rules.reduce((written, [pattern, write]) => written.replaceAll(pattern, write), text.slice(0, maxTurnChars));
}

/** Returns "Wednesday" for "wensday": a word that differs little from the name of a day or a month, and begins and ends like it. */
function correctDay(word: string): string {
  const plain = word.toLowerCase().replace(/s$/, '');
  const name = namedDays.find(
    (day) => day[0] === plain[0] && day.at(-1) === plain.at(-1) && countEdits(day, plain) <= (day.length > 7 ? 2 : 1),
  );
  return name ?? word;
}

/** Counts the letters that are missing, added, replaced, or exchanged with the next one. */
function countEdits(one: string, other: string): number {
  let [before, row] = [[] as readonly number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (isSame ? 0 : 1),
          isExchanged ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
