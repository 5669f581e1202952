import { findMatchingWords, type TextRange } from '../../../shared/find-matching-words.ts';

/** A place in a transcript. */
export type TranscriptMatch = TextRange & { readonly turnIndex: number };

/**
 * Where a transcript has what is looked for, in order: as it is written, without regard to case; where that is nowhere,
 * its words in any of their forms, as the search over all calls finds them.
 */
export function findTranscriptMatches(texts: readonly string[], wanted: string): readonly TranscriptMatch[] {
  const needle = wanted.trim();
  if (needle === '') return [];
  const written = collectMatches(texts, (text) => matchLiteralText(text, needle));
  return written.length > 0 ? written : collectMatches(texts, (text) => findMatchingWords(text, needle));
}

function collectMatches(
  texts: readonly string[],
  match: (text: string) => readonly TextRange[],
): readonly TranscriptMatch[] {
  return texts.flatMap((text, turnIndex) => match(text).map((range) => ({ turnIndex: turnIndex, ...range })));
}

function matchLiteralText(text: string, needle: string): readonly TextRange[] {
  const pattern = new RegExp(needle.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'giu');
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
