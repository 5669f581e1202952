import type { SearchMatch } from '../../../../shared/calls/calls.ts';
import { stemWord } from '../../../../shared/text/find-matching-words.ts';
import { normalizeSearchText } from '../../../../shared/text/search-words.ts';
import { endsWithParticle, listOtherSpellings, toIndexedText, toSearchText } from '../../platform/search-text.ts';
import type { RecipientNameRule } from '../../../../shared/calls/recipient-names.ts';
import type { Database } from '../../platform/db/database.ts';
import { stemWords } from '../../platform/db/stem-queries.ts';
import { listMetadataTexts } from './call-index-queries.ts';
import { readCallMetadata, findRecipientNameRule } from './call-queries.ts';
import { listTags, listTagsOfCall } from './call-review-queries.ts';
import { findRecipientName } from './call-records.ts';
import { listNotes } from './note-queries.ts';
import { listTurns } from './turn-queries.ts';

/** Further words of a search are ignored. */
const maxSearchWords = 32;

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** A word of a search, as a full-text expression. Of the last word, a beginning is enough. */
export type SearchTerm = { readonly match: string; readonly stem: string; readonly isPrefix: boolean };

/** Returns the words of a search. There are none if nothing can match. */
export function parseSearchTerms(db: Database, text: string): readonly SearchTerm[] {
  const stems = [...stemSearch(db, text)];
  const otherSpellings = listOtherSpellings(text);
  const isComplete = endsWithParticle(text);
  return stems.map(([word, stem], index) => {
    const isPrefix = index === stems.length - 1 && !isComplete;
    const other = otherSpellings.get(word.toLowerCase());
    const forms = other === undefined ? [word] : [word, other];
    return { match: `(${forms.map((form) => (isPrefix ? `"${form}" *` : `"${form}"`)).join(' OR ')})`, stem, isPrefix };
  });
}

/** Returns the tags that contain all words. There are few tags, so they have no index. */
export function findTagsByTerms(db: Database, terms: readonly SearchTerm[]): readonly string[] {
  const tags = terms.length === 0 ? [] : listTags(db);
  const wordsByTag = tags.map(parseSearchWords);
  const tagStems = stemWords(db.searchIndex, [...new Set(wordsByTag.flat())]);
  return tags.filter((_, index) => {
    const found = (wordsByTag[index] ?? []).flatMap((word) => tagStems.get(word)?.split(' ') ?? []);
    return terms.every(({ stem, isPrefix }) =>
      found.some((other) => (isPrefix ? other.startsWith(stem) : other === stem)),
    );
  });
}

/** Returns the stems of the words of a search. It is empty without a word, or with a word that the index splits into parts. */
function stemSearch(db: Database, text: string): ReadonlyMap<string, string> {
  const stems = stemWords(db.searchIndex, parseSearchWords(text));
  return [...stems.values()].some((stem) => stem.includes(' ')) ? new Map() : stems;
}

/**
 * Returns a function that finds the text of a call with the most search words. Of several, it returns the first: turns precede the name,
 * the tags, the notes and the metadata. Without a search, it finds nothing.
 */
export function createMatchFinder(
  db: Database,
  orgId: string,
  text: string | undefined,
): (call: { readonly id: number }) => SearchMatch | null {
  const words = parseSearchWords(text ?? '');
  if (words.length === 0) return () => null;
  const rule = findRecipientNameRule(db, orgId);
  const counters = [createWordCounter(words), createStemCounter(db, words)];
  return ({ id }) => {
    for (const count of counters) {
      const match = findBestText(generateMatches(db, orgId, id, rule), count, words.length);
      if (match) return match;
    }
    return null;
  };
}

/** Generates the texts of a call that the search covers. Those after the best one are not read. */
function* generateMatches(db: Database, orgId: string, id: number, rule: RecipientNameRule): Iterable<SearchMatch> {
  for (const { position, speaker, text, start_ms } of listTurns(db, id))
    yield { kind: 'turn', position, speaker, text, start_seconds: start_ms / 1000 };
  const metadata = readCallMetadata(db, orgId, id);
  yield { kind: 'name', text: findRecipientName(metadata, rule) };
  for (const tag of listTagsOfCall(db, id)) yield { kind: 'tag', text: tag };
  for (const { note_id, at_ms, text } of listNotes(db, id))
    yield { kind: 'note', note_id, text, at_seconds: at_ms / 1000 };
  // A nested value has the name of its top-level entry.
  for (const [name, value] of Object.entries(metadata))
    for (const text of listMetadataTexts(value)) yield { kind: 'metadata', name, text };
}

/** Returns the words of a search without duplicates. */
function parseSearchWords(text: string): readonly string[] {
  return parseWords(toSearchText(text)).slice(0, maxSearchWords);
}

function parseWords(searchText: string): readonly string[] {
  return [...new Set(searchText.match(wordPattern))];
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
    const plainText = normalizeSearchText(text).toLowerCase();
    // Most turns contain none of the words; this check is faster than finding and stemming each of theirs.
    if (!stems.some((stem) => plainText.includes(stem))) return 0;
    return countMatchingStems(stems, lastStem, (toSearchText(plainText).match(wordPattern) ?? []).map(getStem));
  };
}

/** Like `createWordCounter`, but slower, with the stems of the full-text index. */
function createStemCounter(db: Database, words: readonly string[]): WordCounter {
  const stems = [...stemWords(db.searchIndex, words).values()];
  const lastStem = stems.at(-1) ?? '';
  const stemText = (text: string) => stemWords(db.searchIndex, parseWords(toIndexedText(text))).values();
  return (text) => countMatchingStems(stems, lastStem, [...stemText(text)]);
}

/** Counts the search stems among the stems of a text, the last one as a prefix. */
function countMatchingStems(searchStems: readonly string[], lastStem: string, textStems: readonly string[]): number {
  const found = new Set(textStems);
  const isPrefix = textStems.some((stem) => stem.startsWith(lastStem));
  return searchStems.filter((stem) => found.has(stem) || (stem === lastStem && isPrefix)).length;
}

/** Returns the first item with the highest count, or null if all counts are 0. No count exceeds `maxCount`. */
function findBestText<Item extends { readonly text: string }>(
  items: Iterable<Item>,
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
