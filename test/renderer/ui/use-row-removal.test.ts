import { expect, test } from 'vitest';
import { findRemovedIndex } from '../../../renderer/ui/use-row-removal.ts';

test.each([
  ['the first row', ['a', 'b', 'c'], ['b', 'c'], 0],
  ['a row in between', ['a', 'b', 'c'], ['a', 'c'], 1],
  ['the last row', ['a', 'b', 'c'], ['a', 'b'], 2],
  ['the only row', ['a'], [], 0],
  ['no row', ['a', 'b'], ['a', 'b'], null],
  ['two rows', ['a', 'b', 'c'], ['a'], null],
  ['a row, while the others are sorted', ['a', 'b', 'c'], ['c', 'a'], null],
  ['a row, for which another was added', ['a', 'b'], ['a', 'c'], null],
])('finds that %s was removed', (_, before, after, expected) => {
  expect(findRemovedIndex(before, after)).toBe(expected);
});
