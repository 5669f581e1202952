import type { TextBlock } from './read-page-text.ts';
import type { TextLine } from './join-lines.ts';

/** A page number, a footer and a header can be between two parts of a table. */
const maxLinesBetween = 2;

type PagePair = { readonly upper: readonly TextBlock[]; readonly lower: readonly TextBlock[] };

/**
 * Moves the rest of a table row from the top of a page to the row at the end of the page before it. The rest has an empty
 * first cell, and continues the sentences of the other cells.
 */
export function joinSplitRow(upper: readonly TextBlock[], lower: readonly TextBlock[]): PagePair {
  const upperLines = upper.flatMap(({ lines }) => lines);
  const lowerLines = lower.flatMap(({ lines }) => lines);
  const last = upperLines.findLast(hasCells);
  const first = lowerLines.find(hasCells);
  if (!last || !first) return { upper, lower };
  // The names of the columns can be repeated.
  const hasHeader = upperLines.some(({ text }) => text === first.text);
  const rest = hasHeader ? lowerLines[lowerLines.indexOf(first) + 1] : first;
  const isAtEnd = upperLines.length - upperLines.indexOf(last) - 1 <= maxLinesBetween;
  const joined =
    rest && isAtEnd && lowerLines.indexOf(first) <= maxLinesBetween
      ? joinRows(last.text.split('\t'), rest.text.split('\t'))
      : null;
  if (!rest || !joined) return { upper, lower };
  return {
    upper: replaceLine(upper, last, { ...last, text: joined.join('\t') }),
    lower: replaceLine(lower, rest, null),
  };
}

function hasCells({ text }: TextLine): boolean {
  return text.includes('\t');
}

function joinRows(cells: readonly string[], rest: readonly string[]): readonly string[] | null {
  if (rest.length > cells.length || rest[0] !== '') return null;
  const continues = rest.every((part, column) => part === '' || isContinued(cells[column] ?? '', part));
  return continues
    ? cells.map((cell, column) => [cell, rest[column] ?? ''].filter((part) => part !== '').join(' '))
    : null;
}

function isContinued(cell: string, rest: string): boolean {
  return cell !== '' && !/[.!?:;]$/.test(cell) && (/^\p{Ll}/u.test(rest) || /[\p{Ll},-]$/u.test(cell));
}

function replaceLine(blocks: readonly TextBlock[], line: TextLine, other: TextLine | null): readonly TextBlock[] {
  return blocks
    .map((block) => ({
      ...block,
      lines: block.lines.flatMap((item) => (item !== line ? [item] : other ? [other] : [])),
    }))
    .filter(({ lines }) => lines.length > 0);
}
