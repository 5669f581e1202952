import { isListMark } from './list-marks.ts';
import type { Segment } from './segment.ts';

/** A part of a segment that may be a cell. */
type Piece = {
  readonly x0: number;
  readonly x1: number;
  readonly text: string;
  readonly y: number;
  readonly size: number;
  readonly isUnspaced: boolean;
};

/** Rows of a table, or lines of a column, with the same start or end, each close to the one above it. */
const minRows = 2;
const maxRowDistanceEms = 6.5;
const tolerancePoints = 1;
const maxRowHeightEms = 1.2;
/** This many segments before and after another one can be beside it. */
const maxNear = 6;
const number = /^[^\p{L}]*\d[^\p{L}]*$/u;

/**
 * Splits segments at gaps that are narrow for columns, but in which the PDF has no space, and after which lines close to each other begin
 * at the same place, or numbers end there. Marks the segments that begin a column for this reason.
 */
export function splitAtAlignedPieces(segments: readonly Segment[]): readonly Segment[] {
  const all = segments.map(listPieces);
  const starts = findAligned(
    all.flat(),
    ({ x0 }) => x0,
    () => true,
  );
  const ends = findAligned(
    all.flat(),
    ({ x1 }) => x1,
    ({ text }) => number.test(text),
  );
  return segments.flatMap((segment, at) => {
    const isFirst = !segments.slice(Math.max(0, at - maxNear), at + maxNear).some((other) => isBefore(other, segment));
    const parts: Piece[][] = [];
    for (const piece of all[at] ?? []) {
      const part = parts.at(-1);
      const isCell = piece.isUnspaced && (starts.has(piece) || ends.has(piece) || areNumbers(part?.at(-1), piece));
      if (!part || (isCell && !isBeforeText(part, piece, parts.length === 1))) parts.push([piece]);
      else part.push(piece);
    }
    return parts.map((part, index) => {
      const isAligned = part[0] !== undefined && (starts.has(part[0]) || ends.has(part[0]));
      return {
        ...(parts.length > 1 ? createPart(segment, part) : segment),
        isColumnStart: (index > 0 || !isFirst) && isAligned,
      };
    });
  });
}

/** Whether a segment is to the left of another one, or of the line above or below it, as the cells of a row can be. */
function isBefore(left: Segment, { x0, y, size }: Segment): boolean {
  return left.x1 < x0 && Math.abs(left.y - y) < size * maxRowHeightEms;
}

/** Whether two pieces have numbers, such as times, which are no words of a sentence. */
function areNumbers(before: Piece | undefined, { text }: Piece): boolean {
  return before !== undefined && /\d/.test(before.text) && /\d/.test(text);
}

/** Whether a part is the mark of a list item before its text, or an open bracket. */
function isBeforeText(part: readonly Piece[], next: Piece, isFirst: boolean): boolean {
  const text = part.map((piece) => piece.text).join(' ');
  return (isFirst && isListMark(text, next.text)) || /[([{]$/.test(text);
}

function listPieces({ pieces, text, x0, x1, y, size }: Segment): readonly Piece[] {
  return pieces.length === 0
    ? [{ text, x0, x1, y, size, isUnspaced: true }]
    : pieces.map((piece) => ({ ...piece, y, size }));
}

function createPart(segment: Segment, pieces: readonly Piece[]): Segment {
  const isLast = pieces.at(-1)?.x1 === segment.pieces.at(-1)?.x1;
  return {
    ...segment,
    text: pieces.map(({ text }) => text).join(' '),
    x0: pieces[0]?.x0 ?? segment.x0,
    x1: Math.max(...pieces.map(({ x1 }) => x1)),
    pieces: pieces.length > 1 ? pieces : [],
    endsWithSpace: isLast && segment.endsWithSpace,
  };
}

/** Finds pieces at a place at which enough rows near each other have pieces that count. */
function findAligned(
  pieces: readonly Piece[],
  getPlace: (piece: Piece) => number,
  counts: (piece: Piece) => boolean,
): ReadonlySet<Piece> {
  const aligned = new Set<Piece>();
  // Two divisions of the width, because places that differ a little can be on both sides of a border.
  for (const offset of [0, 0.5]) {
    const groups = new Map<number, Piece[]>();
    for (const piece of pieces) {
      const place = Math.floor(getPlace(piece) / tolerancePoints + offset);
      const group = groups.get(place);
      if (group) group.push(piece);
      else groups.set(place, [piece]);
    }
    for (const group of groups.values()) for (const piece of findRuns(group, counts)) aligned.add(piece);
  }
  return aligned;
}

/** Returns the pieces that are in enough rows without a large distance between them. */
function findRuns(group: readonly Piece[], counts: (piece: Piece) => boolean): readonly Piece[] {
  const found: Piece[] = [];
  let run: Piece[] = [];
  const endRun = () => {
    if (run.filter(counts).length >= minRows) found.push(...run);
    run = [];
  };
  for (const piece of group.toSorted((a, b) => b.y - a.y)) {
    const above = run.at(-1);
    if (above && above.y - piece.y > Math.max(above.size, piece.size) * maxRowDistanceEms) endRun();
    run.push(piece);
  }
  endRun();
  return found;
}
