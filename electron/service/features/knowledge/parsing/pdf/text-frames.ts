import type { Glyph } from './page-content.ts';

/** The characters of a page that are read in the same direction, turned so that their lines are horizontal. */
export type TextFrame = {
  /** Direction of the lines in degrees, counterclockwise. */
  readonly angle: number;
  readonly glyphs: readonly Glyph[];
};

const maxDifference = 10;
/** A smaller angle is a rounding error. */
const minAngle = 0.02;
const verticalAngle = 270;
const minVerticalRun = 3;
const verticalAdvanceEms = 1.2;
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;

/** Groups the characters of a page by direction. The direction with the most characters is first. */
export function splitFrames(glyphs: readonly Glyph[]): readonly TextFrame[] {
  const [vertical, others] = splitVertical(glyphs);
  const frames: TextFrame[] = [];
  let rest = others;
  while (rest.length > 0) {
    const main = findMainAngle(rest);
    const isSimilar = ({ style }: Glyph) => Math.abs(getDifference(style.angle, main)) <= maxDifference;
    const similar = rest.filter(isSimilar);
    rest = similar.length === rest.length ? [] : rest.filter((glyph) => !isSimilar(glyph));
    const mean = main + similar.reduce((sum, { style }) => sum + getDifference(style.angle, main), 0) / similar.length;
    frames.push({
      angle: mean,
      glyphs: Math.abs(mean) < minAngle ? similar : similar.map((glyph) => turn(glyph, mean)),
    });
  }
  if (vertical.length > 0) {
    frames.push({ angle: verticalAngle, glyphs: vertical.map(turnVertical) });
  }
  return frames.toSorted((a, b) => b.glyphs.length - a.glyphs.length);
}

/** Returns the difference of two angles, from -180 to 180 degrees. */
function getDifference(angle: number, other: number): number {
  return ((((angle - other + 180) % 360) + 360) % 360) - 180;
}

function findMainAngle(glyphs: readonly Glyph[]): number {
  const counts = new Map<number, number>();
  for (const { style } of glyphs) {
    const angle = Math.round(style.angle);
    counts.set(angle, (counts.get(angle) ?? 0) + 1);
  }
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

function turn(glyph: Glyph, angle: number): Glyph {
  const radians = (-angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { ...glyph, x: glyph.x * cos - glyph.y * sin, y: glyph.x * sin + glyph.y * cos };
}

/** Turns a character of vertical writing, in which each one has about the height of the font. */
function turnVertical(glyph: Glyph): Glyph {
  return { ...glyph, x: -glyph.y, y: glyph.x, width: glyph.style.size * verticalAdvanceEms };
}

/** Separates the characters of vertical writing, by their font or because each is drawn below the previous one. */
function splitVertical(glyphs: readonly Glyph[]): readonly [vertical: readonly Glyph[], others: readonly Glyph[]] {
  const vertical = new Set<Glyph>();
  let run: Glyph[] = [];
  const endRun = () => {
    if (run.length >= minVerticalRun) for (const glyph of run) vertical.add(glyph);
    run = [];
  };
  for (const glyph of glyphs) {
    if (glyph.style.isVertical) vertical.add(glyph);
    else if (glyph.text !== '') {
      const previous = run.at(-1);
      if (previous && !isBelow(previous, glyph)) endRun();
      // A number or mark can be between the characters.
      if (run.length > 0 || unspacedScript.test(glyph.text)) run.push(glyph);
    }
  }
  endRun();
  if (vertical.size === 0) return [[], glyphs];
  return [[...vertical], glyphs.filter((glyph) => !vertical.has(glyph))];
}

function isBelow(upper: Glyph, lower: Glyph): boolean {
  const size = upper.style.size;
  const distance = upper.y - lower.y;
  return Math.abs(upper.x - lower.x) < size * 0.3 && distance > size * 0.7 && distance < size * 2.2;
}
