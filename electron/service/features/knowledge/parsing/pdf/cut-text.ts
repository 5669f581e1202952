import type { Glyph } from './page-content.ts';

/**
 * Returns the last visible character of a text whose next one is not visible. If the text is cut off there, as in a cell of a
 * spreadsheet, it is marked and ends at the edge of the visible area.
 */
export function cutText(last: Glyph, { x, width, style }: Omit<Glyph, 'text' | 'order'>, edge: number): Glyph {
  // All characters of a text operation share a style.
  const isCut = last.style === style && edge >= last.x && edge <= x + width && Math.abs(style.angle) < 1;
  return isCut ? { ...last, width: Math.min(last.width, edge - last.x), isCut } : last;
}
