import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { recipientNumberPattern } from '../../shared/recipient-number.ts';

/** A number that is kept for fiction, so that it is nobody's. */
export const exampleNumber = '+1 415 555 0132';

/** Formatting takes longer than drawing a row, and lists show the same numbers over and over. */
const formatted = new Map<string, string>();
const rememberedMax = 5_000;

/** `+14155550132` is `+1 415 555 0132`; what is no number stays as it is. */
export function formatNumber(number: string): string {
  const known = formatted.get(number);
  if (known !== undefined) return known;
  const text = parsePhoneNumberFromString(number)?.formatInternational() ?? number;
  if (formatted.size >= rememberedMax) formatted.clear();
  formatted.set(number, text);
  return text;
}

/** A sentence in which numbers stand as they are sent, with each as it is read. */
export function formatNumbersIn(text: string): string {
  return text.replaceAll(/(?<!\S)\+[1-9]\d{6,14}(?!\S)/g, formatNumber);
}

/** What was typed so far, with the blanks that its country puts between digits. */
export function formatWhileTyping(typed: string): string {
  const plain = cleanNumber(typed);
  if (!/^\+\d*$/.test(plain)) return typed;
  return new AsYouType().input(plain);
}

/** Without what people write between digits: `00 44 (20) 7946-0018` is `+442079460018`. */
export function cleanNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s().\-/\u2010-\u2015\u00a0\u2060\u200b]/g, '')
    .replace(/^00(?=[1-9])/, '+');
}

export type JudgedNumber =
  | { readonly state: 'empty' }
  | { readonly state: 'wrong'; readonly reason: string }
  /** E.164 by its syntax; `warning` where no such number is known to exist. */
  | { readonly state: 'usable'; readonly number: string; readonly warning: string | null };

/** What can be said about a number before the service is asked. */
export function judgeNumber(typed: string): JudgedNumber {
  const number = cleanNumber(typed);
  if (number === '' || number === '+') return { state: 'empty' };
  if (!number.startsWith('+'))
    return { state: 'wrong', reason: `Begin with + and the country’s code, as in ${exampleNumber}.` };
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
