import type { Word } from './build-words.ts';

/** Words on one line without a wide gap between them. */
export type WordGroup = {
  words: Word[];
  x0: number;
  x1: number;
  y: number;
  size: number;
  letterGap: number;
  /** Whether the text before it is cut off at the side of a table cell. */
  readonly isAfterCut: boolean;
};

/** A wider gap may separate columns. */
export const columnGapEms = 0.9;
export const baselineToleranceEms = 0.15;

export function countChars({ words }: WordGroup): number {
  return words.reduce((count, { units }) => count + units.length, 0);
}
