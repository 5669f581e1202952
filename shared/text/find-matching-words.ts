/** A range of a text, in UTF-16 code units; `end` is exclusive. */
export type TextRange = { readonly start: number; readonly end: number };

/** Words without a meaning for search. Marking them would highlight half of every passage. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have how i if in into is it its may me my ' +
    'no not of on or our should so than that the their them then there these they this to us was we were what when ' +
    'where which who whom why will with would you your'
  ).split(' '),
);

const wordPattern = /[\p{L}\p{N}]+/gu;

/** Finds the words of `query` in `text`, in any inflection. */
export function findMatchingWords(text: string, query: string): readonly TextRange[] {
  const queryStems = new Set<string>();
  for (const [word] of query.matchAll(wordPattern))
    if (!stopWords.has(word.toLowerCase())) queryStems.add(stemWord(word));
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(wordPattern))
    if (queryStems.has(stemWord(match[0]))) ranges.push({ start: match.index, end: match.index + match[0].length });
  return ranges;
}

/** Longest first, so that the whole ending of `cancellations` is removed. */
const wordEndings = [
  'izations',
  'ization',
  'ations',
  'ation',
  'ments',
  'ment',
  'ings',
  'ing',
  'ions',
  'ion',
  'ies',
  'ied',
  'ed',
  'es',
  'ly',
  's',
  'y',
  'e',
] as const;

/** Returns a light English stem, which is equal for most inflections of a word and never longer than the word. */
export function stemWord(word: string): string {
  const plain = removeMarks(word).toLowerCase();
  if (plain.length < 4 || !/^[a-z]+$/.test(plain)) return plain;
  const ending = wordEndings.find((end) => plain.endsWith(end) && plain.length - end.length >= 3);
  const stem = ending === undefined || plain.endsWith('ss') ? plain : plain.slice(0, -ending.length);
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

function removeMarks(word: string): string {
  return /^[\da-z]*$/i.test(word) ? word : word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
