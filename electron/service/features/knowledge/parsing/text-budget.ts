import { ParseError } from './parse-error.ts';

/** Returns a function that counts characters of text and throws ParseError `too_long` if there are more than `maxChars`. */
export function createTextBudget(maxChars: number): (chars: number) => void {
  let total = 0;
  return (chars) => {
    total += chars;
    if (total <= maxChars) return;
    const millions = Math.round(maxChars / 1e5) / 10;
    throw new ParseError(
      'too_long',
      `The document has more than ${millions} million characters of text. Split it and upload the parts.`,
    );
  };
}
