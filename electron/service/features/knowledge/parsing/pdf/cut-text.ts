import type { Glyph } from './page-content.ts';

/**
 * Marks the last visible character of a text whose next one is cut off, as in a cell of a spreadsheet. The text ends at the edge
 * of the visible area.
 */
export function cutText(
  last: Glyph | undefined,
  { x, width, style }: Omit<Glyph, 'text' | 'order'>,
  edge: number,
): readonly Glyph[] {
  if (!last) return [];
  // All characters of a text operation share a style.
  const isCut = last.style === style && edge >= last.x && edge <= x + width && Math.abs(style.angle) < 1;
  return [isCut ? { ...last, width: Math.min(last.width, edge - last.x), isCut } : last];
}
