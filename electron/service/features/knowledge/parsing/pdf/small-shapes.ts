import { white, type GraphicsState } from './graphics-state.ts';
import type { Box, SmallShape } from './page-content.ts';
import type { PathShapes } from './read-path.ts';

/** A page with more small shapes is a drawing or a map. */
export const maxSmallShapes = 400;
const minShapePoints = 1.2;
const maxShapePoints = 20;
const minSides = 3;
const minRoundCurves = 4;

/** Collects the shapes of a page that are about as large as a letter. */
export class SmallShapes {
  readonly list: SmallShape[] = [];

  add(shapes: PathShapes, { clip, fill }: GraphicsState, isFilled: boolean): void {
    const { bounds, straightCount, slantedCount, otherCount } = shapes;
    const [width, height] = [bounds.x1 - bounds.x0, bounds.y1 - bounds.y0];
    if (Math.min(width, height) < minShapePoints || Math.max(width, height) > maxShapePoints) return;
    if (this.list.length > maxSmallShapes || !isWithin(bounds, clip)) return;
    const curveCount = otherCount - slantedCount;
    this.list.push({
      ...bounds,
      isSquare: straightCount >= minSides,
      isRound: straightCount + slantedCount === 0 && curveCount >= minRoundCurves,
      isCrossed: straightCount >= minSides && slantedCount > 1,
      isEmpty: !isFilled || fill === white,
    });
  }
}

export function isWithin(inner: Box, { x0, x1, y0, y1 }: Box): boolean {
  return inner.x0 > x0 - 1 && inner.x1 < x1 + 1 && inner.y0 > y0 - 1 && inner.y1 < y1 + 1;
}
