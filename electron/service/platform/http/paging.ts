import { Problem } from '../../../../shared/problems.ts';

/** The place that a cursor stands for; `start` without one. Throws `malformed` for a cursor this service did not give. */
export function readCursor(cursor: string | undefined, start: number): number {
  if (cursor === undefined) return start;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const place = Number(text);
  if (/^\d{1,15}$/.test(text) && writeCursor(place) === cursor) return place;
  const detail = 'Use a next_cursor of this list, unchanged.';
  throw new Problem('malformed', `The cursor is not known. ${detail}`, { errors: [{ pointer: '/cursor', detail }] });
}

function writeCursor(place: number): string {
  return Buffer.from(String(place), 'latin1').toString('base64url');
}

/**
 * A page out of up to `limit + 1` rows. `placeAfter` gives the place to go on from, out of the last row shown and the
 * first that is not.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  placeAfter: (last: Row, next: Row) => number,
): { data: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows[limit];
  return {
    data: shown.map(toItem),
    next_cursor: last !== undefined && next !== undefined ? writeCursor(placeAfter(last, next)) : null,
  };
}
