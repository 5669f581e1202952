import type { OPS } from 'pdfjs-dist';
import type { Matrix } from './matrix.ts';
import type { Box } from './page-content.ts';
import type { PageFont } from './page-font.ts';

export const white = 0xffffff;

/** The graphics and text state (ISO 32000-2, 8.4 and 9.3), as far as the reader needs it. */
export type GraphicsState = {
  ctm: Matrix;
  clip: Box;
  fill: number | null;
  stroke: number | null;
  fillAlpha: number;
  strokeAlpha: number;
  isBlended: boolean;
  lineWidth: number;
  font: PageFont | undefined;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
};

export function createState(ctm: Matrix, clip: Box): GraphicsState {
  return {
    ctm,
    clip,
    fill: 0,
    stroke: 0,
    fillAlpha: 1,
    strokeAlpha: 1,
    isBlended: false,
    lineWidth: 1,
    font: undefined,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
  };
}

/** Returns a color of pdf.js as a number. */
export function parseColor(color: unknown): number | null {
  return typeof color === 'string' && /^#[\da-f]{6}$/i.test(color) ? parseInt(color.slice(1), 16) : null;
}

/** Returns the color of text, or null if it has more than one. */
export function getTextColor(state: GraphicsState, minVisibleAlpha: number): number | null {
  const { renderMode, fill, stroke, strokeAlpha } = state;
  // Text that is only a clipping path shows what is painted in its place.
  if (renderMode === 7) return null;
  if (renderMode % 4 === 1) return stroke;
  const isOutlined = renderMode % 4 === 2 && strokeAlpha > minVisibleAlpha && stroke !== fill;
  return isOutlined ? null : fill;
}

type PaintMode = { readonly isFilled: boolean; readonly isStroked: boolean; readonly isEvenOdd: boolean };
type PaintModes = ReadonlyMap<unknown, PaintMode>;

/** Returns what each operation does with a path. */
export function createPaintModes(ops: typeof OPS): PaintModes {
  const fill = { isFilled: true, isStroked: false, isEvenOdd: false };
  const stroke = { isFilled: false, isStroked: true, isEvenOdd: false };
  const both = { isFilled: true, isStroked: true, isEvenOdd: false };
  return new Map<unknown, PaintMode>([
    [ops.stroke, stroke],
    [ops.closeStroke, stroke],
    [ops.fill, fill],
    [ops.eoFill, { ...fill, isEvenOdd: true }],
    [ops.fillStroke, both],
    [ops.closeFillStroke, both],
    [ops.eoFillStroke, { ...both, isEvenOdd: true }],
    [ops.closeEOFillStroke, { ...both, isEvenOdd: true }],
  ]);
}
