/** Words beyond this number add little, and each one costs time on the main thread. */
const maxQueryWords = 48;

const wordPattern = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
const codePattern = /(?=\S*\d)[\p{L}\p{M}\p{N}]+(?:[-.,:/_][\p{L}\p{M}\p{N}]+)+|\b\p{Lu}+(?:-\p{Lu}+)+\b/gu;

/** English words that phrase a question but are not part of its subject. */
const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being but by can could did do does doing for from
  had has have having he her here him his how i if in into is it its just know let like many may me might more most much
  must my no not of on one or our out please shall she should so some such tell than that the their them then there these
  they this those to too under until up us use very was we were what when where which while who whom whose why will with
  would you your yours mean means say says show shows go goes read apply applies give gives get gets need want`.split(
    /\s+/,
  ),
);

export type QueryWords = {
  /** Words and codes to search for, each once. */
  readonly words: readonly string[];
  /**
   * Those of `words` that are compound numbers or codes. They count as a whole because the parts of "PL-300X", "clause 3.4",
   * "$2,500.00" and "MW-A" mean little on their own.
   */
  readonly codes: readonly string[];
};

/** Selects the words and codes of a query that are worth searching for. Stop words are used only if there is nothing else. */
export function selectQueryWords(query: string): QueryWords {
  const codes = findDistinct(query, codePattern);
  const words = findDistinct(query.toLowerCase(), wordPattern);
  const contentWords = words.filter((word) => !stopWords.has(word));
  return { words: [...codes, ...(contentWords.length > 0 ? contentWords : words)].slice(0, maxQueryWords), codes };
}

/** Returns the distinct matches in order of first occurrence. */
function findDistinct(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern))];
}
