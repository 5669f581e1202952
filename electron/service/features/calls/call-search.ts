import type { CallMetadata, MetadataValue } from '../../../../shared/call-metadata.ts';
import type { CallRecord } from '../../../../shared/calls.ts';
import { stemWord } from '../../../../shared/find-matching-words.ts';
import type { Database } from '../../platform/db/database.ts';
import { stemWords } from '../../platform/db/stem-queries.ts';
import { readCallMetadata } from './call-queries.ts';
import { listTurns, type TurnRow } from './turn-queries.ts';

/** Further words of a search are ignored. */
const maxSearchWords = 32;

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Converts a search to an expression over `call_fts` and `call_metadata_fts`: all words, the last one as a prefix. Returns null if nothing can
 * match: without a word, or with a word that the index splits into parts.
 */
export function toFtsQuery(db: Database, text: string): string | null {
  const words = parseSearchWords(text);
  const stems = stemWords(db.sqlite, words);
  const known = words.filter((word) => stems.has(word));
  if (known.length === 0 || known.some((word) => stems.get(word)?.includes(' '))) return null;
  return known.map((word, index) => (index === known.length - 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');
}

type CallMatches = Pick<CallRecord, 'match' | 'metadata_match'>;

/**
 * Returns a function that finds the turn with the most search words, or the first of several; if there is none, the metadata
 * entry. Without a search, it finds nothing.
 */
export function createMatchFinder(
  db: Database,
  orgId: string,
  text: string | undefined,
): (call: { readonly id: number }) => CallMatches {
  const words = parseSearchWords(text ?? '');
  if (words.length === 0) return () => ({ match: null, metadata_match: null });
  const countWords = createWordCounter(words);
  const countStems = createStemCounter(db, words);
  return ({ id }) => {
    const turns = listTurns(db, id);
    const turn = findBestText(turns, countWords, words.length) ?? findBestText(turns, countStems, words.length);
    if (turn) return { match: toSearchMatch(turn), metadata_match: null };
    const entries = listEntries(readCallMetadata(db, orgId, id));
    const metadata_match =
      findBestText(entries, countWords, words.length) ?? findBestText(entries, countStems, words.length);
    return { match: null, metadata_match };
  };
}

type MetadataEntry = NonNullable<CallRecord['metadata_match']>;

/** Returns the texts of metadata. A nested value has the name of its top-level entry. */
function listEntries(metadata: CallMetadata): readonly MetadataEntry[] {
  return Object.entries(metadata).flatMap(([name, value]) => listTexts(value).map((text) => ({ name, text })));
}

function listTexts(value: MetadataValue): readonly string[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(listTexts) : [String(value)];
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

/** Returns the first item with the highest count, or null if all counts are 0. No count exceeds `maxCount`. */
function findBestText<Item extends { readonly text: string }>(
  items: readonly Item[],
  count: WordCounter,
  maxCount: number,
): Item | null {
  let best: Item | null = null;
  let bestCount = 0;
  for (const item of items) {
    const itemCount = count(item.text);
    if (itemCount > bestCount) [best, bestCount] = [item, itemCount];
    if (bestCount === maxCount) break;
  }
  return best;
}

function toSearchMatch({ position, speaker, text, start_ms }: TurnRow): NonNullable<CallRecord['match']> {
  return { position, speaker, text, start_seconds: start_ms / 1000 };
}
