import { stemWord } from '../../../shared/matched-words.ts';
import type { Database } from '../db/database.ts';
import { readStems } from '../knowledge/retrieval/read-stems.ts';

/** More words than anybody searches for would only cost time. */
const wordsMax = 32;

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a search, each once. */
export function readWords(text: string): readonly string[] {
  return [...new Set(text.normalize('NFC').match(wordPattern))].slice(0, wordsMax);
}

/**
 * A search as an expression over `call_fts`: every word, the last one as the beginning of a word. Null where nothing can
 * match: without a word, or with one that the index knows in parts only.
 */
export function toMatch(db: Database, text: string): string | null {
  const words = readWords(text);
  const stems = readStems(db.sqlite, words);
  const known = words.filter((word) => stems.has(word));
  if (known.length === 0 || known.some((word) => stems.get(word)?.includes(' '))) return null;
  return known.map((word, at) => (at === known.length - 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');
}

/** Tells whether a text holds one of the words of a search, in any form that a light stem can tell. */
export function createWordFinder(words: readonly string[]): (text: string) => boolean {
  const stems = new Set(words.map(stemWord));
  const last = stemWord(words.at(-1) ?? '');
  const isWanted = (word: string) => {
    const stem = stemWord(word);
    return stems.has(stem) || stem.startsWith(last);
  };
  return (text) => {
    const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    // Most turns hold none of the words, which is seen without looking at each of theirs.
    if (![...stems].some((stem) => plain.includes(stem))) return false;
    return (plain.match(wordPattern) ?? []).some(isWanted);
  };
}

/** As `createWordFinder`, with the stems of the index itself, which takes more time. */
export function createExactFinder(db: Database, words: readonly string[]): (text: string) => boolean {
  const stems = [...readStems(db.sqlite, words).values()];
  const last = stems.at(-1) ?? '';
  return (text) =>
    [...readStems(db.sqlite, readWords(text)).values()].some((stem) => stems.includes(stem) || stem.startsWith(last));
}
