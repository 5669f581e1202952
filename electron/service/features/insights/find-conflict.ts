import type { ConflictKind } from '../../../../shared/insights/contradictions.ts';
import { stemWord } from '../../../../shared/text/find-matching-words.ts';
import { listContentWords } from '../knowledge/answers/word-coverage.ts';
import { writeNumbersAsDigits } from '../../platform/spoken/write-numbers.ts';

export type Conflict = {
  readonly kind: ConflictKind;
  /** The differing part of each sentence, such as `10 days` and `14 days`. Null in the sentence without a negation. */
  readonly parts: readonly [string | null, string | null];
};

/** A sentence as it is compared with others. */
export type ComparedSentence = {
  /** Stems of the words that have a meaning of their own, without numbers and their units. */
  readonly words: ReadonlySet<string>;
  /** Names that contain a number, such as `Fiber 300` and `E-214`. */
  readonly names: ReadonlySet<string>;
  /** The amounts of each unit, for example 10 and 14 of `day`, with their texts. */
  readonly amounts: Amounts;
  /** Amounts that belong to a term, such as 12 of `month` in `a 12-month contract`. */
  readonly termAmounts: Amounts;
  readonly negation: string | null;
};

type Amounts = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** The least number of shared words, multiplied by their share of the shorter sentence: three words must be 40 % of it. */
const minOverlap = 1.2;

/** Both sentences must have this share of the question's words, and at least this number if it has so many. */
const minAskedShare = 0.6;
const minAskedWords = 3;

/**
 * Returns how two sentences near to a question may contradict each other, or null. Either they share many of their words, and all
 * their amounts of a unit differ; or they share most words of the question, and only one has a negation. A person must judge the
 * result.
 */
export function findConflict(a: ComparedSentence, b: ComparedSentence, question: ComparedSentence): Conflict | null {
  if (haveDifferentNames(a, b)) return null;
  const shared = [...a.words].filter((word) => b.words.has(word));
  const overlap = shared.length ** 2 / Math.max(1, Math.min(a.words.size, b.words.size));
  const parts = overlap >= minOverlap ? findDifferentAmounts(a, b) : null;
  if (parts) return { kind: 'number', parts };
  const asked = shared.filter((word) => question.words.has(word)).length;
  const minAsked = Math.max(1, Math.min(minAskedWords, question.words.size), question.words.size * minAskedShare);
  if (asked < minAsked || (a.negation === null) === (b.negation === null)) return null;
  return { kind: 'negation', parts: [a.negation, b.negation] };
}

/** Words that say little about the subject of a sentence. */
const functionWords: ReadonlySet<string> = new Set(
  'about after also before every least most only still than up within'.split(' '),
);

const namePattern = /\b(?:\p{Lu}[\p{L}\d]*-\d+\p{Lu}?|\p{Lu}\p{L}+ \d+)\b/gu;

/** An amount of money, a time of day, or a number with the unit after it: `$8.00`, `9:00`, `20%`, `14 working days`, `14-day`. */
const amountPattern =
  /(?<money>[$€£])\s?(?<sum>\d[\d,]*(?:\.\d+)?)|(?<hour>\d{1,2}):(?<minute>\d{2})|(?<number>\d[\d,]*(?:\.\d+)?)(?:(?<percent>\s?%)|(?<hyphen>-)(?<termUnit>\p{L}+)|\s(?:(?:working|business|calendar|full|more|other) )?(?<unit>\p{L}+))/gu;

const negationPattern = /\b(?:not|never|no|none|nothing|neither|nor|cannot|without)\b|\b\p{L}+n['’]t\b/iu;

export function readSentence(text: string): ComparedSentence {
  const names = new Set([...text.matchAll(namePattern)].map(([name]) => name.toLowerCase()));
  const plain = writeNumbersAsDigits(text.replaceAll(namePattern, ' '));
  const [amounts, termAmounts] = [new Map<string, Map<number, string>>(), new Map<string, Map<number, string>>()];
  for (const { 0: written, groups = {} } of plain.matchAll(amountPattern)) {
    const { unit, amount } = readAmount(groups);
    const target = groups['hyphen'] === undefined ? amounts : termAmounts;
    target.set(unit, (target.get(unit) ?? new Map()).set(amount, written));
  }
  const words = listContentWords(plain.replaceAll(amountPattern, ' ')).filter(
    (word) => !/\d/.test(word) && !functionWords.has(word),
  );
  return {
    words: new Set(words.map(stemWord)),
    names,
    amounts,
    termAmounts,
    negation: negationPattern.exec(text)?.[0] ?? null,
  };
}

type AmountGroups = Readonly<Record<string, string | undefined>>;

function readAmount(groups: AmountGroups): { readonly unit: string; readonly amount: number } {
  const { money, sum = '', hour, minute, number = '', percent, termUnit, unit = '' } = groups;
  if (money !== undefined) return { unit: money, amount: readNumber(sum) };
  if (hour !== undefined) return { unit: 'time of day', amount: Number(hour) * 60 + Number(minute) };
  return { unit: percent === undefined ? stemWord(termUnit ?? unit) : '%', amount: readNumber(number) };
}

const readNumber = (text: string) => Number(text.replaceAll(',', ''));

/** Whether each sentence names something with a number that the other one does not: they are about different things. */
function haveDifferentNames(a: ComparedSentence, b: ComparedSentence): boolean {
  return a.names.size > 0 && b.names.size > 0 && ![...a.names].some((name) => b.names.has(name));
}

/**
 * Returns the amounts of the first unit in which the sentences have no amount in common. Of the amounts of terms, either only one
 * kind may differ or all may be equal: a 12-month contract is not a 24-month contract.
 */
function findDifferentAmounts(a: ComparedSentence, b: ComparedSentence): readonly [string, string] | null {
  const difference = findDifference(a.amounts, b.amounts);
  if (difference === null) return findDifference(a.termAmounts, b.termAmounts);
  const isSameTerm = a.termAmounts.size === b.termAmounts.size && !findDifference(a.termAmounts, b.termAmounts);
  return isSameTerm ? difference : null;
}

function findDifference(a: Amounts, b: Amounts): readonly [string, string] | null {
  for (const [unit, amounts] of a) {
    const others = b.get(unit);
    if (!others || [...amounts.keys()].some((amount) => others.has(amount))) continue;
    const [[first = ''], [second = '']] = [[...amounts.values()], [...others.values()]];
    return [first, second];
  }
  return null;
}
