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

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
const hyphenatedLineEnd = /\p{L}[-\u2010\u00ad]$/u;
const hyphenatedCompound = /\p{L}+[-\u2010]\p{L}+/gu;
const maxCompounds = 20_000;

/**
 * Returns a function that joins the lines of a page to text. Paragraphs, list items and table rows stay separate, and
 * hyphenated words are joined. Call it for each page in order.
 */
export function createLineJoiner(): (lines: readonly TextLine[]) => string {
  // Words that have a hyphen within a line keep it at the end of a line.
  const compounds = new Set<string>();
  return (lines) => {
    for (const { text } of lines) {
      if (compounds.size >= maxCompounds) break;
      for (const [word] of text.matchAll(hyphenatedCompound)) compounds.add(word.toLowerCase());
    }
    const pitch = computeMedianPitch(lines);
    let text = '';
    for (const block of splitBlocks(lines, pitch)) {
      if (text) text += '\n\n';
      text += joinBlock(block, compounds);
    }
    return text;
  };
}

/** Returns the median distance between lines, in points. */
function computeMedianPitch(lines: readonly TextLine[]): number {
  const pitches = lines
    .map((line, index) => (lines[index - 1]?.y ?? line.y) - line.y)
    .filter((pitch) => pitch > 0)
    .toSorted((a, b) => a - b);
  return pitches[pitches.length >> 1] ?? 0;
}

/** Groups consecutive lines with small distances and similar font sizes. */
function splitBlocks(lines: readonly TextLine[], pitch: number): readonly (readonly TextLine[])[] {
  const blocks: TextLine[][] = [];
  let previous: TextLine | undefined;
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block && previous && isSameBlock(previous, line, pitch)) block.push(line);
    else blocks.push([line]);
    previous = line;
  }
  return blocks;
}

function isSameBlock(previous: TextLine, line: TextLine, pitch: number): boolean {
  if (!previous.isHorizontal || !line.isHorizontal) return previous.isHorizontal === line.isHorizontal;
  const distance = previous.y - line.y;
  const largest = Math.max(previous.size, line.size);
  // A line above the previous one belongs to another column or another part of the page.
  if (distance < -largest * 0.5 || distance > Math.min(Math.max(pitch, largest) * 1.35, largest * 2.6)) return false;
  return largest <= Math.min(previous.size, line.size) * 1.2;
}

function joinBlock(block: readonly TextLine[], compounds: ReadonlySet<string>): string {
  const rightEdge = block.reduce((largest, line) => Math.max(largest, line.end), 0);
  let text = '';
  let previous: TextLine | undefined;
  for (const line of block) {
    if (previous) text += addSeparator(previous.text, line.text, isHardBreak(previous, line, rightEdge), compounds);
    previous = line;
  }
  return text + (previous?.text ?? '');
}

/** Whether the author broke the line: the first word of the next line would have fit on it. */
function isHardBreak(previous: TextLine, line: TextLine, rightEdge: number): boolean {
  if (!previous.isHorizontal || !line.isHorizontal) return false;
  if (previous.text.includes('\t') || line.text.includes('\t')) return true;
  const firstWordChars = unspacedScript.test(line.text.slice(0, 1)) ? 1 : line.text.search(/\s|$/);
  const charWidth = (line.end - line.start) / Math.max(1, line.text.length);
  return previous.end + (firstWordChars + 1) * charWidth < rightEdge - charWidth;
}

/** Returns the line with the separator before the next line. */
function addSeparator(line: string, next: string, isHard: boolean, compounds: ReadonlySet<string>): string {
  if (hyphenatedLineEnd.test(line) && /^\p{Ll}/u.test(next)) {
    const left = /\p{L}+[-\u2010]$/u.exec(line)?.[0] ?? '';
    const rest = /^\p{L}+/u.exec(next)?.[0] ?? '';
    return compounds.has((left + rest).toLowerCase()) ? line : line.slice(0, -1);
  }
  if (isHard) return `${line}\n`;
  if (unspacedScript.test(line.slice(-1)) && unspacedScript.test(next.slice(0, 1))) return line;
  return `${line} `;
}
