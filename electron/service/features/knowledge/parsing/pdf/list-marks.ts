import type { Segment } from './segment.ts';

const bullet = /^[•◦‣▪▫■□●○◆❖➢➔☐☒☑✓✗·]$/u;
const numberOrDash = /^(?:[–—*-]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?)$/u;

/** Whether a text can be the mark of a list item with this text. */
export function isListMark(text: string, next: string): boolean {
  return bullet.test(text) || (numberOrDash.test(text) && /^[\p{L}"“„«(]/u.test(next));
}

const maxMarkerGapEms = 4;

/** Joins the mark or number of a list item, which can be far from it, with its text. */
export function joinMarkers(segments: readonly Segment[]): readonly Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const marker = joined.at(-1);
    if (marker && isMarkerOf(marker, segment, joined.at(-2))) {
      joined[joined.length - 1] = { ...segment, text: `${marker.text} ${segment.text}`, x0: marker.x0, pieces: [] };
    } else joined.push(segment);
  }
  return joined;
}

function isMarkerOf(marker: Segment, { text, x0, y, size }: Segment, before: Segment | undefined): boolean {
  const gap = (x0 - marker.x1) / size;
  if (Math.abs(marker.y - y) > size * 0.2 || gap < 0 || gap > maxMarkerGapEms) return false;
  const isFirst = !before || Math.abs(before.y - marker.y) > size * 0.2;
  return (isFirst || bullet.test(marker.text)) && isListMark(marker.text, text);
}
