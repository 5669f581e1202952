/** A run of characters on a page. Coordinates are in points from the lower left corner. */
export type TextItem = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of the font. */
  readonly size: number;
  /** Whether the run is horizontal. Rotated and mirrored runs are joined in drawing order. */
  readonly isHorizontal: boolean;
  readonly isLineEnd: boolean;
};

/** A line of a page. */
export type TextLine = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly y: number;
  readonly size: number;
  readonly isHorizontal: boolean;
};

/** Minimum gap between two words, and between two table columns, in ems. */
const wordGapEms = 0.15;
const columnGapEms = 1.5;

/** The dots between an entry of a table of contents and its page number. Each dot would be a token. */
const dotLeader = /(?: ?\.){5,} ?/g;

/** Joins the runs of a page, in drawing order, to lines. */
export function rebuildLines(items: readonly TextItem[]): readonly TextLine[] {
  const lines: TextLine[] = [];
  let current: TextLine | undefined;
  let hasLineEnded = false;
  for (const item of items) {
    if (item.text.trim() !== '') {
      if (current && (hasLineEnded || !isSameLine(current, item)) && !isRowContinuation(current, item)) {
        lines.push(current);
        current = undefined;
      }
      current = current ? extendLine(current, item) : createLine(item);
      hasLineEnded = false;
    }
    hasLineEnded ||= item.isLineEnd;
  }
  if (current) lines.push(current);
  return lines.map((line) => ({ ...line, text: line.text.replace(dotLeader, '\t') }));
}

function createLine({ text, x, y, width, size, isHorizontal }: TextItem): TextLine {
  return { text: text.trim(), start: x, end: x + width, y, size, isHorizontal };
}

function extendLine(line: TextLine, item: TextItem): TextLine {
  const text = item.text.trim();
  return {
    ...line,
    text: line.text + getSeparator(line, item) + text,
    start: Math.min(line.start, item.x),
    end: Math.max(line.end, item.x + item.width),
    // A superscript or footnote number does not change the size of the line.
    size: text.length > line.text.length ? item.size : line.size,
  };
}

function getSeparator(line: TextLine, item: TextItem): string {
  if (!line.isHorizontal || !item.isHorizontal) return /^\s/.test(item.text) ? ' ' : '';
  const em = Math.max(line.size, item.size, 1);
  // In either order, because right-to-left text may be drawn from either side.
  const gap = Math.max(item.x - line.end, line.start - (item.x + item.width));
  if (gap > em * columnGapEms) return '\t';
  return gap > em * wordGapEms || /^\s/.test(item.text) ? ' ' : '';
}

function isSameLine(line: TextLine, item: TextItem): boolean {
  if (!line.isHorizontal || !item.isHorizontal) return line.isHorizontal === item.isHorizontal;
  return Math.abs(line.y - item.y) <= Math.max(line.size, item.size) * 0.6;
}

/** Whether the item is a table cell to the right of the line at the same height, although the PDF marks a new line. */
function isRowContinuation(line: TextLine, item: TextItem): boolean {
  if (!line.isHorizontal || !item.isHorizontal || item.x < line.end) return false;
  return Math.abs(line.y - item.y) <= Math.max(line.size, item.size) * 0.2;
}
