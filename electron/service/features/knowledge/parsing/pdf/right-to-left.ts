const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const anyLetter = /\p{L}/u;
const digit = /[\d\u0660-\u0669\u06f0-\u06f9]/;
/** Marks that belong to the number beside them, or only to the one around them. */
const numberMark = /^[+\u2212%$€£₪-]$/;
const innerMark = /^[.,:/]$/;
const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};
/** Hebrew letters that have this shape at the end of a word only, and Arabic letters that occur there only. */
const finalLetter = '[ךםןףץةى]';
const finalAtEnd = new RegExp(
  `[\\u05d0-\\u05ea\\u0621-\\u064a]{2,}(?<=${finalLetter})(?![\\u05d0-\\u05ea\\u0621-\\u064a])`,
  'gu',
);
const finalAtStart = new RegExp(
  `(?<![\\u05d0-\\u05ea\\u0621-\\u064a])${finalLetter}[\\u05d0-\\u05ea\\u0621-\\u064a]+`,
  'gu',
);

/**
 * Returns the text of characters that are given from left to right on the page. Hebrew and Arabic are read from right to
 * left, except for their numbers and Latin words (Unicode Standard Annex 9, with the order on the page as input).
 */
export function reorderRightToLeft(units: readonly string[]): string {
  const text = units.join('');
  if (!rtlLetter.test(text)) return text;
  const rtlCount = units.filter((unit) => rtlLetter.test(unit)).length;
  const ltrCount = units.filter(isLtrLetter).length;
  const reordered = rtlCount >= ltrCount ? reverseLine(units) : reverseRuns(units);
  // Some programs draw the letters in reading order from left to right, so that the shapes of final letters begin words.
  const isDrawnInOrder = countMatches(text, finalAtEnd) > countMatches(text, finalAtStart);
  return isDrawnInOrder && countMatches(reordered, finalAtEnd) < countMatches(text, finalAtEnd) ? text : reordered;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Reads a line from right to left, and the numbers and Latin words in it from left to right. */
function reverseLine(units: readonly string[]): string {
  return splitRuns(units, isLeftToRight)
    .toReversed()
    .map(({ items, matches }) => (matches ? items.join('') : items.toReversed().map(mirror).join('')))
    .join('');
}

/** Reads a line from left to right, and the right-to-left words in it from right to left. */
function reverseRuns(units: readonly string[]): string {
  return splitRuns(
    units,
    (unit, index) => rtlLetter.test(unit) || isBetween(units, index, (side) => rtlLetter.test(side)),
  )
    .map(({ items, matches }) => (matches ? reverseLine(items) : items.join('')))
    .join('');
}

function isLtrLetter(unit: string): boolean {
  return anyLetter.test(unit) && !rtlLetter.test(unit);
}

function isLeftToRight(unit: string, index: number, units: readonly string[]): boolean {
  if (isLtrLetter(unit) || digit.test(unit)) return true;
  if (rtlLetter.test(unit)) return false;
  const [isAfter, isBefore] = [units[index - 1] ?? '', units[index + 1] ?? ''].map((side) => digit.test(side));
  if ((numberMark.test(unit) && (isAfter || isBefore)) || (innerMark.test(unit) && isAfter && isBefore)) return true;
  // A space between two Latin words, but not between two numbers.
  return (
    isBetween(units, index, (side) => isLtrLetter(side) || digit.test(side)) &&
    !isBetween(units, index, (side) => digit.test(side))
  );
}

function isStrong(unit: string): boolean {
  return anyLetter.test(unit) || digit.test(unit);
}

/** Whether a space or mark is between two letters or digits that match. */
function isBetween(units: readonly string[], index: number, matches: (unit: string) => boolean): boolean {
  if (isStrong(units[index] ?? '')) return false;
  const before = units.slice(0, index).findLast(isStrong);
  const after = units.slice(index + 1).find(isStrong);
  return before !== undefined && after !== undefined && matches(before) && matches(after);
}

type Run = { readonly items: string[]; readonly matches: boolean };

function splitRuns(
  units: readonly string[],
  test: (unit: string, index: number, units: readonly string[]) => boolean,
): readonly Run[] {
  const runs: Run[] = [];
  units.forEach((unit, index) => {
    const matches = test(unit, index, units);
    const run = runs.at(-1);
    if (run?.matches === matches) run.items.push(unit);
    else runs.push({ items: [unit], matches });
  });
  return runs;
}

function mirror(unit: string): string {
  return mirrored[unit] ?? unit;
}
