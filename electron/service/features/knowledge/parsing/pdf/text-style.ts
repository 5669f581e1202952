import { getTextColor, type GraphicsState } from './graphics-state.ts';
import type { Matrix } from './matrix.ts';
import type { TextStyle } from './page-content.ts';
import type { PageFont } from './page-font.ts';

/** Paint that is less opaque cannot be seen. */
export const minVisibleAlpha = 0.08;

/** Returns the style of the characters of a text operation, or null if they have no size. */
export function createTextStyle(
  state: GraphicsState,
  font: PageFont,
  [a, b, c, d]: Matrix,
  isArtifact: boolean,
): TextStyle | null {
  const { fontSize, horizontalScale, renderMode, fillAlpha, strokeAlpha } = state;
  const along = Math.hypot(a, b) * Math.abs(fontSize * horizontalScale);
  const area = Math.abs((a * d - b * c) * fontSize * fontSize * horizontalScale);
  if (!(along > 0) || !(area > 0)) return null;
  const direction = Math.sign(fontSize * horizontalScale);
  const alpha = renderMode % 4 === 1 ? strokeAlpha : fillAlpha;
  return {
    font: font.id,
    isBold: font.isBold || renderMode % 4 === 2,
    size: (area / along) * font.heightScale,
    angle: (Math.atan2(b * direction, a * direction) * 180) / Math.PI,
    color: getTextColor(state, minVisibleAlpha),
    isUnpainted: renderMode % 4 === 3 || alpha < minVisibleAlpha,
    isArtifact,
    isVertical: font.isVertical,
  };
}
