import { foldSearchText } from '../format/fold-search-text.ts';

/** Longer texts are not matched by initials: almost any letters are the initials of some words in a page of prose. */
const maxFuzzyLength = 200;

/**
 * Returns how well a query matches a text: higher is better, null means no match. Each word of the query must occur at the
 * start of a word, inside a word, or as the first letters of consecutive words (`gtk` or `gokn` in “Go to Knowledge”).
 * Case and diacritics are ignored.
 */
export function scoreText(query: string, text: string): number | null {
  const target = foldSearchText(text);
  let sum = 0;
  for (const word of foldSearchText(query).split(/\s+/).filter(Boolean)) {
    const score = scoreWord(word, target);
    if (score === null) return null;
    sum += score;
  }
  // Among equal matches, shorter texts rank higher.
  return sum - target.length / 1_000;
}

/** Returns the best score of several texts, with a small preference for the first. */
export function scoreTexts(query: string, texts: readonly string[]): number | null {
  const scores = texts.flatMap((text, index) => {
    const score = scoreText(query, text);
    return score === null ? [] : [score - index];
  });
  return scores.length === 0 ? null : Math.max(...scores);
}

function scoreWord(word: string, target: string): number | null {
  const at = target.indexOf(word);
  if (at === 0) return 10;
  if (at > 0) return hasWordStart(target, word) ? 8 : 5;
  return word.length > 1 && target.length <= maxFuzzyLength && isWordStartMatch(word, target) ? 2 : null;
}

function hasWordStart(target: string, word: string): boolean {
  for (let at = target.indexOf(word); at !== -1; at = target.indexOf(word, at + 1)) {
    if (isWordStart(target, at)) return true;
  }
  return false;
}

function isWordStart(target: string, at: number): boolean {
  return at === 0 || !/[\p{Letter}\p{Number}]/u.test(target.charAt(at - 1));
}

/** Whether each letter is at the start of a word or directly after the previous letter. */
function isWordStartMatch(letters: string, target: string): boolean {
  /** The positions in the text after which the letters so far can end. */
  let ends = new Set<number>();
  for (const [index, letter] of [...letters].entries()) {
    const next = new Set<number>();
    const from = index === 0 ? 0 : Math.min(...ends);
    for (let at = target.indexOf(letter, from); at !== -1; at = target.indexOf(letter, at + 1)) {
      if (ends.has(at) || isWordStart(target, at)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return true;
}
