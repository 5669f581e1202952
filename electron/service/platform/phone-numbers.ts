import { createRequire } from 'node:module';
import { createPhoneNumbers, type ParsePhoneNumber } from '../../../shared/calls/phone-number.ts';

const require = createRequire(import.meta.url);

/** Loads the package with the first number, and then keeps it: it consists of a hundred modules. */
const loadParser = () => require('libphonenumber-js/min') as typeof import('libphonenumber-js/min'); // of its types

const parse: ParsePhoneNumber = (number) => loadParser().default(number);

export const { normalizePhoneNumber, describeUnusualNumber } = createPhoneNumbers(parse);

/**
 * Returns whether a normalized number has more digits than any number of its country, because the text that it was read from has an
 * extension. Text in E.164 is taken as it is.
 */
export function hasExtension(number: string, text: string): boolean {
  return number !== text && loadParser().validatePhoneNumberLength(number) === 'TOO_LONG';
}

const trunkPrefixes = ['0', '00', '01', '06', '1', '8', '80'];

/**
 * Lists the forms in which a normalized number can be stored, the normalized one first: an earlier version kept trunk prefixes. Some
 * are forms of other numbers, so compare what was found with `normalizePhoneNumber`.
 */
export function listStoredForms(number: string): readonly string[] {
  const parsed = parse(number);
  if (!parsed) return [number];
  const { countryCallingCode, nationalNumber } = parsed;
  return [number, ...trunkPrefixes.map((prefix) => `+${countryCallingCode}${prefix}${nationalNumber}`)];
}

/** Lists the digits to find in normalized numbers for typed digits, with or without a country code, a trunk zero or `00`. */
export function listSearchedDigits(digits: string): readonly string[] {
  const number = `+${digits.replace(/^00/, '')}`;
  const parsed = parse(number);
  return [
    ...new Set([
      digits,
      normalizePhoneNumber(number).slice(1),
      // Also while a number is typed.
      ...(parsed ? [`${parsed.countryCallingCode}${parsed.nationalNumber.replace(/^0+/, '')}`] : []),
      // Fewer digits are rather the middle of a number.
      ...(/^0\d{6}/.test(digits) ? [digits.replace(/^0+/, '')] : []),
    ]),
  ];
}
