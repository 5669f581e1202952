import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { createPhoneNumbers } from '../../shared/calls/phone-number.ts';
import { recipientNumberPattern } from '../../shared/calls/recipient-number.ts';

export const { normalizePhoneNumber, describeUnusualNumber } = createPhoneNumbers(parsePhoneNumberFromString);

/** A number reserved for fiction: it belongs to no subscriber. */
export const examplePhoneNumber = '+1 415 555 0132';

const maxCacheSize = 5_000;

/**
 * Formats `+14155550132` as `+1 415 555 0132`, also a part of it, and the number of a call that the remote does not give. Other
 * text is returned unchanged.
 */
export const formatPhoneNumber = createFormatter();

/** Formatting takes longer than drawing a row, and lists show the same numbers repeatedly. */
function createFormatter() {
  const formatted = new Map<string, string>();
  return (number: string): string => {
    if (number === '') return 'Number not known';
    const cached = formatted.get(number);
    if (cached !== undefined) return cached;
    const text = /^\+\d*$/.test(number) ? groupDigits(number) : number;
    if (formatted.size >= maxCacheSize) formatted.clear();
    formatted.set(number, text);
    return text;
  };
}

/** Groups the digits of a number, or of its beginning, as its country does. */
function groupDigits(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  return parsed?.isPossible() ? parsed.formatInternational() : new AsYouType().input(number);
}

/** Formats every E.164 number in a sentence. */
export function formatPhoneNumbersInText(text: string): string {
  return text.replaceAll(/(?<!\S)\+[1-9]\d{6,14}(?!\S)/g, formatPhoneNumber);
}

/** Formats a number as people in its country dial it: `020 7946 0018`. Other text is returned unchanged. */
export function formatNationalPhoneNumber(number: string): string {
  return parsePhoneNumberFromString(number)?.formatNational() ?? number;
}

/** Formats what was typed of a number. Text that is not part of an international number is returned unchanged. */
export function formatPartialPhoneNumber(input: string): string {
  const number = normalizePhoneNumber(input);
  return /^\+\d*$/.test(number) ? groupDigits(number) : input;
}

export type PhoneNumberValidation =
  | { readonly state: 'empty' }
  | { readonly state: 'invalid'; readonly reason: string }
  /** Valid E.164 syntax; `warning` is set if no such number is known to exist. */
  | { readonly state: 'valid'; readonly number: string; readonly warning: string | null };

/** Validates a number in the window, before it is sent to the service. */
export function validatePhoneNumber(input: string): PhoneNumberValidation {
  const number = normalizePhoneNumber(input);
  if (number === '' || number === '+') return { state: 'empty' };
  if (!number.startsWith('+'))
    return { state: 'invalid', reason: `Start with + and the country code, for example ${examplePhoneNumber}.` };
  if (/[^+\d]/.test(number) || number.lastIndexOf('+') > 0)
    return { state: 'invalid', reason: 'Use only digits after the +.' };
  if (number.startsWith('+0')) return { state: 'invalid', reason: 'Country codes don’t begin with 0.' };
  if (!recipientNumberPattern.test(number))
    return { state: 'invalid', reason: `Phone numbers have 7 to 15 digits. This one has ${number.length - 1}.` };
  const unusual = describeUnusualNumber(number);
  return { state: 'valid', number, warning: unusual && `${unusual} You can still call this number.` };
}
