import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { recipientNumberPattern } from '../../shared/recipient-number.ts';

/** A number that is kept for fiction, so that it is nobody's. */
export const examplePhoneNumber = '+1 415 555 0132';

/** Formatting takes longer than drawing a row, and lists show the same numbers over and over. */
const formattedNumbers = new Map<string, string>();
const cacheSizeMax = 5_000;

/** `+14155550132` is `+1 415 555 0132`; what is no number stays as it is. */
export function formatPhoneNumber(number: string): string {
  const known = formattedNumbers.get(number);
  if (known !== undefined) return known;
  const text = parsePhoneNumberFromString(number)?.formatInternational() ?? number;
  if (formattedNumbers.size >= cacheSizeMax) formattedNumbers.clear();
  formattedNumbers.set(number, text);
  return text;
}

/** A sentence in which numbers stand as they are sent, with each as it is read. */
export function formatPhoneNumbersInText(text: string): string {
  return text.replaceAll(/(?<!\S)\+[1-9]\d{6,14}(?!\S)/g, formatPhoneNumber);
}

/** What was typed so far, with the blanks that its country puts between digits. */
export function formatPartialPhoneNumber(typed: string): string {
  const plain = normalizePhoneNumber(typed);
  if (!/^\+\d*$/.test(plain)) return typed;
  return new AsYouType().input(plain);
}

/** Without what people write between digits: `00 44 (20) 7946-0018` is `+442079460018`. */
export function normalizePhoneNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s().\-/\u2010-\u2015\u00a0\u2060\u200b]/g, '')
    .replace(/^00(?=[1-9])/, '+');
}

export type PhoneNumberValidation =
  | { readonly state: 'empty' }
  | { readonly state: 'wrong'; readonly reason: string }
  /** E.164 by its syntax; `warning` where no such number is known to exist. */
  | { readonly state: 'usable'; readonly number: string; readonly warning: string | null };

/** What can be said about a number before the service is asked. */
export function validatePhoneNumber(typed: string): PhoneNumberValidation {
  const number = normalizePhoneNumber(typed);
  if (number === '' || number === '+') return { state: 'empty' };
  if (!number.startsWith('+'))
    return { state: 'wrong', reason: `Begin with + and the country’s code, as in ${examplePhoneNumber}.` };
  if (/[^+\d]/.test(number) || number.lastIndexOf('+') > 0)
    return { state: 'wrong', reason: 'A number has digits only, after the + at its beginning.' };
  if (number.startsWith('+0')) return { state: 'wrong', reason: 'No country’s code begins with 0.' };
  if (!recipientNumberPattern.test(number))
    return { state: 'wrong', reason: `A number has 7 to 15 digits; this one has ${number.length - 1}.` };
  const parsed = parsePhoneNumberFromString(number);
  const warning = !parsed
    ? 'No country has this code. It can be used all the same.'
    : parsed.isPossible()
      ? null
      : 'Numbers of this country have another length. It can be used all the same.';
  return { state: 'usable', number, warning };
}
