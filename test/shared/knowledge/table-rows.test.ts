import { expect, test } from 'vitest';
import { groupLines, hasHeader } from '../../../shared/knowledge/table-rows.ts';

const readRows = (...lines: readonly string[]) => groupLines(lines)[0]?.rows;

test('reads empty cells of rows with tabs, at their start too', () => {
  expect(readRows('Zone\tGuest\tPrice', '\tChild\t5 EUR', 'B\t\t14 EUR')).toEqual([
    ['Zone', 'Guest', 'Price'],
    ['', 'Child', '5 EUR'],
    ['B', '', '14 EUR'],
  ]);
});

test('accepts names of columns without a name for the rows', () => {
  expect(
    hasHeader([
      ['', 'Adult', 'Child'],
      ['Monday', '10', '5'],
    ]),
  ).toBe(true);
  expect(
    hasHeader([
      ['', 'Adult', ''],
      ['Monday', '10', '5'],
    ]),
  ).toBe(false);
});
