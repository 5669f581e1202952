import { normalizeSearchText } from '../../shared/text/search-words.ts';

/** Normalizes text for a search that ignores the case and the form of apostrophes. */
export function foldSearchText(text: string): string {
  return normalizeSearchText(text)
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase();
}
