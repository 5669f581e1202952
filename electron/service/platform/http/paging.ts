import type * as z from 'zod';
import { Problem } from '../../../../shared/contract/problems.ts';

/** Returns the position that a cursor encodes, or `start` without a cursor. Throws `malformed` for an invalid cursor. */
export function readCursor(cursor: string | undefined, start: number): number {
  if (cursor === undefined) return start;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const position = Number(text);
  if (/^\d{1,15}$/.test(text) && writeCursor(position) === cursor) return position;
  throw createCursorProblem();
}

function createCursorProblem(): Problem {
  const detail = 'Use a next_cursor of this list, unchanged.';
  return new Problem('malformed', `The cursor is invalid. ${detail}`, { errors: [{ pointer: '/cursor', detail }] });
}

function writeCursor(position: number): string {
  return Buffer.from(String(position), 'latin1').toString('base64url');
}

/**
 * Returns the values by which a list is sorted, of the last item before the cursor; null without a cursor. A list in which items change
 * their place needs them: a number of items would leave some out once others are gone. Throws `malformed` for an invalid cursor.
 */
export function readKeyCursor<Key>(cursor: string | undefined, schema: z.ZodType<Key>): Key | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString();
  const json = text.startsWith('[') && Buffer.from(text).toString('base64url') === cursor ? readJson(text) : undefined;
  const { success, data } = schema.safeParse(json);
  if (!success) throw createCursorProblem();
  return data;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a page of up to `limit + 1` rows of a list that `readKeyCursor` continues. */
export function toKeyPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  getKey: (last: Row) => readonly (string | number)[],
): { data: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isEnd = last === undefined || rows.length <= limit;
  return {
    data: shown.map(toItem),
    next_cursor: isEnd ? null : Buffer.from(JSON.stringify(getKey(last))).toString('base64url'),
  };
}

/**
 * Returns a page of up to `limit + 1` rows. `getNextPosition` returns the position at which the next page starts, from the
 * last row of this page and the first row of the next.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  getNextPosition: (last: Row, next: Row) => number,
): { data: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows[limit];
  return {
    data: shown.map(toItem),
    next_cursor: last !== undefined && next !== undefined ? writeCursor(getNextPosition(last, next)) : null,
  };
}
