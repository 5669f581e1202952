import type { CallRecord } from '../../../../shared/calls.ts';
import { stemWord } from '../../../../shared/find-matching-words.ts';
import type { Database } from '../../platform/db/database.ts';
import { stemWords } from '../../platform/db/stem-queries.ts';
import { listTurns, type TurnRow } from './turn-queries.ts';

/** Further words of a search are ignored. */
const maxSearchWords = 32;

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Converts a search to an expression over `call_fts`: all words, the last one as a prefix. Returns null if nothing can
 * match: without a word, or with a word that the index splits into parts.
 */
export function toFtsQuery(db: Database, text: string): string | null {
  const words = parseSearchWords(text);
  const stems = stemWords(db.sqlite, words);
  const known = words.filter((word) => stems.has(word));
  if (known.length === 0 || known.some((word) => stems.get(word)?.includes(' '))) return null;
  return known.map((word, index) => (index === known.length - 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');
}

/**
 * Returns a function that finds the turn with the most search words, or the first of several. It returns null without a
 * search.
 */
export function createMatchFinder(
  db: Database,
  text: string | undefined,
): (call: { readonly id: number }) => CallRecord['match'] {
  const words = parseSearchWords(text ?? '');
  if (words.length === 0) return () => null;
  const countWords = createWordCounter(words);
  const countStems = createStemCounter(db, words);
  return ({ id }) => {
    const turns = listTurns(db, id);
    const turn = findBestTurn(turns, countWords, words.length) ?? findBestTurn(turns, countStems, words.length);
    return turn ? toSearchMatch(turn) : null;
  };
}

/** Returns the words of a search without duplicates. */
function parseSearchWords(text: string): readonly string[] {
  return [...new Set(text.normalize('NFC').match(wordPattern))].slice(0, maxSearchWords);
}

type WordCounter = (text: string) => number;

/** Returns a function that counts the search words in a text, in any form with the same light stem. */
function createWordCounter(words: readonly string[]): WordCounter {
  const stems = [...new Set(words.map(stemWord))].filter((stem) => stem !== '');
  const lastStem = stemWord(words.at(-1) ?? '');
  // A list has a hundred calls that repeat the same words.
  const cache = new Map<string, string>();
  const getStem = (word: string): string => {
    const stem = cache.get(word) ?? stemWord(word);
    cache.set(word, stem);
    return stem;
  };
  return (text) => {
    const plainText = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    // Most turns contain none of the words; this check is faster than stemming each of theirs.
    if (!stems.some((stem) => plainText.includes(stem))) return 0;
    return countMatchingStems(stems, lastStem, (plainText.match(wordPattern) ?? []).map(getStem));
  };
}

/** Like `createWordCounter`, but slower, with the stems of the full-text index. */
function createStemCounter(db: Database, words: readonly string[]): WordCounter {
  const stems = [...stemWords(db.sqlite, words).values()];
  const lastStem = stems.at(-1) ?? '';
  return (text) => countMatchingStems(stems, lastStem, [...stemWords(db.sqlite, parseSearchWords(text)).values()]);
}

/** Counts the search stems among the stems of a text, the last one as a prefix. */
function countMatchingStems(searchStems: readonly string[], lastStem: string, textStems: readonly string[]): number {
  const found = new Set(textStems);
  const isPrefix = textStems.some((stem) => stem.startsWith(lastStem));
  return searchStems.filter((stem) => found.has(stem) || (stem === lastStem && isPrefix)).length;
}

/** Returns the first turn with the highest count, or null if all counts are 0. No count exceeds `maxCount`. */
function findBestTurn(turns: readonly TurnRow[], count: WordCounter, maxCount: number): TurnRow | null {
  let best: TurnRow | null = null;
  let bestCount = 0;
  for (const turn of turns) {
    const turnCount = count(turn.text);
    if (turnCount > bestCount) [best, bestCount] = [turn, turnCount];
    if (bestCount === maxCount) break;
  }
  return best;
}

function toSearchMatch({ position, speaker, text, start_ms }: TurnRow): NonNullable<CallRecord['match']> {
  return { position, speaker, text, start_seconds: start_ms / 1000 };
}
