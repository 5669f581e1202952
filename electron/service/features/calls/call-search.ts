import { stemWord } from '../../../../shared/find-matching-words.ts';
import type { Database } from '../../platform/db/database.ts';
import { stemWords } from '../../platform/db/stem-queries.ts';

/** More words than anybody searches for would only cost time. */
const maxSearchWords = 32;

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a search, each once. */
export function parseSearchWords(text: string): readonly string[] {
  return [...new Set(text.normalize('NFC').match(wordPattern))].slice(0, maxSearchWords);
}

/**
 * A search as an expression over `call_fts`: every word, the last one as the beginning of a word. Null where nothing can
 * match: without a word, or with one that the index knows in parts only.
 */
export function toFtsQuery(db: Database, text: string): string | null {
  const words = parseSearchWords(text);
  const stems = stemWords(db.sqlite, words);
  const known = words.filter((word) => stems.has(word));
  if (known.length === 0 || known.some((word) => stems.get(word)?.includes(' '))) return null;
  return known.map((word, at) => (at === known.length - 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');
}

/** Tells how many of the words of a search a text holds, in any form that a light stem can tell. */
export function createWordCounter(words: readonly string[]): (text: string) => number {
  const stems = [...new Set(words.map(stemWord))].filter((stem) => stem !== '');
  const last = stemWord(words.at(-1) ?? '');
  // Calls are made of the same words, and a list shows a hundred of them.
  const known = new Map<string, string>();
  const stemOf = (word: string): string => {
    const stem = known.get(word) ?? stemWord(word);
    known.set(word, stem);
    return stem;
  };
  return (text) => {
    const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    // Most turns hold none of the words, which is seen without looking at each of theirs.
    if (!stems.some((stem) => plain.includes(stem))) return 0;
    return countMatchingStems(stems, last, (plain.match(wordPattern) ?? []).map(stemOf));
  };
}

/** As `createWordCounter`, with the stems of the index itself, which takes more time. */
export function createStemCounter(db: Database, words: readonly string[]): (text: string) => number {
  const stems = [...stemWords(db.sqlite, words).values()];
  const last = stems.at(-1) ?? '';
  return (text) => countMatchingStems(stems, last, [...stemWords(db.sqlite, parseSearchWords(text)).values()]);
}

/** How many of the stems are among those of a text, the last one as the beginning of one. */
function countMatchingStems(wanted: readonly string[], last: string, said: readonly string[]): number {
  const found = new Set(said);
  return wanted.filter((stem) => found.has(stem) || (stem === last && said.some((one) => one.startsWith(last)))).length;
}
