import type { TextBlock } from './read-page-text.ts';
import type { TextLine } from './join-lines.ts';

/** Headers and footers are among the outermost lines of a page. */
const edgeLineCount = 3;
/** Left and right pages may have different headers and footers. */
const comparedPages = 2;
/** Allows for rounding. */
const positionTolerancePoints = 1.5;
/** Distance of a header or footer from the text, in ems. Its paragraphs are closer to each other. */
const minDistanceEms = 2.2;
const minDistanceOfOtherFontEms = 1.4;
/** Share of the page above a header or below a footer. */
const maxMarginShare = 0.1;
/** The same below a page number alone. LaTeX leaves wide margins. */
const maxNumberMarginShare = 0.15;
/** Larger or bolder lines are headings. */
const maxSizeRatio = 1.1;
/** On a page with fewer lines, the outermost ones are the content. */
const minLines = 4;

type PageEdge = { readonly page: number; readonly lines: readonly TextLine[] };

/**
 * Returns a function that removes repeated headers and footers, which would otherwise interrupt sentences and match queries.
 * The first occurrence is kept, because its text may occur nowhere else. Call it for each page in order.
 */
export function createRunningLineFilter(): (
  page: number,
  blocks: readonly TextBlock[],
  pageHeight: number,
) => readonly TextBlock[] {
  let recentEdges: readonly PageEdge[] = [];
  return (page, blocks, pageHeight) => {
    const edges = findEdges(blocks, pageHeight);
    const repeated = new Set(
      edges.filter((line) =>
        recentEdges.some((edge) => edge.lines.some((other) => isRepeated(line, other, page - edge.page))),
      ),
    );
    recentEdges = [{ page, lines: edges }, ...recentEdges].slice(0, comparedPages);
    if (repeated.size === 0) return blocks;
    return blocks
      .map((block) => ({ ...block, lines: block.lines.filter((line) => !repeated.has(line)) }))
      .filter(({ lines }) => lines.length > 0);
  };
}

/** Returns the lines at the top and bottom of a page that are set apart from its text. */
function findEdges(blocks: readonly TextBlock[], pageHeight: number): readonly TextLine[] {
  const lines = blocks.flatMap((block) => (block.angle === 0 ? block.lines : [])).toSorted((a, b) => b.y - a.y);
  if (lines.length < minLines) return [];
  const body = findBodyLine(lines);
  const isInMargin = ({ y, text }: TextLine) =>
    Math.min(y, pageHeight - y) < pageHeight * maxMarginShare ||
    (/^\d{1,4}$/.test(text) && y < pageHeight * maxNumberMarginShare);
  return [...takeEdge(lines, body), ...takeEdge(lines.toReversed(), body)].filter(isInMargin);
}

/** Returns a line in the font that most of the text has. */
function findBodyLine(lines: readonly TextLine[]): TextLine {
  const chars = new Map<string, number>();
  for (const line of lines) chars.set(getKey(line), (chars.get(getKey(line)) ?? 0) + line.text.length);
  return lines.reduce((best, line) => ((chars.get(getKey(line)) ?? 0) > (chars.get(getKey(best)) ?? 0) ? line : best));
}

function getKey({ font, size }: TextLine): string {
  return `${font} ${Math.round(size)}`;
}

/** Takes the lines before the first large gap from the outside. */
function takeEdge(lines: readonly TextLine[], body: TextLine): readonly TextLine[] {
  for (let count = 1; count <= edgeLineCount; count += 1) {
    const edge = lines.slice(0, count);
    const next = lines[count];
    const last = edge[count - 1];
    if (!next || !last) return [];
    const isOnSameLine = Math.abs(last.y - next.y) < positionTolerancePoints;
    const distance = Math.abs(last.y - next.y) / Math.max(last.size, next.size);
    const isOtherFont = edge.every((line) => line.font !== body.font || line.size < body.size * 0.95);
    const isFar = distance >= (isOtherFont ? minDistanceOfOtherFontEms : minDistanceEms);
    if (!isOnSameLine && (isFar || edge.every(({ isArtifact }) => isArtifact)))
      return edge.filter((line) => isCandidate(line, body));
  }
  return [];
}

/** The amount of a bill or a price is content, even if several pages have the same one. */
const amount = /\d\s*(?:[€$£¥]|(?:EUR|USD|GBP|CHF|PLN|kr|zł)(?!\p{L}))|[€$£¥]\s*\d/u;

function isCandidate(line: TextLine, body: TextLine): boolean {
  if (line.isArtifact) return !line.isRow;
  const isHeading =
    line.size > body.size * maxSizeRatio || (line.isBold && !body.isBold && !pageNumber.test(line.text));
  // A question or a label belongs to the text below it.
  return !line.isRow && !isHeading && !amount.test(line.text) && !/[?:]$/.test(line.text);
}

function isRepeated(line: TextLine, other: TextLine, pagesApart: number): boolean {
  return (
    Math.abs(other.y - line.y) <= positionTolerancePoints &&
    Math.abs(other.size - line.size) <= 0.5 &&
    other.isBold === line.isBold &&
    isSameExceptPageNumber(line.text, other.text, pagesApart)
  );
}

/** A page number alone, after a word for a page, or set apart from the rest of the line. */
const pageNumber =
  /^[^\p{L}\p{N}]*(\d+)(?:\s*(?:of|von|de|di|\/|\|)\s*\d+)?[^\p{L}\p{N}]*$|(?<!\p{L})(?:(?:page|seite|p(?:á|a)gina|pag|sida|strona)\.?|[ps]\.)\s*(\d+)|^(\d+)\s*[\t|·•–—]|[\t|·•–—]\s*(\d+)$/iu;

/** Whether two texts are equal except for page numbers. Other numbers are content and must be equal. */
function isSameExceptPageNumber(text: string, other: string, pagesApart: number): boolean {
  if (text === other) return true;
  const [number, rest] = splitPageNumber(text);
  const [otherNumber, otherRest] = splitPageNumber(other);
  return rest === otherRest && number - otherNumber === pagesApart;
}

function splitPageNumber(text: string): readonly [number: number, rest: string] {
  const match = pageNumber.exec(text);
  const digits = match?.slice(1).find((group) => group !== undefined);
  if (!match || digits === undefined) return [NaN, text];
  const start = match.index + match[0].indexOf(digits);
  return [Number(digits), `${text.slice(0, start)}#${text.slice(start + digits.length)}`];
}
