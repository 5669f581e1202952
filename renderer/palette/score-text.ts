/** Only names are looked through letter by letter: of a page of prose anything could be the first letters. */
const maxFuzzyLength = 200;

/**
 * How well what was typed is found in a text: higher is better, null where it is not. Each word of it must be found, as
 * the beginning of a word, inside one, or letter by letter at the beginnings of words and after one another (`gtk` in
 * “Go to Knowledge”). Marks over letters and their case do not matter.
 */
export function scoreText(typed: string, text: string): number | null {
  const target = foldText(text);
  let sum = 0;
  for (const word of foldText(typed).split(/\s+/).filter(Boolean)) {
    const score = scoreWord(word, target);
    if (score === null) return null;
    sum += score;
  }
  // Of texts that match alike, the shorter one is meant.
  return sum - target.length / 1_000;
}

/** The best of several texts, of which the first counts most. */
export function scoreTexts(typed: string, texts: readonly string[]): number | null {
  const scores = texts.flatMap((text, place) => {
    const score = scoreText(typed, text);
    return score === null ? [] : [score - place];
  });
  return scores.length === 0 ? null : Math.max(...scores);
}

/** Lower case, compatible forms, without marks over letters. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
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

/** Letter by letter: each one begins a word or follows the letter before. */
function isWordStartMatch(letters: string, target: string): boolean {
  /** After which places of the text the letters so far may end. */
  let ends = new Set<number>();
  for (const [place, letter] of [...letters].entries()) {
    const next = new Set<number>();
    const from = place === 0 ? 0 : Math.min(...ends);
    for (let at = target.indexOf(letter, from); at !== -1; at = target.indexOf(letter, at + 1)) {
      if (ends.has(at) || isWordStart(target, at)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    ends = next;
  }
  return true;
}
