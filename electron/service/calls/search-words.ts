import { stemWord } from '../../../shared/matched-words.ts';

/** More words than anybody searches for would only cost time. */
const wordsMax = 32;

/** The words of a search, each once. */
export function readWords(text: string): readonly string[] {
  const words = [...text.normalize('NFC').matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
  return [...new Set(words)].slice(0, wordsMax);
}

/** The words as an FTS5 expression: every one of them, the last as the beginning of a word. */
export function toMatch(words: readonly string[]): string {
  return words.map((word, at) => (at === words.length - 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');
}

/** Tells whether a text holds one of the words, in any form that a light stem can tell. */
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
    return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].some(([word]) => isWanted(word));
  };
}
