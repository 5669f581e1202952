import { ParseError } from './parse-error.ts';

/** Returns a function that subtracts characters from a budget of `maxChars`. It throws ParseError `too_long` when the budget is exceeded. */
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
