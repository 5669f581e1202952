/** A piece of a name in one font and direction; a space between two words has no font. */
type Run<Font> = { readonly text: string; readonly font: Font | null; readonly isRightToLeft: boolean };

type Word<Font> = {
  /** In the order in which they are read. */
  readonly runs: readonly Run<Font>[];
  /** The space before it. */
  readonly space: Run<Font>;
};

export type NameLayout<Font> = {
  /** Of each line, the runs from left to right, with their distance from the left. */
  readonly lines: readonly (readonly { readonly text: string; readonly font: Font; readonly x: number }[])[];
};

type Options<Font> = {
  readonly width: number;
  readonly spaceWidth: number;
  /** Returns the font that has a character, the previous one if that has it. */
  readonly chooseFont: (character: string, previous: Font | undefined) => Font;
  readonly measure: (text: string, font: Font) => number;
};

const rightToLeftPattern = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;

/** Whether a name has letters that are read from right to left, so that its words need `layOutName`, whatever font they have. */
export function hasRightToLeft(name: string): boolean {
  return rightToLeftPattern.test(name);
}

/**
 * Breaks a name into lines of runs in one font and direction. Runs are ordered by their direction, like the Unicode Bidirectional
 * Algorithm for text without marks of direction: the first letter determines the direction of the whole name.
 */
export function layOutName<Font>(name: string, options: Options<Font>): NameLayout<Font> {
  const isRightToLeft = hasRightToLeft(/\p{L}/u.exec(name)?.[0] ?? '');
  const lines: Word<Font>[][] = [[]];
  let x = 0;
  for (const word of splitWords(name, isRightToLeft, options.chooseFont)) {
    const width = word.runs.reduce((sum, run) => sum + measureRun(run, options), 0);
    if (x > 0 && x + width > options.width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push(word);
    x += width + options.spaceWidth;
  }
  return { lines: lines.map((words) => placeLine(words, isRightToLeft, options)) };
}

function placeLine<Font>(words: readonly Word<Font>[], isRightToLeft: boolean, options: Options<Font>) {
  let x = 0;
  const runs = words.flatMap(({ runs: own, space }, index) => (index === 0 ? own : [space, ...own]));
  return orderByDirection(runs, isRightToLeft).flatMap((run) => {
    const { text, font } = run;
    const placed = font === null ? [] : [{ text, font, x }];
    x += measureRun(run, options);
    return placed;
  });
}

function measureRun<Font>({ text, font }: Run<Font>, { measure, spaceWidth }: Options<Font>): number {
  return font === null ? spaceWidth : measure(text, font);
}

function splitWords<Font>(
  name: string,
  isRightToLeft: boolean,
  chooseFont: Options<Font>['chooseFont'],
): readonly Word<Font>[] {
  const characters = [...name];
  const directions = findDirections(characters, isRightToLeft);
  let runs: Run<Font>[] = [];
  const words = [{ runs, space: { text: ' ', font: null, isRightToLeft } }];
  for (const [index, character] of characters.entries()) {
    const direction = { isRightToLeft: directions[index] ?? isRightToLeft };
    if (character === ' ') {
      runs = [];
      words.push({ runs, space: { text: ' ', font: null, ...direction } });
    } else {
      const last = runs.at(-1);
      const font = chooseFont(character, last?.font ?? undefined);
      const text = direction.isRightToLeft ? (mirrored.get(character) ?? character) : character;
      if (last?.font !== font || last.isRightToLeft !== direction.isRightToLeft)
        runs.push({ text, font, ...direction });
      else runs[runs.length - 1] = { ...last, text: last.text + text };
    }
  }
  return words;
}

/** Brackets, which open to the other side in text from right to left. */
const mirrored: ReadonlyMap<string, string> = new Map(
  ['()', '[]', '{}', '<>', '«»'].flatMap(([left = '', right = '']) => [
    [left, right],
    [right, left],
  ]),
);

/**
 * Returns for each character whether it is read from right to left. A sign between two letters of one direction has that direction, and
 * any other sign the direction of the name. A mark has the direction of its letter.
 */
function findDirections(characters: readonly string[], isRightToLeft: boolean): readonly boolean[] {
  const strong = characters.map((character) =>
    hasRightToLeft(character) ? true : /[\p{L}\p{N}]/u.test(character) ? false : null,
  );
  for (const [open, character] of characters.entries()) {
    const close = '([{<«'.includes(character) ? characters.indexOf(mirrored.get(character) ?? '', open) : -1;
    if (close !== -1) strong[open] = strong[close] = findBracketDirection(characters, { open, close }, isRightToLeft);
  }
  let before = isRightToLeft;
  return strong.map((direction, index) => {
    if (direction === null && /[\p{M}\u200c\u200d]/u.test(characters[index] ?? '')) return before;
    const after = strong.slice(index + 1).find((next) => next !== null) ?? isRightToLeft;
    before = direction ?? (before === after ? before : isRightToLeft);
    return before;
  });
}

const isLetter = (character: string) => /\p{L}/u.test(character);

/** Brackets have the direction of the name, unless all letters in them and the last letter before them have the other direction. */
function findBracketDirection(
  characters: readonly string[],
  { open, close }: { readonly open: number; readonly close: number },
  isRightToLeft: boolean,
): boolean {
  const inside = characters.slice(open, close).filter(isLetter);
  const before = characters.slice(0, open).findLast(isLetter);
  const isOther = (letter: string | undefined) => letter !== undefined && hasRightToLeft(letter) !== isRightToLeft;
  return inside.length > 0 && inside.every(isOther) && isOther(before) ? !isRightToLeft : isRightToLeft;
}

/** Returns runs from left to right: neighbors of the other direction than the whole are read the other way. */
function orderByDirection<Font>(runs: readonly Run<Font>[], isRightToLeft: boolean): readonly Run<Font>[] {
  const groups: Run<Font>[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last?.[0]?.isRightToLeft === run.isRightToLeft) last.push(run);
    else groups.push([run]);
  }
  const ordered = groups.map((group) => (group[0]?.isRightToLeft ? group.toReversed() : group));
  return (isRightToLeft ? ordered.toReversed() : ordered).flat();
}
