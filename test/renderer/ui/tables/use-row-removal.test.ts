import { expect, test } from 'vitest';
import { findRowsMovedUp } from '../../../../renderer/ui/tables/use-row-removal.ts';

const index = (ids: string, first = 0) => new Map([...ids].map((id, position) => [id, first + position]));

test.each([
  ['after the first row was removed', index('abc'), index('bc'), [0, 1]],
  ['after one in between was removed', index('abc'), index('ac'), [1]],
  ['and another follows at the end', index('abc'), index('acd'), [1]],
  ['in pages that do not start at the first row', index('abc', 50), index('acd', 50), [51]],
  ['while a page is not loaded again yet', index('abcd'), new Map([...index('ac'), ...index('d', 3)]), [1]],
])('rows move up %s', (_, before, after, expected) => {
  expect(findRowsMovedUp(before, after)).toEqual(new Set(expected));
});

test.each([
  ['the last row was removed', index('abc'), index('ab')],
  ['no row was removed', index('ab'), index('ab')],
  ['two rows were removed', index('abc'), index('c')],
  ['the others are sorted', index('abc'), index('ca')],
  ['another row is in its place', index('ab'), index('ac')],
  ['a row arrived above', index('ab'), index('cab')],
])('no row moves if %s', (_, before, after) => {
  expect(findRowsMovedUp(before, after)).toBeNull();
});
