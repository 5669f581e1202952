/** A piece of a name in one font. */
type Run<Font> = { readonly text: string; readonly font: Font; readonly isRightToLeft: boolean };

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

/**
 * Breaks a name into lines of runs in one font. Words and runs are ordered by their direction, like the Unicode Bidirectional Algorithm
 * for text without marks of direction: the first letter determines the direction of the whole name.
 */
export function layOutName<Font>(name: string, options: Options<Font>): NameLayout<Font> {
  const isRightToLeft = rightToLeftPattern.test(/\p{L}/u.exec(name)?.[0] ?? '');
  const lines: Run<Font>[][][] = [[]];
  let x = 0;
  for (const text of name.split(' ')) {
    const word = splitRuns(text, options.chooseFont);
    const width = measureWord(word, options);
    if (x > 0 && x + width > options.width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push(word);
    x += width + options.spaceWidth;
  }
  return { lines: lines.map((words) => placeLine(words, isRightToLeft, options)) };
}

function placeLine<Font>(words: readonly Run<Font>[][], isRightToLeft: boolean, options: Options<Font>) {
  let x = 0;
  return orderByDirection(words, isRightToLeft, (word) => word.some((run) => run.isRightToLeft)).flatMap((word) => {
    const runs = orderByDirection(word, isRightToLeft, (run) => run.isRightToLeft).map(({ text, font }) => {
      const placed = { text, font, x };
      x += options.measure(text, font);
      return placed;
    });
    x += options.spaceWidth;
    return runs;
  });
}

function measureWord<Font>(word: readonly Run<Font>[], { measure }: Options<Font>): number {
  return word.reduce((sum, { text, font }) => sum + measure(text, font), 0);
}

function splitRuns<Font>(word: string, chooseFont: Options<Font>['chooseFont']): Run<Font>[] {
  const runs: Run<Font>[] = [];
  for (const character of word) {
    const last = runs.at(-1);
    const font = chooseFont(character, last?.font);
    if (last?.font === font) runs[runs.length - 1] = { ...last, text: last.text + character };
    else runs.push({ text: character, font, isRightToLeft: rightToLeftPattern.test(character) });
  }
  return runs;
}

/** Returns the items from left to right: neighbors of the other direction than the whole are read the other way. */
function orderByDirection<Item>(
  items: readonly Item[],
  isRightToLeft: boolean,
  isItemRightToLeft: (item: Item) => boolean,
): readonly Item[] {
  const groups: { readonly isRightToLeft: boolean; readonly items: Item[] }[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.isRightToLeft === isItemRightToLeft(item)) last.items.push(item);
    else groups.push({ isRightToLeft: isItemRightToLeft(item), items: [item] });
  }
  const ordered = groups.map((group) => (group.isRightToLeft ? group.items.toReversed() : group.items));
  return (isRightToLeft ? ordered.toReversed() : ordered).flat();
}
