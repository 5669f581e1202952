import type { TextLine } from './rebuild-lines.ts';

/** Headers and footers are among the outermost lines of a page. */
const edgeLineCount = 2;
/** Left and right pages may have different headers and footers. */
const comparedPages = 2;
/** Allows for rounding. */
const positionTolerancePoints = 1;

type PageEdge = { readonly page: number; readonly lines: readonly TextLine[] };

/**
 * Returns a function that removes repeated headers and footers, which would otherwise interrupt sentences and match queries.
 * The first occurrence is kept, because its text may occur nowhere else. Call it for each page in order.
 */
export function createRunningLineFilter(): (page: number, lines: readonly TextLine[]) => readonly TextLine[] {
  let recentEdges: readonly PageEdge[] = [];
  return (page, lines) => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    const edges = new Set([...byHeight.slice(0, edgeLineCount), ...byHeight.slice(-edgeLineCount)]);
    const previousEdges = recentEdges;
    recentEdges = [{ page, lines: [...edges] }, ...recentEdges].slice(0, comparedPages);
    // On a page with few lines, the edges are the content.
    if (lines.length <= 2 * edgeLineCount) return lines;
    return lines.filter((line) => !edges.has(line) || !previousEdges.some((edge) => isRepeated(line, page, edge)));
  };
}

function isRepeated(line: TextLine, page: number, edge: PageEdge): boolean {
  return edge.lines.some(
    (other) =>
      Math.abs(other.y - line.y) <= positionTolerancePoints &&
      Math.abs(other.size - line.size) <= positionTolerancePoints &&
      isSameExceptPageNumber(line.text, other.text, page - edge.page),
  );
}

/** Whether two texts are equal except for page numbers. Other numbers are content and must be equal. */
function isSameExceptPageNumber(text: string, other: string, pagesApart: number): boolean {
  if (text === other) return true;
  const number = /\d+/g;
  if (text.replaceAll(number, '#') !== other.replaceAll(number, '#')) return false;
  const others = other.match(number) ?? [];
  return (text.match(number) ?? []).every((found, index) => {
    const difference = Number(found) - Number(others[index]);
    return difference === 0 || difference === pagesApart;
  });
}
