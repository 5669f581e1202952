import type { Glyph } from './page-content.ts';

const maxPitchEms = 1.05;
const toleranceEms = 0.02;
const sameLineEms = 0.05;
/** A word ends at a larger step. */
const minSpaceRatio = 1.5;
const minSteps = 4;
const minWidthShare = 0.6;

/**
 * Finds the characters that continue a word although the gap before them may be wide: a program has drawn each character of the line by
 * itself, at the same distance from the start of the one before it.
 */
export function findFixedPitch(glyphs: readonly Glyph[]): ReadonlySet<Glyph> {
  const found = new Set<Glyph>();
  let line: Glyph[] = [];
  const endLine = () => {
    for (const glyph of findInLine(line)) found.add(glyph);
    line = [];
  };
  for (const glyph of glyphs) {
    const previous = line.at(-1);
    if (previous && !isNext(previous, glyph)) endLine();
    if (glyph.text !== '') line.push(glyph);
    else endLine();
  }
  endLine();
  return found;
}

/** Whether a character is on the same line and drawn by another operation, whose characters have another style object. */
function isNext(previous: Glyph, { x, y, style }: Glyph): boolean {
  const { size, font } = previous.style;
  if (previous.style === style || font !== style.font || size !== style.size) return false;
  return x > previous.x && Math.abs(y - previous.y) < size * sameLineEms;
}

function findInLine(line: readonly Glyph[]): readonly Glyph[] {
  const [first] = line;
  if (!first || line.length <= minSteps) return [];
  const steps = line.slice(1).map((glyph, index) => glyph.x - (line[index]?.x ?? 0));
  const pitch = Math.min(...steps);
  const { size } = first.style;
  const letters = line.filter(({ text }) => /\p{L}/u.test(text));
  // In a font whose characters have the same width, this is the distance of characters with a space between them.
  const isWide = line.every(({ width }) => width < pitch * minWidthShare);
  const isPitch = (step: number) => step - pitch < size * toleranceEms;
  const areOthersSpaces = steps.every((step) => isPitch(step) || step > pitch * minSpaceRatio);
  if (
    isWide ||
    letters.length < line.length * 0.5 ||
    pitch > size * maxPitchEms ||
    !areOthersSpaces ||
    steps.filter(isPitch).length < minSteps
  )
    return [];
  return line.slice(1).filter((_, index) => isPitch(steps[index] ?? Infinity));
}
