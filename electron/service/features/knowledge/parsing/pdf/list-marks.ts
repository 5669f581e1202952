import type { Segment } from './segment.ts';

const bullet = /^[•◦‣▪▫■□●○◆❖➢➔☐☒☑✓✗·]$/u;
const numberOrDash = /^(?:[–—*-]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?)$/u;

/** Whether a text can be the mark of a list item with this text. Marks beside each other are cells of a table. */
export function isListMark(text: string, next: string): boolean {
  if (bullet.test(next)) return false;
  return bullet.test(text) || (numberOrDash.test(text) && /^[\p{L}"“„«(]/u.test(next));
}

const maxMarkerGapEms = 4;
/** A tick after other text can be a cell of a table. */
const tick = /^[✓✗]$/u;
const maxTickGapEms = 1.5;
const sameHeightEms = 0.2;
/** A bullet can be larger than its text, and a little lower. */
const maxBulletDistanceEms = 0.3;
/** This many segments before a bullet can be at its height. */
const maxBefore = 4;

/** Joins the mark or number of a list item, which can be far from it, with its text. The segments are sorted from top to bottom. */
export function joinMarkers(segments: readonly Segment[]): readonly Segment[] {
  const joined: Segment[] = [];
  for (const segment of liftBullets(segments)) {
    const marker = joined.at(-1);
    if (marker && isMarkerOf(marker, segment, joined.at(-2))) {
      joined[joined.length - 1] = { ...segment, text: `${marker.text} ${segment.text}`, x0: marker.x0, pieces: [] };
    } else joined.push(segment);
  }
  return joined;
}

/** Moves bullets that are lower than their text to its height. */
function liftBullets(segments: readonly Segment[]): readonly Segment[] {
  let isLifted = false;
  const lifted = segments.map((segment, at) => {
    const { x1, y, size, text } = segment;
    if (!bullet.test(text)) return segment;
    const beside = segments.slice(Math.max(0, at - maxBefore), at).find((other) => {
      const gap = (other.x0 - x1) / other.size;
      const isNear =
        gap >= 0 && gap < maxMarkerGapEms && other.y - y < Math.min(size, other.size) * maxBulletDistanceEms;
      return isNear && other.y > y && !bullet.test(other.text);
    });
    isLifted ||= beside !== undefined;
    return beside ? { ...segment, y: beside.y } : segment;
  });
  return isLifted ? lifted.toSorted((a, b) => b.y - a.y || a.x0 - b.x0) : segments;
}

function isMarkerOf(marker: Segment, { text, x0, y, size }: Segment, before: Segment | undefined): boolean {
  const gap = (x0 - marker.x1) / size;
  if (Math.abs(marker.y - y) > size * sameHeightEms || gap < 0 || gap > maxMarkerGapEms) return false;
  const isFirst = !before || Math.abs(before.y - marker.y) > size * sameHeightEms;
  if (!isFirst && tick.test(marker.text) && gap > maxTickGapEms) return false;
  return (isFirst || bullet.test(marker.text)) && isListMark(marker.text, text);
}
