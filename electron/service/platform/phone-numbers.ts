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

/** Forms of mobile numbers that reach the same subscriber, each with what replaces it. */
const mobileForms: readonly (readonly [RegExp, string])[] = [
  // Argentina has a 9 only in calls from abroad.
  [/^\+549(?=\d{10}$)/, '+54'],
  [/^\+54(?=\d{10}$)/, '+549'],
  // Brazil has put a 9 before its eight digits.
  [/^(\+55\d\d)9(?=[6-9]\d{7}$)/, '$1'],
  [/^(\+55\d\d)(?=[6-9]\d{7}$)/, '$19'],
];

/** Lists the numbers that reach the same subscriber as a normalized number, which is the first. */
export function listNumbersOfSubscriber(number: string): readonly string[] {
  const others = mobileForms.filter(([form]) => form.test(number)).map(([form, other]) => number.replace(form, other));
  return [number, ...others, ...listCompleteBeginnings(number)];
}

/** Networks ignore the digits after a complete number. */
function listCompleteBeginnings(number: string): readonly string[] {
  let complete = number;
  while (loadParser().validatePhoneNumberLength(complete) === 'TOO_LONG') complete = complete.slice(0, -1);
  return complete === number ? [] : [complete];
}

/** Lists the digits to find in normalized numbers for typed digits, with or without a country code, a trunk zero or `00`. */
export function listSearchedDigits(digits: string): readonly string[] {
  const number = `+${digits.replace(/^00/, '')}`;
  const parsed = parse(number);
  return [
    ...new Set([
      digits,
      ...listNumbersOfSubscriber(normalizePhoneNumber(number)).map((same) => same.slice(1)),
      // Also while a number is typed.
      ...(parsed ? [`${parsed.countryCallingCode}${parsed.nationalNumber.replace(/^0+/, '')}`] : []),
      // Fewer digits are rather the middle of a number.
      ...(/^0\d{6}/.test(digits) ? [digits.replace(/^0+/, '')] : []),
    ]),
  ];
}
