import { findWords, hasUnspacedScript, normalizeSearchText } from '../../../shared/text/search-words.ts';

/** Returns the text as the full-text indexes and their queries have it: normalized, with spaces between all words. */
export function toSearchText(text: string): string {
  const normalized = normalizeSearchText(text);
  if (!hasUnspacedScript(normalized)) return normalized;
  return findWords(normalized)
    .map(({ word }) => word)
    .join(' ');
}
