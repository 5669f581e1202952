/** A run of characters as it stands on a page, in points from the lower left corner. */
export type TextItem = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Height of the font. */
  readonly size: number;
  /** Whether it runs from left to right along the page; turned and mirrored text is joined by its order alone. */
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

/** A gap in ems from which two runs are two words, and one from which they are two columns of a table. */
const wordGapEms = 0.15;
const columnGapEms = 2;

/** The dots between an entry of a contents list and its page: a token each to the model, and nothing to a reader. */
const dotLeader = /(?: ?\.){5,} ?/g;

/** The lines of a page, from its runs in the order in which they are drawn. */
export function rebuildLines(items: readonly TextItem[]): readonly TextLine[] {
  const lines: TextLine[] = [];
  let open: TextLine | undefined;
  let isBroken = false;
  for (const item of items) {
    if (item.text.trim() !== '') {
      if (open && (isBroken || !isSameLine(open, item)) && !isRowContinuation(open, item)) {
        lines.push(open);
        open = undefined;
      }
      open = open ? extendLine(open, item) : createLine(item);
      isBroken = false;
    }
    isBroken ||= item.isLineEnd;
  }
  if (open) lines.push(open);
  return lines.map((line) => ({ ...line, text: line.text.replace(dotLeader, '\t') }));
}

function createLine({ text, x, y, width, size, isHorizontal }: TextItem): TextLine {
  return { text: text.trim(), start: x, end: x + width, y, size, isHorizontal: isHorizontal };
}

function extendLine(line: TextLine, item: TextItem): TextLine {
  const text = item.text.trim();
  return {
    ...line,
    text: line.text + getSeparator(line, item) + text,
    start: Math.min(line.start, item.x),
    end: Math.max(line.end, item.x + item.width),
    // A superscript or a footnote's number does not make the line a small one.
    size: text.length > line.text.length ? item.size : line.size,
  };
}

function getSeparator(line: TextLine, item: TextItem): string {
  if (!line.isHorizontal || !item.isHorizontal) return /^\s/.test(item.text) ? ' ' : '';
  const em = Math.max(line.size, item.size, 1);
  // Between the two whatever their order is: text from right to left is drawn from either side.
  const gap = Math.max(item.x - line.end, line.start - (item.x + item.width));
  if (gap > em * columnGapEms) return '\t';
  return gap > em * wordGapEms || /^\s/.test(item.text) ? ' ' : '';
}

function isSameLine(line: TextLine, item: TextItem): boolean {
  if (!line.isHorizontal || !item.isHorizontal) return line.isHorizontal === item.isHorizontal;
  return Math.abs(line.y - item.y) <= Math.max(line.size, item.size) * 0.6;
}

/** A cell drawn to the right of the last one on the same height, though the drawing order called it a new line. */
function isRowContinuation(line: TextLine, item: TextItem): boolean {
  if (!line.isHorizontal || !item.isHorizontal || item.x < line.end) return false;
  return Math.abs(line.y - item.y) <= Math.max(line.size, item.size) * 0.2;
}
