import type { TextLine } from './rebuild-lines.ts';

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
const hyphenatedLineEnd = /\p{L}[-\u2010\u00ad]$/u;
const hyphenatedCompound = /\p{L}+[-\u2010]\p{L}+/gu;
const maxCompounds = 20_000;

/** Joins the lines of one page after the other into running text: paragraphs, lists and rows apart, broken words mended. */
export function createLineJoiner(): (lines: readonly TextLine[]) => string {
  // Words that the document writes with a hyphen inside a line keep it where a line ends at it.
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

/** The usual distance from one line to the next, in points. */
function computeMedianPitch(lines: readonly TextLine[]): number {
  const pitches = lines
    .map((line, index) => (lines[index - 1]?.y ?? line.y) - line.y)
    .filter((pitch) => pitch > 0)
    .toSorted((a, b) => a - b);
  return pitches[pitches.length >> 1] ?? 0;
}

/** Lines that follow each other closely in one size of type. */
function splitBlocks(lines: readonly TextLine[], pitch: number): readonly (readonly TextLine[])[] {
  const blocks: TextLine[][] = [];
  let last: TextLine | undefined;
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block && last && isSameBlock(last, line, pitch)) block.push(line);
    else blocks.push([line]);
    last = line;
  }
  return blocks;
}

function isSameBlock(last: TextLine, line: TextLine, pitch: number): boolean {
  if (!last.isHorizontal || !line.isHorizontal) return last.isHorizontal === line.isHorizontal;
  const distance = last.y - line.y;
  const largest = Math.max(last.size, line.size);
  // Upwards: another column, or another part of the page.
  if (distance < -largest * 0.5 || distance > Math.min(Math.max(pitch, largest) * 1.35, largest * 2.6)) return false;
  return largest <= Math.min(last.size, line.size) * 1.2;
}

function joinBlock(block: readonly TextLine[], compounds: ReadonlySet<string>): string {
  const right = block.reduce((most, line) => Math.max(most, line.end), 0);
  let text = '';
  let last: TextLine | undefined;
  for (const line of block) {
    if (last) text += addSeparator(last.text, line.text, isHardBreak(last, line, right), compounds);
    last = line;
  }
  return text + (last?.text ?? '');
}

/** A break that the writer made: the next line's first word would still have had room. */
function isHardBreak(last: TextLine, line: TextLine, right: number): boolean {
  if (!last.isHorizontal || !line.isHorizontal) return false;
  if (last.text.includes('\t') || line.text.includes('\t')) return true;
  const firstWordChars = unspacedScript.test(line.text.slice(0, 1)) ? 1 : line.text.search(/\s|$/);
  const charWidth = (line.end - line.start) / Math.max(1, line.text.length);
  return last.end + (firstWordChars + 1) * charWidth < right - charWidth;
}

/** A line and what parts it from the next one. */
function addSeparator(line: string, next: string, isForcedBreak: boolean, compounds: ReadonlySet<string>): string {
  if (hyphenatedLineEnd.test(line) && /^\p{Ll}/u.test(next)) {
    const left = /\p{L}+[-\u2010]$/u.exec(line)?.[0] ?? '';
    const rest = /^\p{L}+/u.exec(next)?.[0] ?? '';
    return compounds.has((left + rest).toLowerCase()) ? line : line.slice(0, -1);
  }
  if (isForcedBreak) return `${line}\n`;
  if (unspacedScript.test(line.slice(-1)) && unspacedScript.test(next.slice(0, 1))) return line;
  return `${line} `;
}
