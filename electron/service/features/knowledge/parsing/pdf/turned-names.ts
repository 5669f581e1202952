import type { Segment } from './segment.ts';
import type { Box } from './page-content.ts';

/** A longer text is a note at the side of the page. */
const maxNameChars = 40;
const minNames = 2;

type TurnedName = Box & { readonly segment: Segment };

/**
 * Separates names of table columns that are turned by 90 degrees to save space: short texts beside each other. They are
 * returned as upright segments at their place. The angle is that of the segments, counterclockwise.
 */
export function separateTurnedNames(
  segments: readonly Segment[],
  angle: number,
): { readonly names: readonly Segment[]; readonly others: readonly Segment[] } {
  const turned = segments.map((segment) => ({ ...turnBack(segment, angle), segment }));
  const isName = (name: TurnedName) =>
    name.segment.text.length <= maxNameChars && turned.filter((other) => isBeside(name, other)).length >= minNames - 1;
  const names = turned.filter(isName);
  const bottom = Math.min(...names.map(({ y0 }) => y0));
  return {
    names: names.map(({ x0, x1, segment }) => ({ ...segment, x0, x1, y: bottom })),
    others: turned.filter((name) => !names.includes(name)).map(({ segment }) => segment),
  };
}

/** Returns the box of a turned segment on the upright page. */
function turnBack({ x0, x1, y, size }: Segment, angle: number): Box {
  const isUpward = angle > 0 && angle < 180;
  if (isUpward) return { x0: -y - size * 0.75, x1: -y + size * 0.22, y0: x0, y1: x1 };
  return { x0: y - size * 0.22, x1: y + size * 0.75, y0: -x1, y1: -x0 };
}

/** Whether two texts are at the same height with a gap between them, unlike the lines of a turned paragraph. */
function isBeside(name: TurnedName, other: TurnedName): boolean {
  if (name === other) return false;
  const overlap = Math.min(name.y1, other.y1) - Math.max(name.y0, other.y0);
  const gap = Math.max(name.x0 - other.x1, other.x0 - name.x1);
  return overlap > Math.min(name.y1 - name.y0, other.y1 - other.y0) * 0.5 && gap > name.segment.size;
}
