import { foldWords } from './same-spellings.ts';
import { findWords, hasUnspacedScript, normalizeSearchText } from './search-words.ts';

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

/**
 * Finds the words of `query` in `text`, in any inflection. In a script without spaces, the last one can be the beginning of a word, as in
 * the search over all calls: readers do not agree on where its words end.
 */
export function findMatchingWords(text: string, query: string): readonly TextRange[] {
  const queryStems = new Set<string>();
  for (const { word } of findWords(query)) if (!stopWords.has(word.toLowerCase())) queryStems.add(stemWord(word));
  const lastStem = [...queryStems].at(-1) ?? '';
  const isPrefix = hasUnspacedScript(lastStem);
  return findWords(text)
    .filter(({ word }) => {
      const stem = stemWord(word);
      return queryStems.has(stem) || (isPrefix && stem.startsWith(lastStem));
    })
    .map(({ word, start }) => ({ start, end: start + word.length }));
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
  const plain = foldWords(normalizeSearchText(word).toLowerCase());
  if (plain.length < 4 || !/^[a-z]+$/.test(plain)) return plain;
  const ending = wordEndings.find((end) => plain.endsWith(end) && plain.length - end.length >= 3);
  const stem = ending === undefined || plain.endsWith('ss') ? plain : plain.slice(0, -ending.length);
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}
