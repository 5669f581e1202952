import type { TextLine } from './rebuild-lines.ts';

/** A running head or foot is among the outermost lines of its page. */
const edgeLines = 2;
/** Left and right pages may have different ones. */
const pagesBack = 2;
/** In points: the same place on the page, but for rounding. */
const samePlacePoints = 1;

type Edge = { readonly page: number; readonly lines: readonly TextLine[] };

/**
 * Takes running heads and feet off the pages, which would otherwise stand in the middle of sentences and match questions.
 * The first of each is kept, so that nothing is lost that the document says only there. Call it for one page after the
 * other.
 */
export function createRunningLineFilter(): (page: number, lines: readonly TextLine[]) => readonly TextLine[] {
  let seen: readonly Edge[] = [];
  return (page, lines) => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    const edges = new Set([...byHeight.slice(0, edgeLines), ...byHeight.slice(-edgeLines)]);
    const before = seen;
    seen = [{ page, lines: [...edges] }, ...seen].slice(0, pagesBack);
    // On a page of so few lines, what is at its edge is what it says.
    if (lines.length <= 2 * edgeLines) return lines;
    return lines.filter((line) => !edges.has(line) || !before.some((edge) => isRepeated(line, page, edge)));
  };
}

function isRepeated(line: TextLine, page: number, before: Edge): boolean {
  return before.lines.some(
    (other) =>
      Math.abs(other.y - line.y) <= samePlacePoints &&
      Math.abs(other.size - line.size) <= samePlacePoints &&
      isSameButForPage(line.text, other.text, page - before.page),
  );
}

/** Whether two texts are the same but for numbers that count the pages: other numbers are something that is said. */
function isSameButForPage(text: string, other: string, pagesApart: number): boolean {
  if (text === other) return true;
  const number = /\d+/g;
  if (text.replaceAll(number, '#') !== other.replaceAll(number, '#')) return false;
  const others = other.match(number) ?? [];
  return (text.match(number) ?? []).every((found, at) => {
    const difference = Number(found) - Number(others[at]);
    return difference === 0 || difference === pagesApart;
  });
}
