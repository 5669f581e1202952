import { normalizeAddresses } from './normalize-addresses.ts';
import { normalizeAmounts } from './normalize-amounts.ts';
import { normalizeDates } from './spell-dates.ts';
import { normalizeAbbreviations } from './normalize-abbreviations.ts';
import { normalizeCharacters } from './normalize-characters.ts';

/** A longer word is no word, and would be spoken for minutes. */
const maxWordChars = 40;

/**
 * What the synthesizer is given for a text: plain English letters, figures and rests, in which everything is written as
 * it is said. Without a letter or figure where nothing of the text can be spoken.
 */
export function normalizeText(text: string): string {
  return normalizeAbbreviations(normalizeAmounts(normalizeAddresses(normalizeDates(normalizeCharacters(text)))))
    .replaceAll(new RegExp(`[^\\s]{${maxWordChars}}(?=[^\\s])`, 'g'), '$& ')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .replaceAll(/[ \t]+(?=[,.;:?!])/g, '')
    .replaceAll(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
}
