import type { Box } from './page-content.ts';

/** An affine transformation: `x' = a·x + c·y + e` and `y' = b·x + d·y + f`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the transformation that applies `inner` before `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [ia, ib, ic, id, ie, jf] = inner;
  return [a * ia + c * ib, b * ia + d * ib, a * ic + c * id, b * ic + d * id, a * ie + c * jf + e, b * ie + d * jf + f];
}

/** Returns a matrix for an operand of a PDF operator, or null if it is not one. */
export function toMatrix(value: unknown): Matrix | null {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return null;
  const [a, b, c, d, e, f] = Array.from(value as ArrayLike<unknown>, Number);
  const matrix = [a, b, c, d, e, f];
  return matrix.every((number) => Number.isFinite(number)) ? (matrix as unknown as Matrix) : null;
}

/** Returns the smallest box around a transformed box. */
export function transformBox([a, b, c, d, e, f]: Matrix, { x0, y0, x1, y1 }: Box): Box {
  const xs = [a * x0 + c * y0, a * x1 + c * y0, a * x0 + c * y1, a * x1 + c * y1];
  const ys = [b * x0 + d * y0, b * x1 + d * y0, b * x0 + d * y1, b * x1 + d * y1];
  return {
    x0: Math.min(...xs) + e,
    y0: Math.min(...ys) + f,
    x1: Math.max(...xs) + e,
    y1: Math.max(...ys) + f,
  };
}

export function intersectBoxes(first: Box, second: Box): Box {
  return {
    x0: Math.max(first.x0, second.x0),
    y0: Math.max(first.y0, second.y0),
    x1: Math.min(first.x1, second.x1),
    y1: Math.min(first.y1, second.y1),
  };
}
