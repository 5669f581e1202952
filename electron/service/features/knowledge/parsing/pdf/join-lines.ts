/** A line of a page, or a row of a table. Coordinates are in points from the lower left corner. */
export type TextLine = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly font: string;
  readonly isBold: boolean;
  /** Whether it is a row of a table, which is never joined with other lines. */
  readonly isRow: boolean;
  /** Whether the PDF marks it as a part of the layout, such as a header. */
  readonly isArtifact: boolean;
  /** Whether the program that wrote the PDF marked that the line is wrapped. */
  readonly isWrapped: boolean;
  /** Where the text of its column ends. */
  readonly columnEnd: number;
};

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
const hyphenatedCompound = /\p{L}+[-\u2010]\p{L}+/gu;
const maxCompounds = 20_000;
/** Words that stand between two compounds that share their second part, as in "short- and long-term". */
const conjunction =
  /^(?:and|or|to|nor|und|oder|bis|sowie|et|ou|y|o|u|e|ed|en|of|och|og|i|a|eller|lub|oraz|és|vagy)(?:\/\p{L}+)?(?![\p{L}\d-])/u;
/** The middle of a compound with several hyphens, such as "paper-and-ink". */
const compoundMiddle = /^(?:and|or|of|to|the|in|by|on|at|for|und|à|de|la)-\p{L}/u;
/** The first parts of compounds that keep their hyphen, unless the rest is an ending. */
const compoundStart = /^(?:self|non|well|cross|half|all|vice|e|x)$/i;
/** The last parts of compounds that keep their hyphen, unless the word before is a prefix or the beginning of another word. */
const compoundEnd = /^(?:based|separated|specific|oriented|dependent|driven|friendly|compliant)(?!\p{L})/u;
const noCompoundStart = /^(?:\p{L}{1,2}|dis|mis|over|under|inter|super|hyper|trans|sub)$/iu;
/** The parts of numbers such as "twenty-five". */
const tens = /^(?:twen|thir|for|fif|six|seven|eigh|nine)ty$/i;
const ones =
  /^(?:one|two|three|four|five|six|seven|eight|nine|first|second|third|(?:four|fif|six|seven|eigh|nin)th)(?!\p{L})/iu;
const wordEnding = /^(?:ness|ish|est|er|ers|ing|ly|some|s|e|ing|ent|ents|tion|tions|able|ed)(?!\p{L})/u;
const bullet = /^[•◦‣▪▫■□●○◆❖➢➔☐☒☑✓✗–—*·-]\s/u;
const listNumber = /^(?:\(?\d{1,3}[.)]|\(?[a-z]\)|[A-Z]\.)\s|^\d{1,2} +\p{Lu}/u;
const numberedItem = /^\(?(\d{1,3})[.)]\s+\p{L}/u;
const maxItemWidth = 0.6;
/** A comma, or a short word such as an article, at the end of a line. */
const unfinishedLine = /(?:[,\u2013-]|(?:^|\s)\p{L}{1,3})$/u;
const softHyphen = /\u00ad/g;

/** Remembers the words of a document that are written with a hyphen within a line. They keep it at the end of a line. */
export class Compounds {
  readonly #words = new Set<string>();

  add(text: string): void {
    if (this.#words.size >= maxCompounds) return;
    for (const [word] of text.matchAll(hyphenatedCompound)) this.#words.add(word.toLowerCase());
  }

  has(word: string): boolean {
    return this.#words.has(word.toLowerCase());
  }
}

/** Joins the lines of a column to paragraphs, which an empty line separates. List items and table rows stay separate. */
export function joinLines(lines: readonly TextLine[], compounds: Compounds): string {
  const pitch = computeMedianPitch(lines);
  return splitBlocks(lines, pitch)
    .map((block) => joinBlock(block, compounds))
    .join('\n\n');
}

/** Joins the lines of a table cell. */
export function joinCellLines(lines: readonly string[], compounds: Compounds): string {
  const [first = '', ...others] = lines;
  return others
    .reduce((text, line) => addSeparator(text, line, false, compounds) + line, first)
    .replace(softHyphen, '');
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
  if (previous.isRow && line.isRow) return true;
  const distance = previous.y - line.y;
  const largest = Math.max(previous.size, line.size);
  // A line above the previous one belongs to another column or another part of the page.
  if (distance < -largest * 0.5 || distance > Math.min(Math.max(pitch, largest) * 1.35, largest * 2.6)) return false;
  return largest <= Math.min(previous.size, line.size) * 1.2;
}

function joinBlock(block: readonly TextLine[], compounds: Compounds): string {
  const rightEdge = block.reduce((largest, line) => Math.max(largest, line.end), 0);
  let text = '';
  let previous: TextLine | undefined;
  let itemNumber = 0;
  const numbers = block.map((line) => Number(numberedItem.exec(line.text)?.[1] ?? 0));
  for (const [index, line] of block.entries()) {
    const number = numbers[index] ?? 0;
    const isShort = previous !== undefined && previous.end < previous.columnEnd * maxItemWidth;
    const isListed = number > 1 || isShort || numbers.indexOf(2, index) > 0;
    const isNextItem = number > 0 && number === itemNumber + 1 && isListed;
    if (!previous || isNextItem) itemNumber = number;
    if (previous) {
      const isHard = isNextItem || isHardBreak(previous, line, rightEdge) || (isShort && isNewItem(previous, line));
      const isInTable = previous.isRow || line.isRow;
      text += isInTable ? `${previous.text}\n` : addSeparator(previous.text, line.text, isHard, compounds);
    }
    previous = line;
  }
  return (text + (previous?.text ?? '')).replace(softHyphen, '');
}

/** Whether a line after a short one begins another item, as in a list whose marks are drawn. */
function isNewItem(previous: TextLine, line: TextLine): boolean {
  if (!/^(?:[\p{Lu}\d]|[a-z]\.\s)/u.test(line.text)) return false;
  return /[.!?:;]$/.test(previous.text) || !unfinishedLine.test(previous.text);
}

/** Whether the author broke the line: it is a list item, or the first word of the next line would have fit on it. */
function isHardBreak(previous: TextLine, line: TextLine, rightEdge: number): boolean {
  if (previous.text.includes('\t') || line.text.includes('\t')) return true;
  if (bullet.test(line.text) || (listNumber.test(line.text) && /[.;:!?]$/.test(previous.text))) return true;
  const isOtherFont = previous.isBold !== line.isBold && previous.font !== line.font;
  if (isOtherFont && (previous.end < rightEdge * 0.8 || /[.!?:;]$/.test(previous.text))) return true;
  if (previous.isWrapped && /^\p{Ll}/u.test(line.text)) return false;
  const firstWordChars = unspacedScript.test(line.text.slice(0, 1)) ? 1 : line.text.search(/\s|$/);
  const charWidth = (line.end - line.start) / Math.max(1, line.text.length);
  return previous.end + (firstWordChars + 1) * charWidth < rightEdge - charWidth;
}

/** Returns the line with the separator before the next line. */
function addSeparator(line: string, next: string, isHard: boolean, compounds: Compounds): string {
  // After a hyphen, a soft one only marks that the line may end there.
  if (/[\p{L}\d-]\u00ad$/u.test(line)) return line.slice(0, -1);
  if (/[\p{L}\d][-\u2010]$/u.test(line)) {
    const joined = joinAtHyphen(line, next, compounds);
    if (joined !== null) return joined;
  }
  if (isHard) return `${line}\n`;
  // A web address or a range of numbers can be wrapped after a mark.
  if (/[\p{L}\d]\/$/u.test(line) || (/\d[\u2013-]$/.test(line) && /^\d/.test(next))) return line;
  if (unspacedScript.test(line.slice(-1)) && unspacedScript.test(next.slice(0, 1))) return line;
  return `${line} `;
}

/** Returns a line that ends with a hyphen as it continues in the next one, or null if the hyphen is not within a word. */
function joinAtHyphen(line: string, next: string, compounds: Compounds): string | null {
  if (conjunction.test(next)) return `${line} `;
  const token = /\S+$/.exec(line)?.[0] ?? '';
  const left = /[\p{L}\d]+(?=[-\u2010]$)/u.exec(line)?.[0] ?? '';
  const rest = /^[\p{L}\d]+/u.exec(next)?.[0] ?? '';
  if (rest === '') return null;
  const isWord = /^\p{L}+$/u.test(left) && /^\p{L}+$/u.test(rest);
  const isUpper = left.length > 1 && left === left.toUpperCase() && rest === rest.toUpperCase();
  if (!isWord || (/^\p{Lu}/u.test(rest) && !isUpper)) return line;
  // A part of a web address, or of a compound with several hyphens.
  if (/[/@_.]|:\/\/|[-\u2010].*[-\u2010]$/.test(token) || compoundMiddle.test(next)) return line;
  if (compounds.has(`${left}-${rest}`) || (tens.test(left) && ones.test(rest))) return line;
  const isCompound = compoundStart.test(left)
    ? !wordEnding.test(next)
    : compoundEnd.test(next) && !noCompoundStart.test(left);
  return isCompound ? line : line.slice(0, -1);
}
