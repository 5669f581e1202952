import { spellAddresses } from './spell-addresses.ts';
import { spellAmounts } from './spell-amounts.ts';
import { spellDates } from './spell-dates.ts';
import { spellShortForms } from './spell-short-forms.ts';
import { writePlainly } from './write-plainly.ts';

/** A longer word is no word, and would be spoken for minutes. */
const maxWordChars = 40;

/**
 * What the synthesizer is given for a text: plain English letters, figures and rests, in which everything is written as
 * it is said. Without a letter or figure where nothing of the text can be spoken.
 */
export function sayable(text: string): string {
  return spellShortForms(spellAmounts(spellAddresses(spellDates(writePlainly(text)))))
    .replaceAll(new RegExp(`[^\\s]{${maxWordChars}}(?=[^\\s])`, 'g'), '$& ')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .replaceAll(/[ \t]+(?=[,.;:?!])/g, '')
    .replaceAll(/([,;:])(?:\s*[,;:])+/g, '$1')
    .replaceAll(/[ \t]{2,}/g, ' ')
    .trim();
}
