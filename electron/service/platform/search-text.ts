import { foldWords } from '../../../shared/text/same-spellings.ts';
import { findWords, hasUnspacedScript, normalizeSearchText } from '../../../shared/text/search-words.ts';

/** Returns the text of a full-text query: normalized, with spaces between all words. */
export function toSearchText(text: string): string {
  return separateWords(normalizeSearchText(text));
}

function separateWords(normalized: string): string {
  if (!hasUnspacedScript(normalized)) return foldWords(normalized);
  const words = findWords(normalized).map(({ word }) => word);
  return foldWords(words.join(' '));
}

/** Returns whether the last word of a query ends with a Korean particle, so that it is complete. */
export function endsWithParticle(query: string): boolean {
  const [word = ''] = /\p{sc=Hangul}+$/u.exec(normalizeSearchText(query).trimEnd()) ?? [];
  return foldWords(word) !== word;
}

/** Signs inside a word that some leave out, as in `O'Brien`, `e-mail` and `col·lecció`. */
const signs = /['\u2018\u2019\u201d\u05f3\u05f4"\u00b7\u2010\u2011-]/g;

/** After an apostrophe, as in `we'll`. */
const englishEnding = /^(?:[stdm]|ll|re|ve)$/i;

/** Longer parts of words are left out. */
const maxPartLength = 40;

/** Returns the text of a full-text index: as in queries, and at the end, words with such a sign once more without it. */
export function toIndexedText(text: string): string {
  const normalized = normalizeSearchText(text);
  return [separateWords(normalized), ...listJoinedWords(normalized)].join(' ');
}

function* listJoinedWords(text: string): Iterable<string> {
  for (const { index } of text.matchAll(signs)) {
    const [last = ''] = /^\p{L}[\p{L}\p{M}]*/u.exec(text.slice(index + 1, index + 1 + maxPartLength)) ?? [];
    if (last === '' || englishEnding.test(last)) continue;
    const [first = ''] = /\p{L}[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(index - maxPartLength, 0), index)) ?? [];
    if (first !== '') yield `${first}${last}`;
  }
}

const germanDigraphs: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
]);

/** A digraph that can be an umlaut, in a word that is long enough to mean one. */
const possibleUmlaut = /(?<![aeiouq])(?:ae(?![eio])|oe(?![aeiou])|ue(?![aeiou]))/g;

/** Returns the other spellings of the words of a query, by word: a German umlaut can be written as two letters. */
export function listOtherSpellings(query: string): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const word of query
    .normalize('NFC')
    .toLowerCase()
    .match(/\p{L}{5,}/gu) ?? []) {
    const digraphs = word.replaceAll(/[äöü]/g, (letter) => germanDigraphs.get(letter) ?? letter);
    const other = digraphs === word ? word.replaceAll(possibleUmlaut, (digraph) => digraph.charAt(0)) : digraphs;
    if (other !== word) spellings.set(toSearchText(word), toSearchText(other));
  }
  return spellings;
}
