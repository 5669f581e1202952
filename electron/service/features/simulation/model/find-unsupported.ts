import { splitText } from '../../../../../shared/calls/transcript-sentences.ts';
import { stemWord } from '../../../../../shared/text/find-matching-words.ts';

/** Amounts, dates, times, percentages, numbers and email addresses: what a recipient would rely on. */
const numberPattern = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}|\p{N}+(?:[.,:/]\p{N}+)*/gu;

/** Parts of a date or a price that are no numbers. "May" and "March" are left out: they are also other words. */
const dateWordPattern =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|april|june|july|august|september|october|november|december)\b|\b(?:hundred|thousand|million|dozen|noon|midnight)\b|\bfree of charge\b|\bfor free\b/giu;

const units = 'two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Numbers in words. "One" has other meanings too often. */
const numberWordPattern = new RegExp(
  `\\b(?:(?<ten>${tens.join('|')})(?:[\\s-](?<unit>one|${units.join('|')}))?|(?<small>${[...units, ...teens].join('|')}))\\b`,
  'giu',
);

/** A sentence with one of these states a condition, on which a recipient relies as well. */
const conditionPattern = /\b(?:only if|unless|provided that|as long as|required|not allowed|guarantee[ds]?)\b/iu;

/** Capitalized words that do not start a sentence. */
const namePattern = /(?<=[\p{L}\p{N},;:)]\s)\p{Lu}[\p{L}’'-]{2,}(?:\s\p{Lu}[\p{L}’'-]+)*/gu;

/**
 * Returns the sentences of a turn that state something which none of the sources says: a number, a date, a price, a name or a
 * condition. Questions state nothing. The check compares words and numbers, not meanings, and prefers to miss a wrong sentence
 * to marking a right one.
 */
export function findUnsupportedSentences(text: string, sources: readonly string[]): readonly string[] {
  const sourceText = sources.join('\n');
  const known = { numbers: listKnownNumbers(sourceText), words: listDateWords(sourceText) };
  const lowerSource = sourceText.toLowerCase();
  const isStated = (sentence: string) =>
    listNumbers(sentence).every((number) => known.numbers.has(number)) &&
    [...listDateWords(sentence)].every((word) => known.words.has(word)) &&
    listNames(sentence).every((name) => lowerSource.includes(name.toLowerCase())) &&
    (!conditionPattern.test(sentence) || hasSimilarSentence(sentence, sources));
  return splitText(text).filter((sentence) => !/[?？]["”’)]?$/u.test(sentence) && !isStated(sentence));
}

/** "€1,200.00" and "1200" are equal, and so are "9:00" and "9", "3rd" and "3", "twenty-five" and "25". */
function listNumbers(text: string): readonly string[] {
  const digits = [...text.matchAll(numberPattern)].map(([number]) => normalizeNumber(number));
  const words = [...text.matchAll(numberWordPattern)].map(({ groups }) => String(readNumberWord(groups ?? {})));
  return [...digits, ...words];
}

/** Also has the parts of each number: "7:30" can be said as "seven thirty". */
function listKnownNumbers(text: string): ReadonlySet<string> {
  const numbers = listNumbers(text);
  return new Set([...numbers, ...numbers.flatMap((number) => number.split(/[.:/]/u).map(normalizeNumber))]);
}

function normalizeNumber(number: string): string {
  if (number.includes('@')) return number.toLowerCase();
  return number
    .replaceAll(/,(?=\d{3}\b)/gu, '')
    .replaceAll(',', '.')
    .replace(/[.:]0+$/u, '')
    .replace(/^0+(?=\d)/u, '');
}

function readNumberWord({ ten, unit, small }: Readonly<Record<string, string | undefined>>): number {
  if (small !== undefined) return [...units, ...teens].indexOf(small.toLowerCase()) + 2;
  const ones = unit === undefined ? 0 : ['one', ...units].indexOf(unit.toLowerCase()) + 1;
  return (tens.indexOf((ten ?? '').toLowerCase()) + 2) * 10 + ones;
}

function listDateWords(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(dateWordPattern)].map(([word]) => stemWord(word.toLowerCase())));
}

function listNames(sentence: string): readonly string[] {
  return [...sentence.matchAll(namePattern)].map(([name]) => name.replace(/['’]s$/u, ''));
}

/** Whether one sentence of the sources has at least half of the words. */
function hasSimilarSentence(sentence: string, sources: readonly string[]): boolean {
  const stems = listStems(sentence);
  if (stems.size === 0) return true;
  return sources.flatMap(splitText).some((source) => {
    const known = listStems(source);
    return [...stems].filter((stem) => known.has(stem)).length >= stems.size / 2;
  });
}

function listStems(sentence: string): ReadonlySet<string> {
  return new Set((sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => stemWord(word)));
}
