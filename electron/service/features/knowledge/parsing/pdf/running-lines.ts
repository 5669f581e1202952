import type { TextLine } from './rebuild-lines.ts';

/** A running head or foot is among the outermost lines of its page. */
const edgeLineCount = 2;
/** Left and right pages may have different ones. */
const comparedPages = 2;
/** In points: the same place on the page, but for rounding. */
const positionTolerancePoints = 1;

type PageEdge = { readonly page: number; readonly lines: readonly TextLine[] };

/**
 * Takes running heads and feet off the pages, which would otherwise stand in the middle of sentences and match questions.
 * The first of each is kept, so that nothing is lost that the document says only there. Call it for one page after the
 * other.
 */
export function createRunningLineFilter(): (page: number, lines: readonly TextLine[]) => readonly TextLine[] {
  let seen: readonly PageEdge[] = [];
  return (page, lines) => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    const edges = new Set([...byHeight.slice(0, edgeLineCount), ...byHeight.slice(-edgeLineCount)]);
    const before = seen;
    seen = [{ page, lines: [...edges] }, ...seen].slice(0, comparedPages);
    // On a page of so few lines, what is at its edge is what it says.
    if (lines.length <= 2 * edgeLineCount) return lines;
    return lines.filter((line) => !edges.has(line) || !before.some((edge) => isRepeated(line, page, edge)));
  };
}

function isRepeated(line: TextLine, page: number, before: PageEdge): boolean {
  return before.lines.some(
    (other) =>
      Math.abs(other.y - line.y) <= positionTolerancePoints &&
      Math.abs(other.size - line.size) <= positionTolerancePoints &&
      isSameExceptPageNumber(line.text, other.text, page - before.page),
  );
}

/** Whether two texts are the same but for numbers that count the pages: other numbers are something that is said. */
function isSameExceptPageNumber(text: string, other: string, pagesApart: number): boolean {
  if (text === other) return true;
  const number = /\d+/g;
  if (text.replaceAll(number, '#') !== other.replaceAll(number, '#')) return false;
  const others = other.match(number) ?? [];
  return (text.match(number) ?? []).every((found, at) => {
    const difference = Number(found) - Number(others[at]);
    return difference === 0 || difference === pagesApart;
  });
}
