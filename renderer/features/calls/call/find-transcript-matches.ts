import { findMatchingWords, type TextRange } from '../../../../shared/text/find-matching-words.ts';

export type TranscriptMatch = TextRange & { readonly turnIndex: number };

/**
 * Finds a text in a transcript, in order and ignoring case. If the exact text does not occur, finds its words in any
 * form, like the search over all calls.
 */
export function findTranscriptMatches(texts: readonly string[], query: string): readonly TranscriptMatch[] {
  const searchText = query.trim();
  if (searchText === '') return [];
  const literalMatches = collectMatches(texts, (text) => findLiteralText(text, searchText));
  return literalMatches.length > 0
    ? literalMatches
    : collectMatches(texts, (text) => findMatchingWords(text, searchText));
}

function collectMatches(
  texts: readonly string[],
  findRanges: (text: string) => readonly TextRange[],
): readonly TranscriptMatch[] {
  return texts.flatMap((text, turnIndex) => findRanges(text).map((range) => ({ turnIndex, ...range })));
}

function findLiteralText(text: string, searchText: string): readonly TextRange[] {
  const pattern = new RegExp(searchText.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'giu');
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
