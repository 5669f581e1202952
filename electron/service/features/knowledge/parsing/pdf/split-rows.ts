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
  const lastRow = upperLines.findLast(hasCells);
  const first = lowerLines.find(hasCells);
  if (!lastRow || !first) return { upper, lower };
  const split = joinSplitCell(lastRow, upperLines, lowerLines);
  if (split) return { upper: replaceLine(upper, lastRow, [split.row]), lower: replaceLine(lower, split.rest, []) };
  const last = findFirstCell(upperLines, lastRow) ?? lastRow;
  // The names of the columns can be repeated.
  const hasHeader = upperLines.some(({ text }) => text === first.text);
  const rest = hasHeader ? lowerLines[lowerLines.indexOf(first) + 1] : first;
  const isAtEnd = upperLines.length - upperLines.indexOf(last) - 1 <= maxLinesBetween;
  const joined =
    rest && isAtEnd && lowerLines.indexOf(first) <= maxLinesBetween
      ? joinRows(last.text.split('\t'), rest.text.split('\t'))
      : null;
  if (!rest || !joined) return { upper, lower };
  const text = joined.join('\t');
  return {
    upper:
      last === lastRow
        ? replaceLine(upper, last, [{ ...last, text }])
        : replaceLine(replaceLine(upper, last, []), lastRow, [lastRow, { ...lastRow, y: last.y, text }]),
    lower: replaceLine(lower, rest, []),
  };
}

/** The rest of a cell begins further to the right than its table. */
const minCellOffsetPoints = 10;
const minSplitWords = 3;

/**
 * Returns the last row with the rest of its only unfinished sentence, if that is alone on the next page, above rows. A line in another
 * column than the first has no tab before it.
 */
function joinSplitCell(
  lastRow: TextLine,
  upperLines: readonly TextLine[],
  lowerLines: readonly TextLine[],
): { readonly row: TextLine; readonly rest: TextLine } | null {
  const at = lowerLines.findIndex(hasCells) - 1;
  const rest = lowerLines[at];
  const isAtEnd = upperLines.length - upperLines.indexOf(lastRow) - 1 <= maxLinesBetween;
  if (!rest || at > maxLinesBetween || !isAtEnd || !/^\p{Ll}/u.test(rest.text)) return null;
  if (rest.start < lastRow.start + minCellOffsetPoints || Math.abs(rest.size - lastRow.size) > 0.5) return null;
  const cells = lastRow.text.split('\t');
  const open = cells.filter(isUnfinished);
  if (open.length !== 1) return null;
  const text = cells.map((cell) => (isUnfinished(cell) ? `${cell} ${rest.text}` : cell)).join('\t');
  return { row: { ...lastRow, text }, rest };
}

/** Whether a cell has a sentence without its end. */
function isUnfinished(cell: string): boolean {
  return cell.split(' ').length >= minSplitWords && /[\p{L}\d,-]$/u.test(cell);
}

/** Returns the line after the last row, if it is the first cell of a row whose other cells are on the next page. */
function findFirstCell(lines: readonly TextLine[], row: TextLine): TextLine | undefined {
  const next = lines[lines.indexOf(row) + 1];
  return next?.start === row.start && next.size === row.size && next.font === row.font ? next : undefined;
}

function hasCells({ text }: TextLine): boolean {
  return text.includes('\t');
}

function joinRows(cells: readonly string[], rest: readonly string[]): readonly string[] | null {
  if (rest[0] !== '') return null;
  if (cells.length === 1) return [...cells, ...rest.slice(1)];
  if (rest.length > cells.length) return null;
  const continues = rest.every((part, column) => part === '' || isContinued(cells[column] ?? '', part));
  return continues
    ? cells.map((cell, column) => [cell, rest[column] ?? ''].filter((part) => part !== '').join(' '))
    : null;
}

function isContinued(cell: string, rest: string): boolean {
  return cell !== '' && !/[.!?:;]$/.test(cell) && (/^\p{Ll}/u.test(rest) || /[\p{Ll},-]$/u.test(cell));
}

function replaceLine(blocks: readonly TextBlock[], line: TextLine, others: readonly TextLine[]): readonly TextBlock[] {
  return blocks
    .map((block) => ({ ...block, lines: block.lines.flatMap((item) => (item === line ? others : [item])) }))
    .filter(({ lines }) => lines.length > 0);
}
