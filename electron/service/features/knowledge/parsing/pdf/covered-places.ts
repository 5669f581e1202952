import type { LayoutItem, LayoutRow } from './layout-item.ts';

/** A part of the width that has text. */
export type Covered = {
  readonly x0: number;
  readonly x1: number;
  readonly size: number;
  readonly maxGutterEms: number;
};

/** Lines that begin at the same place make narrow gaps certain. */
const minAlignedGutterEms = 0.35;
/** A text that is cut off is as wide as its cell, or wider by a rounding error. */
const minCutGutterEms = -0.1;

/** Adds the places of a row to those that are covered, from left to right. */
export function cover(covered: readonly Covered[], { items }: LayoutRow, gutterEms: number): readonly Covered[] {
  const merged: Covered[] = [];
  for (const place of [...covered, ...items.map(toCovered)].toSorted((a, b) => a.x0 - b.x0)) {
    const last = merged.at(-1);
    if (last && place.x0 - last.x1 < place.size * Math.min(gutterEms, place.maxGutterEms)) {
      merged[merged.length - 1] = { ...last, x1: Math.max(last.x1, place.x1) };
    } else merged.push(place);
  }
  return merged;
}

function toCovered({ x0, x1, size, segment }: LayoutItem): Covered {
  const alignedEms = segment?.isColumnStart === true ? minAlignedGutterEms : Infinity;
  return { x0, x1, size, maxGutterEms: segment?.isAfterCut === true ? minCutGutterEms : alignedEms };
}
