import type { PhoneNumber } from 'libphonenumber-js/min';
import { toAsciiDigits } from '../text/ascii-digits.ts';
import { toPlainToken } from '../text/plain-text.ts';
import { recipientNumberPattern } from './recipient-number.ts';

/** What people write between digits, as in `+44 (0)20/7946-0018` or `+33·1·99`: spaces, brackets, dots, slashes and dashes. */
const separators = /[\s()[\]./·•~\p{Pd}\u2027\u2043\u2044\u2053\u2212\u2215\u2219\u22c5\u30fb\u30fc]/gu;

/** What exports write before a number. */
const labels = /^(?:tel|callto|p):/i;

/** The beginning of an international number. `0011` is not: in Australia it replaces the plus sign, elsewhere `1` is a country. */
const internationalPrefix = /^(?:\+*00(?!11)|\++)(?=[1-9])/;

/** An international number with a trunk zero, which may have more digits than E.164 allows. */
const internationalPattern = /^\+[1-9]\d{4,17}$/;

/** `+44 0 (0)20` has two. */
const maxTrunkPrefixes = 3;

/** Parses an international number; undefined if its country is not known. */
export type ParsePhoneNumber = (number: string) => PhoneNumber | undefined;

/** Creates the functions with a parser, because loading the package takes a tenth of the service’s start. */
export function createPhoneNumbers(parse: ParsePhoneNumber) {
  /**
   * Returns the number that a text means, in E.164: without separators, invisible marks and the trunk prefix, which is used
   * only inside a country. `+44 (0)20 7946-0018` and `0044 20 7946 0018` become `+442079460018`; `+39 06 1234 5678` keeps its
   * zero. Text that is not an international number is returned without separators.
   */
  function normalizePhoneNumber(input: string): string {
    const number = toAsciiDigits(toPlainToken(input).normalize('NFKC'))
      .replace(labels, '')
      .replaceAll(separators, '')
      .replace('\u2795', '+')
      .replace(internationalPrefix, '+');
    if (!internationalPattern.test(number)) return number;
    const withoutPrefix = removeTrunkPrefix(number);
    return recipientNumberPattern.test(withoutPrefix) ? withoutPrefix : number;
  }

  /** Returns why a normalized number may not exist, as a sentence; null if nothing is unusual. */
  function describeUnusualNumber(number: string): string | null {
    const parsed = parse(number);
    if (!parsed) return 'Unknown country code.';
    return parsed.isPossible() ? null : 'Unusual length for this country.';
  }

  function removeTrunkPrefix(number: string): string {
    let current = number;
    for (let count = 0; count < maxTrunkPrefixes; count++) {
      const parsed = parse(current);
      const next = parsed && (parseWithoutZero(parsed) ?? parsed);
      // The beginning of a number, such as +7 800, can look like a trunk prefix.
      if (!next?.isPossible()) return current;
      current = next.number;
    }
    return current;
  }

  /**
   * Returns the number without a zero that is no trunk prefix in its country, or without former or repeated prefixes of Mexico and
   * Argentina; undefined if the number is valid with it, or not without it.
   */
  function parseWithoutZero(parsed: PhoneNumber): PhoneNumber | undefined {
    if (parsed.isValid()) return undefined;
    const { countryCallingCode, nationalNumber } = parsed;
    if (countryCallingCode === '54' && nationalNumber.startsWith('9'))
      return parseArgentineMobile(nationalNumber.slice(1));
    const prefix = countryCallingCode === '52' ? /^(?:0?1|04[45])(?=\d{10}$)|^0+/ : /^0+/;
    const shorter = nationalNumber.replace(prefix, '');
    if (shorter === nationalNumber) return undefined;
    const candidate = parse(`+${countryCallingCode}${shorter}`);
    return candidate?.isValid() ? candidate : undefined;
  }

  /** Reads a mobile number that has the 9 of international calls, and a trunk zero or the 15 of national ones as well. */
  function parseArgentineMobile(nationalNumber: string): PhoneNumber | undefined {
    const parsed = parse(`+54${nationalNumber}`);
    const candidate = parsed?.nationalNumber.startsWith('9') ? parsed : parse(`+549${parsed?.nationalNumber ?? ''}`);
    return candidate?.isValid() ? candidate : undefined;
  }

  return { normalizePhoneNumber, describeUnusualNumber };
}
