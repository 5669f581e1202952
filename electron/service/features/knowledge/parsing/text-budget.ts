import { ParseError } from './parse-error.ts';

/** Counts characters of text, and throws ParseError `too_long` when there are more than a document may have. */
export function createTextBudget(maxChars: number): (chars: number) => void {
  let spent = 0;
  return (chars) => {
    spent += chars;
    if (spent <= maxChars) return;
    const millions = Math.round(maxChars / 1e5) / 10;
    throw new ParseError(
      'too_long',
      `The document has more than ${millions} million characters of text. Split it and upload the parts.`,
    );
  };
}
