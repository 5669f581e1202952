import { matchWords, type TextRange } from '../../../shared/matched-words.ts';

/** A place in a transcript. */
export type Hit = TextRange & { readonly turn: number };

/**
 * Where a transcript has what is looked for, in order: as it is written, without regard to case; where that is nowhere,
 * its words in any of their forms, as the search over all calls finds them.
 */
export function findWords(texts: readonly string[], wanted: string): readonly Hit[] {
  const needle = wanted.trim();
  if (needle === '') return [];
  const written = collect(texts, (text) => matchWritten(text, needle));
  return written.length > 0 ? written : collect(texts, (text) => matchWords(text, needle));
}

function collect(texts: readonly string[], match: (text: string) => readonly TextRange[]): readonly Hit[] {
  return texts.flatMap((text, turn) => match(text).map((range) => ({ turn, ...range })));
}

function matchWritten(text: string, needle: string): readonly TextRange[] {
  const pattern = new RegExp(needle.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'giu');
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
