/** The characters of one item of a page's text, from `start` to before `end`. */
export type ItemRange = { readonly item: number; readonly start: number; readonly end: number };

/** `whole` if all words of the passage are on the page, `part` if some are. */
export type PassageMatch = 'whole' | 'part' | 'none';

/** Shorter parts of a passage occur by chance: a few words, or a cell of a table. */
const minRunLength = 12;
const seedLength = 8;
const maxSeedPositions = 16;
const maxPageChars = 200_000;
const maxPassageChars = 8_000;
/** Less is missing if the reader writes a mark or a fraction in another way than the page. */
const wholeFraction = 0.95;

/**
 * Finds a passage among the items of a page's text. Only letters and digits are compared, without case and accents: the passage
 * has other spaces, hyphens and line ends than the page, and its parts can be in another order.
 */
export function findPassage(
  items: readonly string[],
  passage: string,
): { readonly match: PassageMatch; readonly ranges: readonly ItemRange[] } {
  const page = joinItems(items);
  const wanted = readLetters(passage.slice(0, maxPassageChars)).letters;
  const runs = findRuns(page.letters, wanted);
  const found = runs.reduce((sum, { length }) => sum + length, 0);
  if (found === 0) return { match: 'none', ranges: [] };
  return {
    match: found >= wanted.length * wholeFraction ? 'whole' : 'part',
    ranges: toItemRanges(page, runs).map((range) => includeMarks(range, items[range.item] ?? '')),
  };
}

type Letters = {
  readonly letters: string;
  /** For each letter, the index of its character in the text. */
  readonly offsets: readonly number[];
};

/** Returns the letters and digits of a text, without case, accents and ligatures. */
function readLetters(text: string): Letters {
  const offsets: number[] = [];
  let letters = '';
  let offset = 0;
  for (const character of text) {
    for (const letter of character
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')) {
      letters += letter;
      for (let unit = 0; unit < letter.length; unit++) offsets.push(offset);
    }
    offset += character.length;
  }
  return { letters, offsets };
}

type PageLetters = Letters & { readonly itemIndexes: readonly number[] };

function joinItems(items: readonly string[]): PageLetters {
  let joined = '';
  const offsets: number[] = [];
  const itemIndexes: number[] = [];
  for (const [item, text] of items.entries()) {
    if (joined.length > maxPageChars) break;
    const read = readLetters(text.slice(0, maxPageChars));
    joined += read.letters;
    for (const offset of read.offsets) {
      offsets.push(offset);
      itemIndexes.push(item);
    }
  }
  return { letters: joined, offsets, itemIndexes };
}

type Run = { readonly start: number; readonly length: number };

/** Returns the parts of the page that are equal to parts of the passage, each as long as possible. */
function findRuns(page: string, wanted: string): readonly Run[] {
  const whole = wanted === '' ? -1 : page.indexOf(wanted);
  if (whole >= 0) return [{ start: whole, length: wanted.length }];
  const seeds = indexSeeds(page);
  const runs: Run[] = [];
  for (let at = 0; at + seedLength <= wanted.length;) {
    const run = findLongestRun(page, wanted, at, seeds.get(wanted.slice(at, at + seedLength)) ?? []);
    if (run.length >= Math.min(minRunLength, wanted.length)) runs.push(run);
    at += run.length >= minRunLength ? run.length : 1;
  }
  return runs;
}

function indexSeeds(page: string): ReadonlyMap<string, readonly number[]> {
  const seeds = new Map<string, number[]>();
  for (let start = 0; start + seedLength <= page.length; start++) {
    const seed = page.slice(start, start + seedLength);
    const positions = seeds.get(seed);
    if (!positions) seeds.set(seed, [start]);
    else if (positions.length < maxSeedPositions) positions.push(start);
  }
  return seeds;
}

function findLongestRun(page: string, wanted: string, at: number, positions: readonly number[]): Run {
  let longest: Run = { start: 0, length: 0 };
  for (const start of positions) {
    let length = 0;
    while (at + length < wanted.length && page[start + length] === wanted[at + length]) length += 1;
    if (length > longest.length) longest = { start, length };
  }
  return longest;
}

const markPattern = /[^\p{L}\p{N}\s]/u;

/** Extends a range over marks that belong to its words, such as a currency sign or a period. */
function includeMarks({ item, start, end }: ItemRange, text: string): ItemRange {
  while (start > 0 && markPattern.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && markPattern.test(text.charAt(end))) end += 1;
  return { item, start, end };
}

/** Returns one range for each item that a run touches. */
function toItemRanges({ offsets, itemIndexes }: PageLetters, runs: readonly Run[]): readonly ItemRange[] {
  const ranges: { item: number; start: number; end: number }[] = [];
  for (const { start, length } of runs) {
    let last: (typeof ranges)[number] | undefined;
    for (let index = start; index < start + length; index++) {
      const [item = 0, offset = 0] = [itemIndexes[index], offsets[index]];
      if (last?.item === item) last.end = offset + 1;
      else ranges.push((last = { item, start: offset, end: offset + 1 }));
    }
  }
  return ranges;
}
