import type { ItemRange } from './find-passage.ts';

/** A rectangle on a page, in fractions of its width and height. */
export type PageBox = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** A transformation of coordinates: `[a b c d e f]` of the PDF specification. */
type Matrix = readonly number[];

/** An item of a page's text as pdf.js returns it. `transform` is a matrix of six numbers, its origin the start of the baseline. */
export type PlacedText = {
  readonly str: string;
  readonly transform: Matrix;
  readonly width: number;
  readonly height: number;
};

export type PageView = { readonly width: number; readonly height: number; readonly transform: Matrix };

/** The part of the height of a line that is below its baseline. */
const descent = 0.22;
const maxBoxes = 500;

/** Returns the boxes that cover ranges of a page's text, one for each part of a line. */
export function toHighlightBoxes(
  items: readonly PlacedText[],
  ranges: readonly ItemRange[],
  view: PageView,
): readonly PageBox[] {
  const boxes: PageBox[] = [];
  for (const range of ranges) {
    const item = items[range.item];
    if (!item || item.str.length === 0) continue;
    const box = toBox(item, range, view);
    const last = boxes.at(-1);
    if (last && areNeighbors(last, box, view)) boxes[boxes.length - 1] = joinBoxes(last, box);
    else if (boxes.push(box) === maxBoxes) break;
  }
  return boxes;
}

function toBox({ str, transform, width, height }: PlacedText, { start, end }: ItemRange, view: PageView): PageBox {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [along, up] = [toUnit(a, b), toUnit(c, d)];
  const size = height || Math.hypot(c, d);
  const corners = [start / str.length, end / str.length].flatMap((fraction) =>
    [-descent, 1 - descent].map((level) =>
      applyMatrix(view.transform, [
        e + along[0] * width * fraction + up[0] * size * level,
        f + along[1] * width * fraction + up[1] * size * level,
      ]),
    ),
  );
  const [xs, ys] = [corners.map(([x]) => x / view.width), corners.map(([, y]) => y / view.height)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

type Point = readonly [number, number];

function toUnit(x: number, y: number): Point {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

function applyMatrix([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Whether two boxes are parts of one line with at most a space between them. */
function areNeighbors(first: PageBox, second: PageBox, { width, height }: PageView): boolean {
  const gap = Math.max(second.left - first.left - first.width, first.left - second.left - second.width) * width;
  const lineHeight = Math.min(first.height, second.height) * height;
  return Math.abs(first.top - second.top) * height < lineHeight * 0.4 && gap < lineHeight * 0.8;
}

function joinBoxes(first: PageBox, second: PageBox): PageBox {
  const [left, top] = [Math.min(first.left, second.left), Math.min(first.top, second.top)];
  return {
    left,
    top,
    width: Math.max(first.left + first.width, second.left + second.width) - left,
    height: Math.max(first.top + first.height, second.top + second.height) - top,
  };
}
