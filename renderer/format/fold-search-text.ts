import { foldWords } from '../../shared/text/same-spellings.ts';
import { normalizeSearchText } from '../../shared/text/search-words.ts';

/** Normalizes text for a search that ignores the case and the form of apostrophes. */
export function foldSearchText(text: string): string {
  return foldWords(normalizeSearchText(text))
    .replaceAll(/[\u2018\u2019]/g, "'")
    .toLowerCase();
}
