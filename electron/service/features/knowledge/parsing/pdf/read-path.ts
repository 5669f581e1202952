import type { Matrix } from './matrix.ts';
import type { Box } from './page-content.ts';

/** The simple shapes of a path. */
export type PathShapes = {
  /** Horizontal and vertical lines. A diagonal of a table cell or a curve is not one. */
  readonly lines: readonly Box[];
  /** Rectangles with horizontal and vertical sides. */
  readonly boxes: readonly Box[];
  /** The area of a few lines and curves, such as a rectangle with round corners. */
  readonly curved: Box | null;
  /** Curves, and lines in another direction. */
  readonly otherCount: number;
  /** How many lines are horizontal or vertical, and how many are not, in closed shapes with curves, too. */
  readonly straightCount: number;
  readonly slantedCount: number;
  readonly bounds: Box;
};

/** The commands in the paths of pdf.js, with the numbers that follow them. */
const operandCounts = [2, 2, 6, 4, 0] as const;
const [moveTo, lineTo, , , closePath] = [0, 1, 2, 3, 4];
/** A larger path is a drawing. */
const maxNumbers = 6_000;
const maxCurves = 8;
const straightTolerance = 0.5;
/** The curves of a small circle are short. */
const straightCurveTolerance = 0.02;

/** Finds the simple shapes in a path of pdf.js, on the page as it is shown. */
export function readPath(path: Float32Array, [a, b, c, d, e, f]: Matrix): PathShapes {
  const lines: Box[] = [];
  const boxes: Box[] = [];
  let otherCount = 0;
  let straightCount = 0;
  let slantedCount = 0;
  let points: (readonly [number, number])[] = [];
  let hasCurve = false;
  let curveCount = 0;
  const all: (readonly [number, number])[] = [];

  const endSubpath = () => {
    if (points.length > 1 && !hasCurve) {
      const straight = points.slice(1).flatMap((point, index) => toLine(points[index] ?? point, point) ?? []);
      otherCount += points.length - 1 - straight.length;
      lines.push(...straight);
      const isClosed = points.length >= 4 && straight.length === points.length - 1;
      if (isClosed && straight.length <= 5) boxes.push(getBounds(points));
      else if (straight.length < points.length - 1) curveCount += 1;
    }
    points = [];
    hasCurve = false;
  };

  if (path.length > maxNumbers) {
    const bounds = { x0: 0, x1: 0, y0: 0, y1: 0 };
    return { lines, boxes, curved: null, otherCount: path.length >> 2, straightCount, slantedCount, bounds };
  }
  for (let index = 0; index < path.length;) {
    const command = path[index] ?? closePath;
    const count = operandCounts[command] ?? 0;
    let isCurve = false;
    if (command === moveTo) endSubpath();
    if (command === closePath) {
      if (points[0]) points.push(points[0]);
    } else {
      const start = points.at(-1);
      const controls: (readonly [number, number])[] = [];
      for (let at = index + 1; at < index + count; at += 2) {
        const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0];
        controls.push([a * x + c * y + e, b * x + d * y + f]);
      }
      const end = controls.at(-1) ?? [0, 0];
      isCurve = command !== moveTo && command !== lineTo && !isStraight([start ?? end, ...controls]);
      // Some programs draw a line without a length beside a curve.
      if (start && command === lineTo && Math.hypot(end[0] - start[0], end[1] - start[1]) > straightCurveTolerance) {
        if (toLine(start, end)) straightCount += 1;
        else slantedCount += 1;
      }
      points.push(end);
      all.push(end);
    }
    if (isCurve) {
      hasCurve = true;
      curveCount += 1;
      otherCount += 1;
    }
    index += count + 1;
  }
  endSubpath();
  const isCurved = curveCount > 0 && curveCount <= maxCurves && boxes.length === 0;
  const bounds = getBounds(all);
  return { lines, boxes, curved: isCurved ? bounds : null, otherCount, straightCount, slantedCount, bounds };
}

/** Whether the control points of a curve are on one horizontal or vertical line, as in a corner without a radius. */
function isStraight(points: readonly (readonly [number, number])[]): boolean {
  const { x0, x1, y0, y1 } = getBounds(points);
  return Math.min(x1 - x0, y1 - y0) < straightCurveTolerance;
}

function toLine([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number]): Box | null {
  if (Math.abs(x1 - x0) > straightTolerance && Math.abs(y1 - y0) > straightTolerance) return null;
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

function getBounds(points: readonly (readonly [number, number])[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}
